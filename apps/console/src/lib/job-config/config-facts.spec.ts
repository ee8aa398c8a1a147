import { jobConfig, type JobConfig, type JobConfigInput } from "@udt/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { configFacts } from "./config-facts.ts";

beforeAll(async () => {
  vi.stubGlobal("document", { cookie: "udt_lang=en", documentElement: { lang: "" } });
  vi.stubGlobal("navigator", { languages: [] });
  await loadTexts("job-config", "common");
});
afterAll(() => vi.unstubAllGlobals());

const whole = (change: Partial<JobConfigInput>): JobConfig =>
  jobConfig.parse({
    app_id: "app-1",
    preinstall_app_ids: ["app-2"],
    framework: "pytest",
    library_id: "library-1",
    devices: { kind: "rule", rules: [{ attribute: "brand", operator: "in", values: ["Acme"] }], count: 2 },
    retry: { mode: "same_device", times: 1 },
    ...change,
  });

/** Between them everything that a person can set has an effect. */
const CONFIGS: Record<string, JobConfig> = {
  "a library in an image": whole({
    environment: { kind: "image", image: "registry.example.com/tests", tag: "1", credential_id: "credential-1" },
    cases: { kind: "cases", case_keys: ["a.py::test_one"] },
    accounts: { kind: "file", account_file_id: "file-1" },
    parameters: "{}",
    white_list: "org.example",
  }),
  "a third party, without video": whole({ accounts: { kind: "third_party", provider: "qq" }, video: false }),
  "recorded memory": whole({
    memory: { every_seconds: 60, at_case_end: true, with_heap: false, fail_over_budget: true },
  }),
  "chosen devices": whole({ devices: { kind: "devices", device_ids: ["device-1"] } }),
  "an iOS job": whole({ os: "ios" }),
  "a monkey": whole({
    framework: "monkey",
    library_id: null,
    monkey: { minutes: 5, seed: 1, throttle_ms: 1, events: 1, packages: ["org.example"] },
  }),
  "an instrumentation": whole({
    framework: "instrumentation",
    library_id: null,
    instrumentation: { test_app_id: "app-3", component: "a/b" },
  }),
};

type Path = readonly (string | number)[];

/** Every value in a configuration, by its path. */
function* leaves(value: unknown, path: Path = []): Generator<[Path, unknown]> {
  if (typeof value !== "object" || value === null) yield [path, value];
  else for (const [key, inner] of Object.entries(value)) yield* leaves(inner, [...path, key]);
}

const another = (value: unknown): unknown => {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 1;
  return typeof value === "string" ? `${value}-other` : value;
};

function withOther(config: JobConfig, path: Path, value: unknown): JobConfig {
  const copy = structuredClone(config) as unknown as Record<string | number, unknown>;
  const parent = path.slice(0, -1).reduce((at, key) => at[key] as typeof copy, copy);
  parent[path.at(-1)!] = value;
  return copy as unknown as JobConfig;
}

const told = (config: JobConfig) => JSON.stringify(configFacts(config, (id) => `the name of ${id}`));
/** What a kind decides is told by other values than its own; these have no words for a kind that there is not. */
const isKind = (path: Path) => path.at(-1) === "kind" || path[0] === "framework";

describe("what a configuration says", () => {
  it("shows each value that can be set, where it has an effect", () => {
    const shows = new Map<string, boolean>();
    for (const config of Object.values(CONFIGS)) {
      for (const [path, value] of leaves(config)) {
        if (value === null || isKind(path)) continue;
        const field = path.filter((key) => Number.isNaN(Number(key))).join(".");
        const isShown = told(withOther(config, path, another(value))) !== told(config);
        shows.set(field, (shows.get(field) ?? false) || isShown);
      }
    }
    expect([...shows].filter(([, is]) => !is).map(([field]) => field)).toEqual([]);
    // Every field of the contract was looked at, but for the one that is nothing but its kind.
    const fields = new Set([...shows.keys()].map((field) => field.split(".")[0]));
    expect(Object.keys(jobConfig.shape).filter((field) => !fields.has(field))).toEqual(["framework"]);
  });

  it("has names and words, and never an id or a key of ours", () => {
    for (const config of Object.values(CONFIGS)) {
      const facts = configFacts(config, () => "named");
      expect(new Set(facts.map(({ label }) => label)).size).toBe(facts.length);
      for (const { label, value } of facts) {
        expect(label).not.toMatch(/^(field|summary)\./);
        expect(value).not.toMatch(/(app|library|file|credential|device)-\d|^(summary|field|mode)\./);
      }
    }
  });

  it("says what is withheld from guests, and that it is", () => {
    const config = whole({ parameters: '{"password":"hush"}', accounts: { kind: "third_party", provider: "qq" } });
    const labels = (withheld: boolean) => configFacts(config, () => "named", withheld).map(({ label }) => label);
    const [all, left] = [labels(false), labels(true)];
    expect(all.filter((label) => !left.includes(label))).toHaveLength(2);
    expect(left.filter((label) => !all.includes(label))).toEqual(["Not shown"]);
    expect(JSON.stringify(configFacts(config, () => "named", true))).not.toContain("hush");
  });
});

describe("a rule for devices in a summary", () => {
  it.each([
    ["en", "Virtual: Yes · Brand is one of Acme, Ajax"],
    ["zh", "虚拟设备：是 · 品牌属于 Acme, Ajax"],
    ["ja", "仮想デバイス：はい · ブランドが次のいずれか：Acme, Ajax"],
  ])("is whole in %s", async (language, words) => {
    // A page speaks the one language that it was loaded in.
    vi.resetModules();
    vi.stubGlobal("document", { cookie: `udt_lang=${language}`, documentElement: { lang: "" } });
    const i18n = await import("../i18n/index.ts");
    await i18n.loadTexts("job-config", "common");
    const facts = await import("./config-facts.ts");
    const rules = [
      { attribute: "is_virtual" as const, operator: "equals" as const, values: ["true"] },
      { attribute: "brand" as const, operator: "in" as const, values: ["Acme", "Ajax"] },
    ];
    const told = facts.configFacts(whole({ devices: { kind: "rule", rules, count: 1 } }), () => "named");
    expect(told.map(({ value }) => value)).toContain(words);
  });
});
