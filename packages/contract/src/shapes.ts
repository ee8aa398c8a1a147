/** Shapes that more than one endpoint speaks of. All times are epoch milliseconds. */
import { z } from "zod";
import { AUDIT_ACTIONS } from "./audit-actions.ts";
import { CASE_CAUSES, VERDICTS } from "./automation.ts";
import { LIMITS } from "./limits.ts";
import { deviceFacts, MODEL_FACTS, modelLook } from "./models.ts";
import {
  APP_KINDS,
  CHECK_CAUSES,
  CHECK_VERDICTS,
  DEVICE_OS,
  DEVICE_STATES,
  DEVICE_WORKS,
  END_REASONS,
  INSTALL_STATES,
  JOIN_STATES,
  PHASE_NAMES,
  RESOURCE_KINDS,
  RESOURCE_STATES,
  SELF_CHECK_STEPS,
  TARGET_USAGES,
  TEST_DEVICE_STATES,
  TEST_KINDS,
  TEST_STATES,
  USER_STATES,
} from "./states.ts";
import { said } from "./words.ts";

/** Ids are made by the server; the pattern only keeps garbage out of queries. */
export const id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, "id_format");
/** A secret of a link, as base64url: unlike an id it may begin with a dash. */
export const linkToken = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "id_format");
export const time = z.int().nonnegative();
/** PostgreSQL keeps neither NUL nor half a character of a surrogate pair, so no text may carry them. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes("\0") && value.isWellFormed(), "no_nul");

/** Whether texts take no more than so many bytes together, in UTF-8. */
export const areWithin = (texts: readonly string[], bytes: number): boolean =>
  new TextEncoder().encode(texts.join("")).length <= bytes;

export const projectQuery = z.object({ project: id });
/** For calls whose path holds the project: the query may say it once more, and must then say the same (`project_mismatch`). */
export const projectOfPath = z.object({ project: id.optional() });
/** A switch in a query. */
export const queryFlag = z
  .enum(["0", "1", "false", "true"])
  .default("0")
  .transform((value) => value === "1" || value === "true");
/** A switch in a body; callers that know numbers alone write 1 and 0. */
export const bodyFlag = z
  .union([z.boolean(), z.literal([0, 1])])
  .transform((value) => value === true || value === 1)
  .pipe(z.boolean());
export const pageQuery = {
  page_num: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(LIMITS.page_size_max).default(LIMITS.page_size_default),
};
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.int(), page_num: z.int(), page_size: z.int() });

export const userInfo = z.object({
  user_id: id,
  user_name: z.string(),
  email: z.string(),
  head_image: z.string(),
  auth_type: z.literal([1, 2, 3]),
  user_role: z.object({ udt_admin: z.boolean() }),
  /** An administrator who may do nothing else before they have set up a second factor. */
  second_factor_required: z.literal(true).optional(),
});
export type UserInfo = z.output<typeof userInfo>;

export const projectInfo = z.object({
  project_id: id,
  name: z.string(),
  icon: z.string(),
  target_usage: z.enum(TARGET_USAGES),
  visibility: z.literal([1, 2, 3]),
  /** The caller's own standing: owner 1, member 2, 0 for a guest. */
  user_type: z.literal([0, 1, 2]),
});
export type ProjectInfo = z.output<typeof projectInfo>;

export const projectDetail = projectInfo.extend({
  description: z.string(),
  created_at: time,
  member_count: z.int(),
  /** What the caller may do here: document 1 §3's identifiers, and `project.owner`. */
  privileges: z.array(z.string()),
  /** The caller's own request to join, while they are no member. */
  join_state: z.enum(JOIN_STATES).nullable(),
});
export type ProjectDetail = z.output<typeof projectDetail>;

export const userSummary = z.object({ user_id: id, user_name: z.string(), email: z.string(), head_image: z.string() });
/** Whoever belongs to the project, by themselves or by an organisation; `user_type` is the strongest of all. */
export const member = userSummary.extend({
  user_type: z.literal([1, 2]),
  joined_at: time,
  /** Their own type; null for who belongs to it by organisations alone. */
  own_type: z.literal([1, 2]).nullable(),
  /** The organisations that bring them in. */
  orgs: z.array(z.object({ org_id: id, name: z.string(), user_type: z.literal([1, 2]) })),
});
export type Member = z.output<typeof member>;

export const adminUser = userSummary.extend({
  auth_type: z.literal([1, 2, 3]),
  state: z.enum(USER_STATES),
  udt_admin: z.boolean(),
  /** Whether signing in takes them a second step. */
  second_factor: z.boolean(),
  created_at: time,
  last_login_at: time.nullable(),
  /** After it the user cannot sign in (document 2's experience time); null for ever. */
  expires_at: time.nullable(),
  project_count: z.int(),
});
export type AdminUser = z.output<typeof adminUser>;

export const auditEntry = z.object({
  audit_id: z.int(),
  time,
  action: z.enum(AUDIT_ACTIONS),
  /** Who did it; empty when nobody was signed in. */
  user_id: z.string(),
  user_name: z.string(),
  /** From where: the address of the socket. */
  ip: z.string(),
  project_id: z.string(),
  /** What it was done to: a user's, agent's or project's name. */
  target: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** What a run is called, and below which job its report lies; null for one that was started without a job. */
const runName = z.object({
  job_id: id.nullable(),
  job_name: z.string(),
  /** Counts from 1 in its project. */
  run_number: z.int(),
});
/** What people call a run by, in its project. */
/** The place of a device in a run, from 0. */
export const deviceSeq = z.coerce.number().int().min(0).max(LIMITS.run_number_max);
export const runNumber = z.coerce.number().int().min(1).max(LIMITS.run_number_max);

/** How far a device of a run is. */
export const runProgress = z.object({
  /** Cases that have come to an end, of so many. */
  done: z.int(),
  total: z.int(),
  failed: z.int(),
  /** They are those of the whole run, whose devices share its cases out; else the device's own. */
  is_shared: z.boolean(),
  /** What it runs just now. */
  current: z.object({ case_run_id: z.int(), name: z.string(), started_at: time }).nullable(),
  /** What failed on it last and is not tried again. `error` is its framework's first line, empty where it said none. */
  last_failure: z
    .object({
      case_run_id: z.int(),
      name: z.string(),
      cause: z.enum(CASE_CAUSES),
      error: z.string(),
      ended_at: time,
    })
    .nullable(),
  /**
   * When its cases will have ended if they take what they took in the job's last runs; null before the first has begun, once
   * none is left, and when of one of them nothing is known, or it takes much longer than it did.
   */
  expected_end: time.nullable(),
});
export type RunProgress = z.output<typeof runProgress>;

/** What the platform has a device do, and why: who asked for it, or on what a tag did; without an occasion that was its schedule. */
export const workCause = z.object({
  work: z.enum(DEVICE_WORKS),
  user_name: z.string().nullable(),
  occasion: z.enum(CHECK_CAUSES).nullable(),
  /** Null: nobody's, or another project's. */
  tag_name: z.string().nullable(),
});
export type WorkCause = z.output<typeof workCause>;

/** Who holds a device, in which phase, and until when. `user_id` is null and `user_name` empty for the platform's own work. */
export const leaseInfo = z.object({
  test_id: id,
  kind: z.enum(TEST_KINDS),
  phase: z.enum(TEST_DEVICE_STATES),
  user_id: z.string().nullable(),
  user_name: z.string(),
  since: time,
  until: time.nullable(),
  /** What the platform has it do and why; null of what people and runs do. */
  work: workCause.nullable(),
  /** Which project it is held through, as far as who asks may know: the project asked of, or a session of their own; otherwise null. */
  project_id: id.nullable(),
  /** The project's own run that uses it; null for a debug session and for what is another project's. */
  run: runName.extend({ progress: runProgress.nullable() }).nullable(),
});

/** An agent that is given nothing new: since when, and who wanted it; without a name they are gone. */
export const draining = z.object({ since: time, user_name: z.string() });
/** How worn a device is, as far as it tells; null where it does not. What changes little is not told again (docs/devices.md). */
export const deviceWear = z.object({
  battery_celsius: z.number().min(-100).max(200).nullable(),
  /** How often the battery was charged in full, all parts together. */
  battery_cycles: z.int().min(0).max(LIMITS.battery_cycles_max).nullable(),
  /** Of where apps and people's files lie. */
  free_bytes: z.int().nonnegative().nullable(),
  total_bytes: z.int().nonnegative().nullable(),
});

/** What the catalogue says of a device's model; null of one that does not tell its model. */
const catalogue = modelLook.nullable();

export const device = deviceFacts.extend({
  ...deviceWear.shape,
  catalogue,
  /** Those of its facts that administrators said of its model, instead of what it says itself. */
  edited_facts: z.array(z.enum(MODEL_FACTS)),
  device_id: id,
  agent_id: id,
  agent_name: z.string(),
  state: z.enum(DEVICE_STATES),
  /** Since when it is in that state. */
  state_since: time,
  /** Why it is not usable, as its agent says; null when nothing is wrong. */
  state_reason: said.nullable(),
  lease: leaseInfo.nullable(),
  last_seen_at: time,
  /** When an agent reported it for the first time. */
  first_seen_at: time,
  /**
   * When its last picture was taken, which names the picture for devicePicture; null where there is none that who asks may
   * see. Of a session that is its holder, and who holds `debug.monitor` in its project.
   */
  picture_at: time.nullable(),
  /** How many notes the project has on it, and the newest of them; null where there is none, and for who is no member. */
  notes: z.object({ count: z.int().positive(), newest: z.string(), user_name: z.string() }).nullable(),
  /** The project's tags that it has, by name; empty for who holds no `tag.view`. */
  tags: z.array(z.object({ tag_id: id, name: z.string() })),
  /** How many of its work orders are open: with any it gets no automated tests. */
  open_work_orders: z.int(),
  /** How its last self-check that came to its end came out, and when that was; null before the first. With `failed` runs get it only where their job says so. */
  last_check: z.object({ state: z.enum(CHECK_VERDICTS), ended_at: time }).nullable(),
  /** Its agent is draining: nobody gets it until that is over. */
  draining: draining.nullable(),
  /** Why somebody should look after it soon; empty where nothing asks for it. What is only known of it as it was counts while it is there. */
  care: z.array(said),
  /**
   * Who took it out of use, when and why; null while it is in use. What runs on it then goes on, and nothing begins on it. The
   * reason is empty for who is no member.
   */
  out_of_use: z.object({ since: time, user_name: z.string(), reason: z.string() }).nullable(),
  /** Where it stands; empty where nobody said so. */
  site: z.string(),
  /** Where exactly it is there, as who looks after it wrote; empty where nobody did. */
  location: z.string(),
  /** Whether automated tests get it, and whether debug sessions do. What runs on it when that changes goes on. */
  task_access: z.boolean(),
  remote_access: z.boolean(),
  /** Whether several projects see it, or all: then administrators of the server alone take it out of use and place it. */
  shared: z.boolean(),
});
export type Device = z.output<typeof device>;

/** A device as lists of what was found show it. */
export const foundDevice = z.object({
  device_id: id,
  brand: z.string(),
  model: z.string(),
  serial: z.string(),
  os: z.enum(DEVICE_OS),
  os_version: z.string(),
  state: z.enum(DEVICE_STATES),
  catalogue,
});

export const phase = z.object({
  name: z.enum(PHASE_NAMES),
  started_at: time,
  ended_at: time.nullable(),
  /** Milliseconds; null while it lasts. */
  cost: z.int().nullable(),
  error: said.nullable(),
});

export const testDevice = z.object({
  device_id: id,
  serial: z.string(),
  brand: z.string(),
  model: z.string(),
  os: z.enum(DEVICE_OS),
  os_version: z.string(),
  state: z.enum(TEST_DEVICE_STATES),
  phases: z.array(phase),
  /** The step in hand of the check before it is handed out; null while there is none. */
  checking: z.enum(SELF_CHECK_STEPS).nullable(),
  /** The step of that check for which it was not; `error` tells what was found. */
  failed_check: z.enum(SELF_CHECK_STEPS).nullable(),
  error: said.nullable(),
});

/** Who ended a test by hand: themselves, by an API key of theirs that is called so, or by a token of the project, which they made. */
export const testEnder = z.object({
  user_id: id,
  user_name: z.string(),
  key_name: z.string().nullable(),
  by_token: z.boolean(),
});
export type TestEnder = z.output<typeof testEnder>;

export const test = z.object({
  test_id: id,
  kind: z.enum(TEST_KINDS),
  project_id: id,
  user_id: id,
  user_name: z.string(),
  /** What the API key is called by which a program of theirs started it; null: no key did. */
  key_name: z.string().nullable(),
  state: z.enum(TEST_STATES),
  end_reason: z.enum(END_REASONS).nullable(),
  /** Null where nobody did, or it is not known. */
  ended_by: testEnder.nullable(),
  duration_minutes: z.int(),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
  deadline: time,
  /** When it ends unless somebody acts; null when that rule is off. */
  inactive_deadline: time.nullable(),
  app_id: id.nullable(),
  /** What the run is that a test of kind `job` is; null for the others. */
  run: runName.extend({ verdict: z.enum(VERDICTS).nullable() }).nullable(),
  devices: z.array(testDevice),
});
export type Test = z.output<typeof test>;

export const viewer = z.object({ user_id: id, user_name: z.string() });
export type Viewer = z.output<typeof viewer>;

/** Who drives the device of a debug session without being its holder; `instead`: the holder watches meanwhile. */
export const driver = viewer.extend({ instead: z.boolean(), given_at: time });
export type Driver = z.output<typeof driver>;

export const app = z.object({
  app_id: id,
  file_name: z.string(),
  name: z.string(),
  names: z.record(z.string(), z.string()),
  package_name: z.string(),
  version_name: z.string(),
  version_code: z.int(),
  /** The build as its platform writes it: Android's and HarmonyOS's version code, iOS's `CFBundleVersion`. */
  build: z.string(),
  /** The lowest system it installs on, as its platform counts: an API level, or iOS's version. */
  min_os_version: z.string(),
  os: z.enum(DEVICE_OS),
  kind: z.enum(APP_KINDS),
  /** Processors it has native code for; empty means any. */
  abis: z.array(z.string()),
  size_bytes: z.int(),
  md5: z.string(),
  /** Path of the icon below the base path; empty when the package has none. */
  icon: z.string(),
  user_name: z.string(),
  created_at: time,
});
export type App = z.output<typeof app>;

export const appSigner = z.object({
  /** The certificate's subject, one line; empty when it cannot be read. */
  subject: z.string(),
  /** SHA-256 of the certificate, lower-case hex. */
  sha256: z.string(),
});

export const appDetail = app.extend({
  target_os_version: z.string(),
  /** What it asks for: permissions, or on iOS the purposes it gives a reason for. */
  permissions: z.array(z.string()),
  /** Whose certificate it carries; null when unsigned or not to be told from the package. */
  signer: appSigner.nullable(),
  /** Kinds of device it is made for, as its platform names them; empty means any. */
  device_types: z.array(z.string()),
  /** What is launched; empty when nothing can be. */
  main_activity: z.string(),
  debuggable: z.boolean(),
  /** Packages of the same name and system in this project, this one included. */
  versions: z.int(),
  /** Tests that installed it when they began, and those of them that have not ended. */
  tests: z.int(),
  running_tests: z.int(),
  /** How many jobs test it or install it, and for who may see jobs the first of them by name. */
  job_count: z.int(),
  jobs: z.array(z.object({ job_id: id, name: z.string() })),
});
export type AppDetail = z.output<typeof appDetail>;

/** What a version brought, against the one uploaded before it. */
export const appChanges = z.object({
  size_bytes: z.int(),
  min_os_version: z.object({ before: z.string(), after: z.string() }).nullable(),
  target_os_version: z.object({ before: z.string(), after: z.string() }).nullable(),
  signer: z.object({ before: appSigner.nullable(), after: appSigner.nullable() }).nullable(),
  permissions_added: z.array(z.string()),
  permissions_removed: z.array(z.string()),
  abis_added: z.array(z.string()),
  abis_removed: z.array(z.string()),
});
export type AppChanges = z.output<typeof appChanges>;

/** `changes` is null for the first one. */
export const appVersion = z.object({ app, changes: appChanges.nullable() });
export type AppVersion = z.output<typeof appVersion>;

export const upload = z.object({
  upload_id: id,
  file_name: z.string(),
  size_bytes: z.int(),
  chunk_size: z.int(),
  /** How many chunks there are; they count from 1. */
  chunk_number: z.int(),
  received: z.array(z.int()),
  /** Present once the file is an app, at once when the project already has the same bytes. */
  app: app.nullable(),
});

export const install = z.object({
  install_id: id,
  test_id: id,
  device_id: id,
  /** Null for an uninstallation: what is on a device need not be among the project's apps. */
  app_id: id.nullable(),
  /** Empty for an uninstallation. */
  app_name: z.string(),
  package_name: z.string(),
  state: z.enum(INSTALL_STATES),
  /** Percent of the present state, where it can be known. */
  percent: z.int().min(0).max(100),
  /** Why it failed; its evidence is the device's own words, such as `INSTALL_FAILED_VERSION_DOWNGRADE`. */
  reason: said.nullable(),
  updated_at: time,
});
export type Install = z.output<typeof install>;

export const deviceApp = z.object({
  package_name: z.string(),
  /** What the device calls it, in its own language; missing while that is not known, and for what has no icon to open it by. */
  name: z.string().max(LIMITS.device_app_name_max).optional(),
  version_name: z.string(),
  version_code: z.int(),
  system: z.boolean(),
  running: z.boolean(),
  /** What is on the screen is its. */
  foreground: z.boolean(),
});

export const deviceApps = z.object({
  list: z.array(deviceApp),
  /** The device is being asked what it calls them: a list that is asked for later has the names that this one lacks. */
  names_pending: z.boolean().optional(),
});

export const resource = z.object({
  resource_id: id,
  name: z.string(),
  kind: z.enum(RESOURCE_KINDS),
  content_type: z.string(),
  /** Of what has come so far, while it grows. */
  size_bytes: z.int(),
  url: z.string(),
  created_at: time,
  state: z.enum(RESOURCE_STATES),
  /** When its timeline begins by the server's clock, or when a picture was taken; null for what has no time. */
  started_at: time.nullable(),
  /** How long its timeline is so far; null for what has none. */
  duration_ms: z.int().nullable(),
  /** The attempt of a case that it belongs to; null for what is the whole device's. */
  case_run_id: z.int().nullable(),
});
export type Resource = z.output<typeof resource>;
