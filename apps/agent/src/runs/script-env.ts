import type { RunSpec } from "@udt/contract";

export interface ScriptFacts {
  /** By what they find the device: its driver says. */
  endpoints: Readonly<Record<string, string>>;
  /** `package/activity` of the app under test; empty when there is none. */
  app_entry: string;
  results: string;
  attempt: number;
}

/** What every script finds in its environment; docs/writing-tests.md tells its readers. */
export function scriptEnv(spec: RunSpec, facts: ScriptFacts): Record<string, string> {
  const { accounts, parameters } = spec.config;
  const packageName = spec.app?.package_name ?? "";
  const activity = facts.app_entry.slice(facts.app_entry.indexOf("/") + 1);
  return {
    ...facts.endpoints,
    UDT_APP_PACKAGE: packageName,
    UDT_APP_ACTIVITY: activity,
    CT_APP_PKG_NAME: packageName,
    CT_APP_LAUNCH_ACTIVITY: activity,
    DEVICE_SEQ: String(spec.device_seq),
    UDT_ACCOUNT: spec.account === null ? "" : JSON.stringify(spec.account),
    UDT_SIGN_IN: accounts.kind === "third_party" ? accounts.provider : "",
    UDT_PARAMETERS: parameters,
    UDT_ATTEMPT: String(facts.attempt),
    UPLOADDIR: facts.results,
    UDT_RESULTS_DIR: facts.results,
    CASE_FUNC: "",
  };
}
