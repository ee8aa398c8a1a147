import { ENDPOINTS, ERROR_NAMES, ERRORS } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { ERROR_POLICY } from "./policy.ts";
import refusalsEn from "./refusals/texts/en.ts";
import refusalsJa from "./refusals/texts/ja.ts";
import refusalsZh from "./refusals/texts/zh.ts";
import en from "./texts/en.ts";
import ja from "./texts/ja.ts";
import zh from "./texts/zh.ts";

const placeholders = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));

describe("the error policy", () => {
  it("has a rule for each row of the contract and for nothing else", () => {
    expect(Object.keys(ERROR_POLICY).sort()).toEqual([...ERROR_NAMES].sort());
  });

  it("sends every session error, and only those, to sign-in", () => {
    const login = ERROR_NAMES.filter((name) => ERROR_POLICY[name] === "login");
    expect(login.map((name) => ERRORS[name].ret).sort()).toEqual([2, 7]);
  });
});

const LANGUAGES = [
  ["en", en.rows, refusalsEn.rows],
  ["zh", zh.rows, refusalsZh.rows],
  ["ja", ja.rows, refusalsJa.rows],
] as const;

describe.each(LANGUAGES)("the error texts in %s", (_, early, late) => {
  const rows = { ...early, ...late };
  // Texts for a row in a special case: they say so in their name.
  const special = ["device_busy_unnamed", "too_many_attempts_minutes"];

  it("cover each row of the contract", () => {
    const keys = [...Object.keys(early), ...Object.keys(late)].filter((key) => !special.includes(key));
    expect(keys.sort()).toEqual([...ERROR_NAMES].sort());
  });

  it("are there before sign-in for all that may be refused then", () => {
    // No page of ours asks the first two, and the third it shows as a picture.
    const others = ["metrics", "libraryHook", "qualityImage"];
    const asked = Object.values(ENDPOINTS).filter(
      ({ name, access }) => (access === "public" || access === "signed") && !others.includes(name),
    );
    expect(asked.length).toBeGreaterThan(10);
    for (const { name, errors } of asked) expect(Object.keys(early), name).toEqual(expect.arrayContaining([...errors]));
    // These come by an address or from another window, when a sign-in elsewhere is over.
    const told = ["sign_in_state", "sign_in_ticket", "sign_in_failed", "second_step_needed", "user_approving"];
    expect(Object.keys(early)).toEqual(expect.arrayContaining(told));
  });

  it("use only values that the row's own message has", () => {
    for (const name of ERROR_NAMES) {
      const known = placeholders(ERRORS[name].message);
      for (const used of placeholders(rows[name])) expect([...known], name).toContain(used);
    }
  });
});
