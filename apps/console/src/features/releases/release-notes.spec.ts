import { describe, expect, it } from "vitest";
import { NEWEST_RELEASE } from "../../lib/releases/index.ts";
import { version } from "../../../package.json" with { type: "json" };
import { RELEASES } from "./release-notes.ts";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

describe("the release notes", () => {
  it("begin with the release that the header knows to be the newest", () => {
    expect(RELEASES[0].version).toBe(NEWEST_RELEASE);
    expect(NEWEST_RELEASE).toBe(version);
  });

  it("are newest first, each once", () => {
    const order = RELEASES.map(({ version }) => version.split(".").map(Number));
    const sorted = order.toSorted((a, b) => b[0]! - a[0]! || b[1]! - a[1]! || b[2]! - a[2]!);
    expect(order).toEqual(sorted);
    expect(new Set(RELEASES.map(({ version }) => version)).size).toBe(RELEASES.length);
  });

  it.each([
    ["en", en],
    ["zh", zh],
    ["ja", ja],
  ])("have words for each note in %s", (_language, texts) => {
    for (const { key, notes } of RELEASES) {
      const words = texts[key] as Record<string, string>;
      expect(Object.keys(words).toSorted()).toEqual(["title", ...notes].toSorted());
    }
  });
});
