// @vitest-environment happy-dom
import { LIMITS, type PartitionRule } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { importRules } from "./file.ts";
import { changed, draftsOf, emptyDraft, moved, named, rulesOf } from "./rule-draft.ts";

const rule = (module: string, change: Partial<PartitionRule> = {}): PartitionRule => ({
  module,
  owner: "",
  budget_bytes: null,
  symbol: "a*",
  image: "",
  region: "",
  ...change,
});
const images = [
  rule("Images", { owner: "Team List", budget_bytes: 64 }),
  rule("Ads"),
  rule("Images", { owner: "Team List", budget_bytes: 64, symbol: "b" }),
];
const keyAt = (drafts: readonly { key: string }[], index: number): string => drafts[index]?.key ?? "";

describe("rules as they are edited", () => {
  it("are the same rules again, and each has a key of its own", () => {
    const drafts = draftsOf(images);
    expect(rulesOf(drafts)).toEqual(images);
    expect(new Set([...drafts, emptyDraft()].map(({ key }) => key)).size).toBe(4);
  });

  it("share owner and budget of a module, and nothing else of it", () => {
    const drafts = draftsOf(images);
    const owned = changed(drafts, keyAt(drafts, 2), { owner: "Team Core" });
    expect(rulesOf(owned).map(({ owner }) => owner)).toEqual(["Team Core", "", "Team Core"]);
    const freed = changed(owned, keyAt(drafts, 0), { budget_bytes: null });
    expect(rulesOf(freed).map(({ budget_bytes }) => budget_bytes)).toEqual([null, null, null]);
    const other = changed(freed, keyAt(drafts, 0), { symbol: "c" });
    expect(rulesOf(other).map(({ symbol }) => symbol)).toEqual(["c", "a*", "b"]);
  });

  it("that have no module yet share nothing", () => {
    const drafts = [emptyDraft(), emptyDraft()];
    const owned = changed(drafts, keyAt(drafts, 0), { owner: "Team" });
    expect(rulesOf(owned).map(({ owner }) => owner)).toEqual(["Team", ""]);
    expect(rulesOf(named(owned, keyAt(drafts, 1)))).toEqual(rulesOf(owned));
  });

  it("take owner and budget from the module that they are named by", () => {
    const drafts = [...draftsOf(images), { ...emptyDraft(), module: " Images " }];
    expect(rulesOf(named(drafts, keyAt(drafts, 3)))[3]).toMatchObject({ owner: "Team List", budget_bytes: 64 });
    const alone = [...draftsOf(images), { ...emptyDraft(), module: "Cart", owner: "Mine" }];
    expect(rulesOf(named(alone, keyAt(alone, 3)))[3]).toMatchObject({ owner: "Mine", budget_bytes: null });
  });

  it("are moved by one place, and not beyond the ends", () => {
    const drafts = draftsOf([rule("A"), rule("B"), rule("C")]);
    const order = (moves: [number, -1 | 1][]) =>
      moves.reduce((now, [index, by]) => moved(now, keyAt(drafts, index), by), drafts).map(({ module }) => module);
    expect(order([[2, -1]])).toEqual(["A", "C", "B"]);
    expect(order([[0, 1]])).toEqual(["B", "A", "C"]);
    expect(order([[0, -1]])).toEqual(["A", "B", "C"]);
    expect(order([[2, 1]])).toEqual(["A", "B", "C"]);
  });
});

describe("rules of a file", () => {
  const fileOf = (text: string) => new File([text], "rules.json");

  it("are what was exported", async () => {
    expect(await importRules(fileOf(JSON.stringify({ rules: images })))).toEqual({ rules: images });
  });

  it.each([
    ["Dear Sir", { at: "", found: undefined }],
    ['{"rules": [{"module": "A"}]}', { at: "rules.0.symbol" }],
    ['{"rules": [{"symbol": "a"}]}', { at: "rules.0.module" }],
    ["[]", { at: "", found: [] }],
    [" ".repeat(LIMITS.body_size_max_bytes + 1), { at: "", found: undefined }],
  ])("are refused by their place #%#", async (text, refused) => {
    const imported = await importRules(fileOf(text));
    expect(imported).toMatchObject(refused);
    expect(imported).not.toHaveProperty("rules");
  });
});
