import { casesOf, fillAll, readLowCode, textsOf, type Step } from "@udt/low-code";
import { describe, expect, it } from "vitest";
import { HOSTILE } from "../script/script.fixture.ts";
import type { Target } from "../script/steps.ts";
import type { Naming } from "./namings.ts";
import { insertionInto, languageOf, locatorIn, sayable, WISHES, type FileLanguage, type Wish } from "./insertion.ts";

const id = { by: "resource_id", value: "dev.udt.shop:id/sign_in", instance: 0, is_alone: true } as const;
const text = { by: "text", value: "Sign in", instance: 1 } as const;
const description = { by: "description", value: "Sign in now", instance: 0, is_alone: true } as const;
const xpath = { by: "xpath", value: "/hierarchy/a[1]" } as const;
const others: Naming[] = [
  { target: description, matches: 1 },
  { target: text, matches: 2 },
  { target: xpath, matches: 1 },
];

const into = (file: string, language: FileLanguage, wish: Wish, target: Target = id, name = "a step") => {
  const lines = file.split("\n");
  const caret = { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
  return insertionInto({ text: file, start: caret, end: caret }, { language, wish, target, others }, () => name);
};

describe("the language of a file", () => {
  it.each([
    ["cases/cart.yaml", "low_code"],
    ["cart.yml", "low_code"],
    ["tests/cart.test.ts", "typescript"],
    ["tests/test_cart.py", "python"],
    ["README.md", undefined],
    ["yaml", undefined],
  ])("of %s is %s", (path, language) => expect(languageOf(path)).toBe(language));
});

describe("a low-code file", () => {
  /** The steps of a file that began empty, as its runner reads them. */
  const read = (file: string): Step[] => {
    const found = readLowCode(file);
    if ("faults" in found) throw new Error(JSON.stringify(found.faults));
    const [one] = casesOf(found);
    const scope = new Map([...textsOf(found.file.variables), ...(one?.scope ?? [])]);
    return fillAll(one?.steps ?? [], scope, (name) => `no value: ${name}`);
  };

  it("gets a step that its runner reads, with what else means that element alone to fall back on", () => {
    expect(read(into("", "low_code", "tap")?.text ?? "")).toEqual([
      {
        id: "step-1",
        name: "a step",
        action: "tap",
        locator: { by: "ui", id: "dev.udt.shop:id/sign_in" },
        fallback: [{ by: "ui", description: "Sign in now" }],
      },
    ]);
    expect(read(into("", "low_code", "check", text)?.text ?? "")).toMatchObject([
      { action: "assert", locator: { by: "ui", text: "Sign in", which: 2 } },
    ]);
  });

  it("gets an id that no step of it has", () => {
    const file = "low_code: 1\ncases:\n  - name: c\n    steps:\n      - { id: step-7, action: rotate }";
    const whole = file + (into(file, "low_code", "tap")?.text ?? "");
    expect(read(whole).map((step) => step.id)).toEqual(["step-7", "step-8"]);
  });

  it("keeps any text that it can say, and is offered no other", () => {
    const all = HOSTILE.map((value): Naming => ({ target: { by: "text", value, instance: 0 }, matches: 1 }));
    const said = sayable("low_code", all);
    expect(all.filter((one) => !said.includes(one)).map(({ target }) => target.value)).toEqual([
      expect.stringContaining("${"),
    ]);
    for (const { target } of said)
      expect(read(into("", "low_code", "tap", target, target.value)?.text ?? "")).toMatchObject([
        { locator: { text: target.value } },
      ]);
    expect(sayable("python", all)).toEqual(all);
  });
});

describe("what is written", () => {
  it.each([
    ["typescript", "tap", 'await phone.tap("resource_id", "dev.udt.shop:id/sign_in", 0, [0.5, 0.5]);'],
    ["typescript", "check", 'await phone.check("resource_id", "dev.udt.shop:id/sign_in", 0);'],
    ["python", "tap", 'tap("resource_id", "dev.udt.shop:id/sign_in", 0, (0.5, 0.5))'],
    ["python", "check", 'check("resource_id", "dev.udt.shop:id/sign_in", 0)'],
  ] as const)("in %s for a %s is what an export has", (language, wish, call) => {
    expect(into("", language, wish)?.text).toBe(`${call}\n`);
  });

  it("is the locator alone, where the caret is and in place of what is selected", () => {
    const [start, end] = [
      { line: 1, column: 3 },
      { line: 1, column: 5 },
    ] as const;
    const edit = insertionInto(
      { text: "a: ??", start, end },
      { language: "low_code", wish: "locator", target: id, others },
      () => "",
    );
    expect(edit).toEqual({ start, end, text: '{ by: ui, id: "dev.udt.shop:id/sign_in" }' });
    expect(locatorIn("python", text)).toBe('"text", "Sign in", 1');
    expect(locatorIn("typescript", xpath)).toBe('"xpath", "/hierarchy/a[1]", 0');
  });

  it("is something for every wish", () => {
    for (const wish of WISHES) expect(into("", "low_code", wish)).toBeDefined();
  });
});
