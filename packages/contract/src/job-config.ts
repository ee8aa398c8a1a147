/** What a job says of its runs: document 2's task fields, with their rules. The console's editor and the server read this one schema. */
import { z } from "zod";
import {
  ANDROID_FRAMEWORKS,
  EXECUTION_MODES,
  FRAMEWORKS,
  INSTALL_MODES,
  needsLibrary,
  RETRY_MODES,
  TEST_TYPES,
} from "./automation.ts";
import { deviceChoice } from "./device-rules.ts";
import { LIMITS } from "./limits.ts";
import { memoryInterval } from "./memory-recordings.ts";
import { packageName, parts, rule, type RuleName } from "./rules.ts";
import { bodyFlag, id, text } from "./shapes.ts";
import { DEVICE_OS } from "./states.ts";

const minutes = (min: number, max: number) => z.int().min(min).max(max);

/** Whom scripts sign in at by themselves. */
export const SIGN_IN_PROVIDERS = ["qq", "wechat"] as const;

export const accountChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  /** The script signs in by itself at a third party; nothing is handed to it but this name, as `UDT_SIGN_IN`. */
  z.object({ kind: z.literal("third_party"), provider: z.enum(SIGN_IN_PROVIDERS) }),
  z.object({ kind: z.literal("file"), account_file_id: id }),
]);

export const caseChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all") }),
  z.object({ kind: z.literal("cases"), case_keys: z.array(text(LIMITS.case_key_max).min(1)).min(1).max(10_000) }),
]);

export const environmentChoice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("built_in") }),
  z.object({
    kind: z.literal("image"),
    /** As container engines name images, with the registry when it is not the default one. */
    image: text(255).regex(/^[a-z0-9]+(?:[._:/-][a-z0-9]+)*$/i, rule("image_name")),
    tag: text(128).regex(/^\w[\w.-]*$/, rule("image_tag")),
    credential_id: id.nullable(),
  }),
]);

/** Of names that begin with no host. */
export const DEFAULT_IMAGE_REGISTRY = "docker.io";
/** Names of images that no registry has: whoever owns the agent put them into its engine. */
export const LOCAL_IMAGES = "localhost";

/** Where a container engine takes an image from: its name's first part when that looks like a host, as engines read names. */
export function imageRegistry(image: string): string {
  const [first = "", ...rest] = image.split("/");
  return rest.length > 0 && (/[.:]/.test(first) || first === LOCAL_IMAGES) ? first : DEFAULT_IMAGE_REGISTRY;
}

/** `null`, or the reason why the text is not what document 2 asks: packages separated by `;`, or JSON with `clear_white_pkgs`. */
export function whiteListFault(value: string): RuleName | null {
  const trimmed = value.trim();
  if (!trimmed.startsWith("{") && !trimmed.startsWith("[")) {
    return parts(trimmed).every((one) => packageName.safeParse(one).success) ? null : rule("package_list");
  }
  try {
    const read = z.object({ clear_white_pkgs: z.array(packageName) }).safeParse(JSON.parse(trimmed));
    return read.success ? null : rule("white_list_key");
  } catch {
    return rule("json");
  }
}

/** The packages that such a text names. */
export function whiteListPackages(value: string): string[] {
  const trimmed = value.trim();
  if (trimmed.startsWith("{")) return (JSON.parse(trimmed) as { clear_white_pkgs: string[] }).clear_white_pkgs;
  return parts(trimmed);
}

const isJson = (value: string): boolean => {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
};

export const monkeyOptions = z.object({
  minutes: minutes(LIMITS.debug_minutes_min, LIMITS.debug_minutes_max),
  seed: z.int().min(0).max(2_147_483_647).nullable(),
  throttle_ms: z.int().min(0).max(10_000),
  /** Events at most; null: as many as the time allows. */
  events: z.int().min(1).max(100_000_000).nullable(),
  /** Packages that it may enter; empty: the app under test alone. */
  packages: z.array(packageName).max(50),
});

export const instrumentationOptions = z.object({
  /** The package that holds the tests. */
  test_app_id: id,
  /** `package/runner`; empty: the only one that the test package declares. */
  component: text(255).default(""),
});

/** What is recorded of the memory of the app under test, on each device. Scripts take samples besides. */
export const memoryOptions = z.object({
  /** Null: none is taken in time. */
  every_seconds: memoryInterval.default(null),
  /** One at the end of each case, whose scene is the case's name. */
  at_case_end: bodyFlag.default(true),
  /** With what lies in the Java heap, which stops the app while it is written down. */
  with_heap: bodyFlag.default(false),
  /** The run fails where a module of the partition rules has more than its budget. */
  fail_over_budget: bodyFlag.default(false),
});
export type MemoryOptions = z.output<typeof memoryOptions>;

export const jobConfig = z
  .object({
    test_type: z.enum(TEST_TYPES).default("app"),
    /** Document 2's device type: the system of the devices, which decides what packages and frameworks there are. */
    os: z.enum(DEVICE_OS).default("android"),
    app_id: id.nullable(),
    preinstall_app_ids: z.array(id).max(20).default([]),
    framework: z.enum(FRAMEWORKS),
    library_id: id.nullable(),
    environment: environmentChoice.default({ kind: "built_in" }),
    cases: caseChoice.default({ kind: "all" }),
    monkey: monkeyOptions.nullable().default(null),
    instrumentation: instrumentationOptions.nullable().default(null),
    devices: deviceChoice,
    accounts: accountChoice.default({ kind: "none" }),
    /** JSON text, handed to scripts as `UDT_PARAMETERS`. */
    parameters: text(LIMITS.job_parameters_max)
      .refine((value) => value === "" || isJson(value), rule("json"))
      .default(""),
    mode: z.enum(EXECUTION_MODES).default("sequential"),
    retry: z
      .object({ mode: z.enum(RETRY_MODES), times: z.int().min(0).max(LIMITS.retry_times_max) })
      .default({ mode: "same_device", times: 0 }),
    timeouts: z
      .object({
        case_minutes: minutes(1, LIMITS.case_minutes_max),
        device_minutes: minutes(1, LIMITS.run_minutes_max),
        test_minutes: minutes(1, LIMITS.run_minutes_max),
      })
      .default({ case_minutes: 10, device_minutes: 30, test_minutes: 60 }),
    install_mode: z.enum(INSTALL_MODES).default("overwrite"),
    skip_same_version: bodyFlag.default(false),
    auto_launch: bodyFlag.default(true),
    performance: bodyFlag.default(true),
    video: bodyFlag.default(true),
    video_minutes: minutes(LIMITS.video_minutes_min, LIMITS.video_minutes_max).default(60),
    log: bodyFlag.default(true),
    /** Null: no memory is recorded. */
    memory: memoryOptions.nullable().default(null),
    reboot_before: bodyFlag.default(false),
    reboot_after: bodyFlag.default(false),
    /** Packages that cleaning leaves on the device. */
    white_list: text(10_000).default(""),
    /** It gets no device that failed its last self-check. */
    only_healthy: bodyFlag.default(true),
    /** The higher goes first within the project. */
    priority: z.int().min(0).max(9).default(5),
  })
  .superRefine((config, context) => {
    const refuse = (path: string, message: RuleName) => context.addIssue({ code: "custom", path: [path], message });
    if (config.os !== "android" && ANDROID_FRAMEWORKS.some((each) => each === config.framework))
      refuse("framework", "android_only");
    if (needsLibrary(config.framework) && config.library_id === null) refuse("library_id", "required");
    if (config.framework === "monkey" && config.monkey === null) refuse("monkey", "required");
    if (config.framework === "monkey" && config.app_id === null && config.monkey?.packages.length === 0)
      refuse("app_id", "app_required");
    if (config.framework === "instrumentation" && config.instrumentation === null)
      refuse("instrumentation", "required");
    if (config.memory !== null && config.app_id === null) refuse("memory", "memory_app");
    const fault = whiteListFault(config.white_list);
    if (fault !== null) refuse("white_list", fault);
    const { case_minutes, device_minutes, test_minutes } = config.timeouts;
    if (case_minutes > device_minutes) refuse("timeouts", "case_above_device");
    if (device_minutes > test_minutes) refuse("timeouts", "device_above_test");
    if (config.framework === "monkey" && config.monkey !== null && config.monkey.minutes >= device_minutes)
      refuse("timeouts", "monkey_above_device");
  });
export type JobConfig = z.output<typeof jobConfig>;

/** For guests of a public project: all but what may hold secrets. `config_withheld` says so beside it. */
export const withoutSecrets = (config: JobConfig): JobConfig => ({
  ...config,
  parameters: "",
  accounts: { kind: "none" },
});

/** Whether its scripts run in an image of the job's own, which takes an agent with a container engine. */
export const needsEngine = (config: Pick<JobConfig, "environment" | "framework">): boolean =>
  config.environment.kind === "image" && needsLibrary(config.framework);
export type JobConfigInput = z.input<typeof jobConfig>;
