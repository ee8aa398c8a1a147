import { ApiError } from "@udt/client";
import { ERRORS, LIMITS, notificationRules, RULES, rules } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { ruleText, useRuleText } from "./rule-text.ts";
import en from "./texts/en.ts";

beforeEach(async () => {
  vi.stubGlobal("document", { cookie: "udt_lang=en", documentElement: { lang: "" } });
  vi.stubGlobal("navigator", { languages: [] });
  await loadTexts("rules");
});
afterEach(() => vi.unstubAllGlobals());

const { check, refused } = useRuleText();

describe("ruleText", () => {
  it.each(RULES)("has whole words for %s", (rule) => {
    expect(en).toHaveProperty(rule);
    expect(ruleText(rule)).not.toMatch(/[{}]/);
  });

  it("knows no others", () => expect(ruleText("toString")).toBeUndefined());
});

describe("check", () => {
  const FAMILY = "👨‍👩‍👧";
  it.each([
    ["email", rules.email, "anna@example.com", "anna", /valid email/],
    ["nickname", rules.nickname, "测".repeat(LIMITS.nickname_max), "测".repeat(LIMITS.nickname_max + 1), /At most 20/],
    ["nickname of emoji", rules.nickname, FAMILY.repeat(20), FAMILY.repeat(21), /At most 20/],
    ["blank nickname", rules.nickname, " x ", "   ", /Enter a nickname/],
    ["short password", rules.password, "p".repeat(LIMITS.password_min), "p".repeat(LIMITS.password_min - 1), /8 to 20/],
    ["long password", rules.password, "p".repeat(LIMITS.password_max), "p".repeat(LIMITS.password_max + 1), /8 to 20/],
    ["Chinese in a password", rules.password, "pässwörd-カタ", "password密码", /Chinese/],
    ["project name", rules.projectName, "项目-1", "项目 1", /Spaces/],
    ["project id", rules.newProjectId, "signups", "SignUp", /reserved/],
    ["description", rules.description, "字".repeat(140), "字".repeat(141), /At most 280/],
  ])("says what is wrong with a %s on the far side of its limit", (_, schema, good, bad, words) => {
    expect(check(schema, good)).toBeUndefined();
    expect(check(schema, bad)).toMatch(words);
  });

  it("names our limit, not the one that only keeps floods out", () => {
    expect(check(rules.nickname, "x".repeat(5000))).toBe("At most 20 characters.");
  });

  it("names which of several things is wrong", () => {
    expect(check(notificationRules.recipients, "anna@example.com; nobody；李雷")).toBe(
      "nobody is not a valid email address.",
    );
    expect(check(notificationRules.recipients, "anna@example.com；li.lei@example.com;")).toBeUndefined();
    expect(ruleText("recipient_format:a: b")).toContain("a: b is not");
  });

  it("has words for a limit that has no rule of its own", () => {
    expect(check(rules.email, `${"x".repeat(LIMITS.email_max)}@example.com`)).toBe(
      `At most ${LIMITS.email_max} characters.`,
    );
    expect(check(rules.email, "a\0@example.com")).toBe("It contains a character that cannot be kept.");
  });
});

describe("refused", () => {
  const error = new ApiError(ERRORS.invalid_param.message, {
    kind: "refused",
    code: "invalid_param",
    issues: [
      { field: "user_name", rule: "nickname_length" },
      { field: "email", rule: "a rule of a newer server" },
    ],
    method: "POST",
    path: "/v1/plat/user/signup/email",
  });

  it("puts the server's word on its field", () => {
    expect(refused(error, "user_name")).toBe("At most 20 characters.");
    expect(refused(error, "email")).toBe("a rule of a newer server");
    expect(refused(error, "password")).toBeUndefined();
    expect(refused(new TypeError("x"), "email")).toBeUndefined();
  });
});
