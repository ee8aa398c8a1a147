import { needsLibrary, type DeviceRule, type JobConfig } from "@udt/contract";
import { getFormat } from "../format/index.ts";
import { getT, type Namespaces } from "../i18n/index.ts";

/** What people call the thing that a configuration names by an id. */
export type ConfigNames = (id: string) => string;

/** One thing that was set, in words. */
export interface ConfigFact {
  label: string;
  value: string;
}

/** So many of a long list are named. */
const NAMED = 20;
const NOTHING = "–";

const texts = () => getT("job-config");
const yes = (is: boolean): string => texts()(is ? "truth.true" : "truth.false");
const fact = (field: keyof Namespaces["job-config"]["field"], value: string): ConfigFact => ({
  label: texts()(`field.${field}`),
  value: value || NOTHING,
});

function listed(names: readonly string[]): string {
  const rest = names.length - NAMED;
  const named = names.slice(0, NAMED).join(", ");
  return rest > 0 ? texts()("summary.and_more", { named, count: rest }) : named;
}

const ruleWords = ({ attribute, operator, values }: DeviceRule): string => {
  const t = texts();
  const name = t(`attribute.${attribute}`);
  if (attribute === "is_virtual") return t("summary.rule_truth", { attribute: name, value: yes(values[0] === "true") });
  return t("summary.rule", { attribute: name, operator: t(`operator.${operator}`), values: values.join(", ") });
};

/** Whether anything is installed. */
export const hasApps = ({ app_id, preinstall_app_ids, instrumentation }: JobConfig): boolean =>
  app_id !== null || preinstall_app_ids.length > 0 || instrumentation !== null;

/**
 * How each field of a configuration is told, in the order of the editor's steps: nothing where it is without effect. A field
 * that is new in the contract does not compile until it is told here.
 */
const FACTS: { [Field in keyof JobConfig]: (config: JobConfig, names: ConfigNames) => ConfigFact[] } = {
  os: ({ os }) => [fact("os", getT("common")(`os.${os}`))],
  test_type: ({ test_type }) => [fact("test_type", texts()(`test_type.${test_type}`))],
  app_id: ({ app_id }, names) => [fact("app", app_id === null ? texts()("summary.no_app") : names(app_id))],
  install_mode: (config) =>
    hasApps(config) ? [fact("install_mode", texts()(`install_mode.${config.install_mode}`))] : [],
  skip_same_version: (config) => (hasApps(config) ? [fact("skip_same_version", yes(config.skip_same_version))] : []),
  resign: (config) => (config.os === "ios" && hasApps(config) ? [fact("resign", yes(config.resign))] : []),
  auto_launch: ({ app_id, auto_launch }) => (app_id === null ? [] : [fact("auto_launch", yes(auto_launch))]),
  preinstall_app_ids: ({ preinstall_app_ids }, names) => [
    fact("preinstall_apps", listed(preinstall_app_ids.map(names))),
  ],
  devices: ({ devices }, names) =>
    devices.kind === "devices"
      ? [fact("devices", listed(devices.device_ids.map(names)))]
      : [
          fact("devices", texts()("devices_by_rule", { count: devices.count })),
          fact("rules", devices.rules.map(ruleWords).join(" · ") || texts()("summary.no_rules")),
        ],
  accounts: ({ accounts, framework }, names) => {
    if (framework === "monkey") return [];
    const kind = texts()(`accounts.${accounts.kind}`);
    if (accounts.kind === "none") return [fact("accounts", kind)];
    const which = accounts.kind === "file" ? names(accounts.account_file_id) : texts()(`provider.${accounts.provider}`);
    return [fact("accounts", `${kind} · ${which || NOTHING}`)];
  },
  framework: ({ framework }) => [fact("framework", texts()(`framework.${framework}`))],
  library_id: ({ framework, library_id }, names) =>
    needsLibrary(framework) ? [fact("library", library_id === null ? "" : names(library_id))] : [],
  cases: ({ framework, cases }) => {
    if (!needsLibrary(framework)) return [];
    if (cases.kind === "all") return [fact("cases", texts()("case_choice.all"))];
    const count = texts()("summary.cases_chosen", { count: cases.case_keys.length });
    return [fact("cases", cases.case_keys.length === 0 ? count : `${count}: ${listed(cases.case_keys)}`)];
  },
  environment: ({ framework, environment }, names) => {
    if (!needsLibrary(framework)) return [];
    if (environment.kind === "built_in") return [fact("environment", texts()("environment.built_in"))];
    const { image, tag, credential_id } = environment;
    const credential = credential_id === null ? [] : [fact("credential", names(credential_id))];
    return [fact("environment", `${image}:${tag}`), ...credential];
  },
  monkey: ({ framework, monkey }) => {
    if (framework !== "monkey" || monkey === null) return [];
    const { minutes, throttle_ms, events, seed, packages } = monkey;
    const format = getFormat();
    return [
      fact("monkey_minutes", `${format.number(minutes)} ${texts()("minutes")}`),
      fact("monkey_throttle", `${format.number(throttle_ms)} ms`),
      fact("monkey_events", events === null ? texts()("summary.unlimited") : format.number(events)),
      fact("monkey_seed", seed === null ? texts()("summary.new_seed") : String(seed)),
      fact("monkey_packages", packages.length === 0 ? texts()("summary.app_alone") : packages.join(", ")),
    ];
  },
  instrumentation: ({ framework, instrumentation }, names) =>
    framework !== "instrumentation"
      ? []
      : [
          fact("test_app", instrumentation === null ? "" : names(instrumentation.test_app_id)),
          fact("component", instrumentation?.component || texts()("summary.only_runner")),
        ],
  parameters: ({ framework, parameters }) => (framework === "monkey" ? [] : [fact("parameters", parameters)]),
  mode: ({ framework, mode }) => (needsLibrary(framework) ? [fact("mode", texts()(`mode.${mode}`))] : []),
  retry: ({ retry: { times, mode } }) => [
    fact(
      "retry_times",
      times === 0 ? texts()("summary.no_retry") : `${getFormat().number(times)} · ${texts()(`retry_mode.${mode}`)}`,
    ),
  ],
  timeouts: ({ timeouts: { case_minutes, device_minutes, test_minutes } }) => [
    fact("timeouts", texts()("summary.timeouts_text", { case_minutes, device_minutes, test_minutes })),
  ],
  video: ({ video }) => (video ? [] : [fact("video", yes(false))]),
  video_minutes: ({ video, video_minutes }) =>
    video ? [fact("video", texts()("summary.video", { minutes: video_minutes }))] : [],
  performance: ({ performance }) => [fact("performance", yes(performance))],
  log: ({ log }) => [fact("log", yes(log))],
  reboot_before: ({ reboot_before }) => [fact("reboot_before", yes(reboot_before))],
  reboot_after: ({ reboot_after }) => [fact("reboot_after", yes(reboot_after))],
  white_list: ({ white_list }) => [fact("white_list", white_list)],
  priority: ({ priority }) => [fact("priority", getFormat().number(priority))],
};

/** What guests of a public project are not told. */
const WITHHELD: ReadonlySet<string> = new Set<keyof JobConfig>(["accounts", "parameters"]);

/** All that a configuration says, in words; of one that is withheld what is left, and that the rest is. */
export function configFacts(config: JobConfig, names: ConfigNames, withheld = false): ConfigFact[] {
  const told = Object.entries(FACTS).filter(([field]) => !withheld || !WITHHELD.has(field));
  const facts = told.flatMap(([, tell]) => tell(config, names));
  if (withheld) facts.push({ label: texts()("summary.withheld"), value: texts()("summary.withheld_text") });
  return facts;
}
