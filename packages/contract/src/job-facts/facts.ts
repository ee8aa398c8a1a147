import type { TextKey, TextValues } from "@udt/base";
import { FRAMEWORK_NAMES, needsLibrary } from "../automation.ts";
import type { DeviceAttribute, DeviceRule } from "../device-rules.ts";
import type { JobConfig } from "../job-config.ts";
import type { DeviceOs } from "../states.ts";
import type { en } from "./en.ts";

/** What people call the thing that a configuration names by an id, or a case by its key. */
export type ConfigNames = (id: string) => string;

/** One thing that was set, in words. */
export interface ConfigFact {
  /** Whose value it tells, where it is one's. */
  field?: keyof JobConfig;
  label: string;
  value: string;
}

/** A language's texts, and how it writes numbers. */
export interface JobWords {
  text(key: TextKey<typeof en>, values?: TextValues): string;
  number(value: number): string;
}

/** So many of a long list are named. */
const NAMED = 20;
const NOTHING = "–";
/** They are called so in every language. */
const OS_NAMES: Record<DeviceOs, string> = { android: "Android", ios: "iOS", harmony: "HarmonyOS" };

/** They are written so in every language, the memory as at the devices themselves. */
export const UNITS: Partial<Record<DeviceAttribute, string>> = { memory: "GB", battery: "%" };

class Telling {
  readonly names: ConfigNames;
  readonly text: JobWords["text"];
  readonly number: JobWords["number"];

  constructor(words: JobWords, names: ConfigNames) {
    this.names = names;
    this.text = words.text;
    this.number = words.number;
  }

  fact(field: keyof (typeof en)["field"], value: string): ConfigFact {
    return { label: this.text(`field.${field}`), value: value || NOTHING };
  }

  yes(is: boolean): string {
    return this.text(is ? "truth.true" : "truth.false");
  }

  listed(ids: readonly string[]): string {
    const rest = ids.length - NAMED;
    const named = ids.slice(0, NAMED).map(this.names).join(", ");
    return rest > 0 ? this.text("summary.and_more", { named, count: rest }) : named;
  }

  rule({ attribute, operator, values }: DeviceRule): string {
    const name = this.text(`attribute.${attribute}`);
    if (attribute === "is_virtual")
      return this.text("summary.rule_truth", { attribute: name, value: this.yes(values[0] === "true") });
    const operation = this.text(`operator.${operator}`);
    const told = values.map((value) => this.value(attribute, value)).join(", ");
    return this.text("summary.rule", { attribute: name, operator: operation, values: told });
  }

  value(attribute: DeviceAttribute, value: string): string {
    if (attribute === "tag") return this.names(value);
    const unit = UNITS[attribute];
    return unit === undefined ? value : `${value} ${unit}`;
  }
}

/** Whether anything is installed. */
export const hasApps = ({ app_id, preinstall_app_ids, instrumentation }: JobConfig): boolean =>
  app_id !== null || preinstall_app_ids.length > 0 || instrumentation !== null;

/**
 * How each field of a configuration is told, in the order of the editor's steps: nothing where it is without effect. A field
 * that is new in the contract does not compile until it is told here.
 */
const FACTS: { [Field in keyof JobConfig]: (config: JobConfig, tell: Telling) => ConfigFact[] } = {
  os: ({ os }, tell) => [tell.fact("os", OS_NAMES[os])],
  test_type: ({ test_type }, tell) => [tell.fact("test_type", tell.text(`test_type.${test_type}`))],
  app_id: ({ app_id }, tell) => [tell.fact("app", app_id === null ? tell.text("summary.no_app") : tell.names(app_id))],
  install_mode: (config, tell) =>
    hasApps(config) ? [tell.fact("install_mode", tell.text(`install_mode.${config.install_mode}`))] : [],
  skip_same_version: (config, tell) =>
    hasApps(config) ? [tell.fact("skip_same_version", tell.yes(config.skip_same_version))] : [],
  auto_launch: ({ app_id, auto_launch }, tell) =>
    app_id === null ? [] : [tell.fact("auto_launch", tell.yes(auto_launch))],
  preinstall_app_ids: ({ preinstall_app_ids }, tell) => [tell.fact("preinstall_apps", tell.listed(preinstall_app_ids))],
  devices: ({ devices }, tell) =>
    devices.kind === "devices"
      ? [tell.fact("devices", tell.listed(devices.device_ids))]
      : [
          tell.fact("devices", tell.text("devices_by_rule", { count: devices.count })),
          tell.fact("rules", devices.rules.map((rule) => tell.rule(rule)).join(" · ") || tell.text("summary.no_rules")),
        ],
  only_healthy: ({ only_healthy }, tell) => [tell.fact("only_healthy", tell.yes(only_healthy))],
  accounts: ({ accounts, framework }, tell) => {
    if (framework === "monkey") return [];
    const kind = tell.text(`accounts.${accounts.kind}`);
    if (accounts.kind === "none") return [tell.fact("accounts", kind)];
    const which =
      accounts.kind === "file" ? tell.names(accounts.account_file_id) : tell.text(`provider.${accounts.provider}`);
    return [tell.fact("accounts", `${kind} · ${which || NOTHING}`)];
  },
  framework: ({ framework }, tell) => [
    tell.fact("framework", framework === "low_code" ? tell.text("low_code") : FRAMEWORK_NAMES[framework]),
  ],
  library_id: ({ framework, library_id }, tell) =>
    needsLibrary(framework) ? [tell.fact("library", library_id === null ? "" : tell.names(library_id))] : [],
  cases: ({ framework, cases }, tell) => {
    if (!needsLibrary(framework)) return [];
    if (cases.kind === "all") return [tell.fact("cases", tell.text("case_choice.all"))];
    const count = tell.text("summary.cases_chosen", { count: cases.case_keys.length });
    return [tell.fact("cases", cases.case_keys.length === 0 ? count : `${count}: ${tell.listed(cases.case_keys)}`)];
  },
  environment: ({ framework, environment }, tell) => {
    if (!needsLibrary(framework)) return [];
    if (environment.kind === "built_in") return [tell.fact("environment", tell.text("environment.built_in"))];
    const { image, tag, credential_id } = environment;
    const credential = credential_id === null ? [] : [tell.fact("credential", tell.names(credential_id))];
    return [tell.fact("environment", `${image}:${tag}`), ...credential];
  },
  monkey: ({ framework, monkey }, tell) => {
    if (framework !== "monkey" || monkey === null) return [];
    const { minutes, throttle_ms, events, seed, packages } = monkey;
    return [
      tell.fact("monkey_minutes", `${tell.number(minutes)} ${tell.text("minutes")}`),
      tell.fact("monkey_throttle", `${tell.number(throttle_ms)} ms`),
      tell.fact("monkey_events", events === null ? tell.text("summary.unlimited") : tell.number(events)),
      tell.fact("monkey_seed", seed === null ? tell.text("summary.new_seed") : String(seed)),
      tell.fact("monkey_packages", packages.length === 0 ? tell.text("summary.app_alone") : packages.join(", ")),
    ];
  },
  instrumentation: ({ framework, instrumentation }, tell) =>
    framework !== "instrumentation"
      ? []
      : [
          tell.fact("test_app", instrumentation === null ? "" : tell.names(instrumentation.test_app_id)),
          tell.fact("component", instrumentation?.component || tell.text("summary.only_runner")),
        ],
  parameters: ({ framework, parameters }, tell) =>
    framework === "monkey" ? [] : [tell.fact("parameters", parameters)],
  mode: ({ framework, mode }, tell) => (needsLibrary(framework) ? [tell.fact("mode", tell.text(`mode.${mode}`))] : []),
  retry: ({ retry: { times, mode } }, tell) => [
    tell.fact(
      "retry_times",
      times === 0 ? tell.text("summary.no_retry") : `${tell.number(times)} · ${tell.text(`retry_mode.${mode}`)}`,
    ),
  ],
  timeouts: ({ timeouts: { case_minutes, device_minutes, test_minutes } }, tell) => [
    tell.fact("timeouts", tell.text("summary.timeouts_text", { case_minutes, device_minutes, test_minutes })),
  ],
  video: ({ video }, tell) => (video ? [] : [tell.fact("video", tell.yes(false))]),
  video_minutes: ({ video, video_minutes }, tell) =>
    video ? [tell.fact("video", tell.text("summary.video", { minutes: video_minutes }))] : [],
  performance: ({ performance }, tell) => [tell.fact("performance", tell.yes(performance))],
  log: ({ log }, tell) => [tell.fact("log", tell.yes(log))],
  memory: ({ memory }, tell) => {
    // What was saved before there was such an option says nothing of it.
    if (!memory) return [tell.fact("memory", tell.text("summary.memory_none"))];
    const { every_seconds: count, at_case_end, with_heap, fail_over_budget } = memory;
    const taken = [
      ...(count === null ? [] : [tell.text("summary.memory_every", { count, seconds: tell.number(count) })]),
      ...(at_case_end ? [tell.text("summary.memory_at_case_end")] : []),
    ];
    const how = [
      ...(taken.length === 0 ? [tell.text("summary.memory_scripts")] : taken),
      ...(with_heap ? [tell.text("summary.memory_with_heap")] : []),
      ...(fail_over_budget ? [tell.text("summary.memory_fail_over_budget")] : []),
    ];
    return [tell.fact("memory", how.join(" · "))];
  },
  reboot_before: ({ reboot_before }, tell) => [tell.fact("reboot_before", tell.yes(reboot_before))],
  reboot_after: ({ reboot_after }, tell) => [tell.fact("reboot_after", tell.yes(reboot_after))],
  white_list: ({ white_list }, tell) => [tell.fact("white_list", white_list)],
  priority: ({ priority }, tell) => [tell.fact("priority", tell.number(priority))],
};

/** A rule for devices in words. */
export const ruleInWords = (rule: DeviceRule, names: ConfigNames, words: JobWords): string =>
  new Telling(words, names).rule(rule);

/** What guests of a public project are not told. */
const WITHHELD: ReadonlySet<string> = new Set<keyof JobConfig>(["accounts", "parameters"]);

/**
 * All that a configuration says, in words; of one that is withheld what is left, and that the rest is.
 * @param names what people call the thing that a configuration names by an id
 */
export function jobFacts(config: JobConfig, names: ConfigNames, words: JobWords, withheld = false): ConfigFact[] {
  const tell = new Telling(words, names);
  const fields = (Object.keys(FACTS) as (keyof JobConfig)[]).filter((field) => !withheld || !WITHHELD.has(field));
  const facts = fields.flatMap((field) => FACTS[field](config, tell).map((fact): ConfigFact => ({ field, ...fact })));
  if (withheld) facts.push({ label: words.text("summary.withheld"), value: words.text("summary.withheld_text") });
  return facts;
}
