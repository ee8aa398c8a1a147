import {
  ANDROID_FRAMEWORKS,
  LIMITS,
  jobConfig,
  jobName,
  needsLibrary,
  type DeviceOs,
  type Framework,
  type Job,
  type JobConfig,
  type JobConfigInput,
} from "@udt/contract";

/** What the editor holds: a configuration that need not be whole yet. */
export interface Draft {
  name: string;
  config: Omit<JobConfig, "framework"> & { framework: Framework };
}
export type ConfigChange = Partial<Draft["config"]>;

/** A new job's: any one device, sequential, with what a report needs. */
export const FRESH: Draft["config"] = {
  test_type: "app",
  os: "android",
  app_id: null,
  preinstall_app_ids: [],
  framework: "node_test",
  library_id: null,
  environment: { kind: "built_in" },
  cases: { kind: "all" },
  monkey: null,
  instrumentation: null,
  devices: { kind: "rule", rules: [], count: 1 },
  only_healthy: true,
  accounts: { kind: "none" },
  parameters: "",
  mode: "sequential",
  retry: { mode: "same_device", times: 0 },
  timeouts: { case_minutes: 10, device_minutes: 30, test_minutes: 60 },
  install_mode: "overwrite",
  skip_same_version: false,
  auto_launch: true,
  performance: true,
  video: true,
  video_minutes: 60,
  log: true,
  memory: null,
  reboot_before: false,
  reboot_after: false,
  white_list: "",
  priority: 5,
};

/** @param devices What a new one begins with. */
export const draftOf = (job: Job | undefined, devices = FRESH.devices): Draft =>
  job ? { name: job.name, config: job.config } : { name: "", config: { ...FRESH, devices } };

/** What a job that is to record memory begins with. */
export const FRESH_MEMORY: NonNullable<JobConfig["memory"]> = {
  every_seconds: 30,
  at_case_end: true,
  with_heap: false,
  fail_over_budget: false,
};

export const FRESH_MONKEY: NonNullable<JobConfig["monkey"]> = {
  minutes: 10,
  seed: null,
  throttle_ms: 300,
  events: null,
  packages: [],
};

/** Frameworks in the order in which they are offered. */
const FRAMEWORK_ORDER: readonly Framework[] = ["node_test", "pytest", "shell", "low_code", "instrumentation", "monkey"];

/** The steps of document 2, and what is looked over before saving. */
export const STEPS = ["app", "resources", "execution", "summary"] as const;
export type Step = (typeof STEPS)[number];

/** The fields whose rules are told, and the step that has each. */
const STEP_OF = {
  name: "app",
  app_id: "app",
  preinstall_app_ids: "app",
  devices: "resources",
  accounts: "resources",
  library_id: "execution",
  environment: "execution",
  cases: "execution",
  monkey: "execution",
  instrumentation: "execution",
  parameters: "execution",
  timeouts: "execution",
  video_minutes: "execution",
  memory: "execution",
  white_list: "execution",
} as const satisfies Record<string, Step>;
export type Fault = keyof typeof STEP_OF;
export const isFault = (name: string): name is Fault => name in STEP_OF;
export const stepOf = (fault: Fault): Step => STEP_OF[fault];

/** What a draft breaks: the contract's own rules, by the field that each is about. */
export function faultsOf(draft: Draft): Map<Fault, string> {
  const faults = new Map<Fault, string>();
  const name = jobName.safeParse(draft.name);
  if (!name.success) faults.set("name", name.error.issues[0]?.message ?? "");
  const config = jobConfig.safeParse(draft.config satisfies JobConfigInput);
  for (const issue of config.error?.issues ?? []) {
    const field = String(issue.path[0]);
    if (isFault(field) && !faults.has(field)) faults.set(field, issue.message);
  }
  return faults;
}

/** What is said of a field that breaks a rule, where it has more than one to break. */
export function faultWord(
  field: Fault,
  { config }: Draft,
): Fault | "rules" | "parameters_long" | "instrumentation_long" | "memory_every" {
  if (field === "devices" && config.devices.kind === "rule") return "rules";
  if (field === "parameters" && config.parameters.length > LIMITS.job_parameters_max) return "parameters_long";
  if (field === "instrumentation" && config.instrumentation) return "instrumentation_long";
  if (field === "memory" && config.app_id !== null) return "memory_every";
  return field;
}

/** How many fields of a step break a rule. */
export const countFaults = (step: Step, faults: ReadonlyMap<Fault, string>): number =>
  [...faults.keys()].filter((field) => stepOf(field) === step).length;

/** Whether a step breaks no rule. */
export const isWhole = (step: Step, faults: ReadonlyMap<Fault, string>): boolean => countFaults(step, faults) === 0;

/** The frameworks that devices of a system can run. */
export const frameworksOf = (os: DeviceOs): Framework[] =>
  FRAMEWORK_ORDER.filter((each) => os === "android" || !ANDROID_FRAMEWORKS.some((android) => android === each));

/** Fits what depends on the system to another one: packages, frameworks and devices are of one system. */
export function withOs(config: Draft["config"], os: DeviceOs): Draft["config"] {
  const fitting = {
    ...config,
    os,
    app_id: null,
    preinstall_app_ids: [],
    devices: config.devices.kind === "devices" ? { ...config.devices, device_ids: [] } : config.devices,
  };
  const frameworks = frameworksOf(os);
  const [first] = frameworks;
  return first === undefined || frameworks.includes(config.framework) ? fitting : withFramework(fitting, first);
}

/** Fits what depends on the framework to another one. */
export function withFramework(config: Draft["config"], framework: Framework): Draft["config"] {
  return {
    ...config,
    framework,
    library_id: null,
    cases: { kind: "all" },
    monkey: framework === "monkey" ? (config.monkey ?? FRESH_MONKEY) : null,
    instrumentation: null,
    // A monkey reads nothing, and only a library's cases can be shared out.
    ...(framework === "monkey" && { accounts: { kind: "none" }, parameters: "" }),
    ...(!needsLibrary(framework) && { mode: "sequential", environment: { kind: "built_in" } }),
  };
}
