import { fileURLToPath } from "node:url";
import { join, resolve } from "node:path";
import { z } from "zod";
import { fail, must, ok, withoutTrailingSlashes, type Result } from "@udt/base";
import { LIMITS } from "@udt/contract";
import type { SecretKeySource } from "./crypto.ts";
import { wholeNumber } from "./settings-values.ts";
import { adbSettings, adbVariables, type AdbSettings } from "./settings-adb.ts";
import { accessSettings, accessVariables, type AccessSettings } from "./settings-access.ts";
import { directSettings, directVariables, missingDirectPartner, type DirectSettings } from "./settings-direct.ts";
import { missingMailPartner, outgoingSettings, outgoingVariables, type OutgoingSettings } from "./settings-outgoing.ts";
import {
  cookieFault,
  missingPartner,
  signInSettings,
  signInVariables,
  webSettings,
  webVariables,
  type SignInSettings,
  type WebSettings,
} from "./settings-web.ts";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const urlOf = (...protocols: string[]) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });

/** Every `UDT_*` variable of the infrastructure. What an administrator may change while it runs lives in the database. */
const variables = z.object({
  UDT_PORT: wholeNumber(0, 65_535).default(8700),
  UDT_HOST: z.string().min(1, "must be an address").default("127.0.0.1"),
  UDT_PUBLIC_URL: urlOf("http:", "https:").optional(),
  UDT_OWN_URL: urlOf("http:", "https:").optional(),
  UDT_DATA_DIR: z.string().min(1, "must be a folder").default(".udt"),
  UDT_DATABASE_URL: urlOf("postgres:", "postgresql:").optional(),
  UDT_BLOB_URL: urlOf("file:").optional(),
  UDT_BASE_PATH: z
    .string()
    .regex(/^(\/[A-Za-z0-9_-]+)*\/?$/, "must be a path such as /udt")
    .default(""),
  UDT_ADMIN_EMAIL: z.email("must be an email address").default("admin@udt.local"),
  UDT_ADMIN_PASSWORD: z
    .string()
    .min(LIMITS.password_min, `must have ${LIMITS.password_min} to ${LIMITS.strong_password_max} characters`)
    .max(LIMITS.strong_password_max, `must have ${LIMITS.password_min} to ${LIMITS.strong_password_max} characters`)
    .optional(),
  UDT_SIGNUP: flag.default(true),
  UDT_DEMO: flag.default(false),
  UDT_AGENT_TOKEN: z.string().min(16, "must have at least 16 characters").max(200, "is too long").optional(),
  UDT_INACTIVITY_MINUTES: wholeNumber(0, 1440).default(15),
  UDT_FIRST_LOOK: flag.default(true),
  UDT_CONSOLE_DIR: z.string().min(1, "must be a folder").optional(),
  ...adbVariables,
  ...directVariables,
  ...accessVariables,
  ...webVariables,
  ...signInVariables,
  ...outgoingVariables,
});

export interface ServerSettings {
  /** 0: any free one. */
  port: number;
  host: string;
  /** What browsers and identity providers call it, without a trailing slash; undefined: `http://<host>:<port>`. */
  public_url: string | undefined;
  /**
   * What agents reach this very server at, also those that have dialled another one on the same database, without a
   * trailing slash; undefined: the address that they dialled, or `http://<host>:<port>`.
   */
  own_url: string | undefined;
  data_dir: string;
  /** Undefined: the embedded database in `data_dir`. */
  database_url: string | undefined;
  /** A `file:` URL; undefined: a folder in `data_dir`. */
  blob_url: string | undefined;
  /** Empty, or with a leading and without a trailing slash. */
  base_path: string;
  admin_email: string;
  /** Undefined: one is made at the first start. */
  admin_password: string | undefined;
  /** Whether anybody may register; an administrator still approves. */
  signup: boolean;
  demo: boolean;
  /** When set, a local agent that may use this token is made sure of at the start. */
  agent_token: string | undefined;
  /** 0: never. */
  inactivity_minutes: number;
  /** Whether devices are looked at as they first appear, until an administrator says otherwise. */
  first_look: boolean;
  /** The built console; undefined: none is served. */
  console_dir: string | undefined;
  adb: AdbSettings;
  direct: DirectSettings;
  access: AccessSettings;
  web: WebSettings;
  sign_in: SignInSettings;
  outgoing: OutgoingSettings;
}

/** Whether browsers reach by https what they call so. */
export const isHttps = (public_url: string | undefined): boolean =>
  public_url !== undefined && new URL(public_url).protocol === "https:";

/** Reads the settings; a wrong one is answered with one sentence that names it. Empty variables count as unset. */
export function readSettings(env: Record<string, string | undefined>): Result<ServerSettings, string> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name.startsWith("UDT_") && value !== undefined && value !== ""),
  );
  const read = variables.safeParse(given);
  if (!read.success) {
    const issue = must(read.error.issues[0], "fault in what is refused");
    return fail(`${issue.path.join(".")} ${issue.message.replace(/^Invalid/, "is invalid")}.`);
  }
  const value = read.data;
  const partner = missingPartner(value);
  if (partner) return fail(`${partner.path} ${partner.message}.`);
  const half = missingMailPartner(value) ?? missingDirectPartner(value);
  if (half !== undefined) return fail(half);
  const at = { secure: isHttps(value.UDT_PUBLIC_URL), base_path: value.UDT_BASE_PATH.replace(/\/$/, "") };
  const cookie = cookieFault(value, at);
  if (cookie !== undefined) return fail(cookie);
  return ok({
    port: value.UDT_PORT,
    host: value.UDT_HOST,
    public_url: value.UDT_PUBLIC_URL && withoutTrailingSlashes(value.UDT_PUBLIC_URL),
    own_url: value.UDT_OWN_URL && withoutTrailingSlashes(value.UDT_OWN_URL),
    data_dir: resolve(value.UDT_DATA_DIR),
    database_url: value.UDT_DATABASE_URL,
    blob_url: value.UDT_BLOB_URL,
    base_path: at.base_path,
    admin_email: value.UDT_ADMIN_EMAIL,
    admin_password: value.UDT_ADMIN_PASSWORD,
    signup: value.UDT_SIGNUP,
    demo: value.UDT_DEMO,
    agent_token: value.UDT_AGENT_TOKEN,
    inactivity_minutes: value.UDT_INACTIVITY_MINUTES,
    first_look: value.UDT_FIRST_LOOK,
    console_dir: value.UDT_CONSOLE_DIR === undefined ? undefined : resolve(value.UDT_CONSOLE_DIR),
    adb: adbSettings(value),
    direct: directSettings(value),
    access: accessSettings(value),
    web: webSettings(value, at),
    sign_in: signInSettings(value),
    outgoing: outgoingSettings(value),
  });
}

export const databaseTarget = (settings: ServerSettings): { url: string } | { folder: string } =>
  settings.database_url === undefined ? { folder: join(settings.data_dir, "pg") } : { url: settings.database_url };

export const blobFolder = (settings: ServerSettings): string =>
  settings.blob_url === undefined ? join(settings.data_dir, "blobs") : fileURLToPath(settings.blob_url);

/** Where the key of what is sealed comes from. */
export const secretKeySource = ({ data_dir, outgoing }: ServerSettings): SecretKeySource =>
  outgoing.secret_key === undefined ? { file: join(data_dir, "secret.key") } : { secret_key: outgoing.secret_key };
