import { array, assert, constant, constantFrom, float, integer, oneof, property, record, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { casesOf, faultsText, isLowCode, LOW_CODE_LIMITS, readLowCode } from "./index.ts";

/** Blocks within blocks, at most. */
const MOST = 2 * LOW_CODE_LIMITS.nesting_max;
const tap = { id: "go", action: "tap", locator: { by: "ui", id: "enter" } };
const file = (steps: unknown[], rest: object = {}) =>
  stringify({ low_code: 1, ...rest, cases: [{ name: "one", steps }] }, { aliasDuplicateObjects: false });

/** What is said of a file. */
function said(text: string): string {
  const read = readLowCode(text);
  return "faults" in read ? faultsText(read.faults) : "";
}

describe("faults", () => {
  test.each([
    ["what is no YAML", "low_code: 1\ncases: [", "line 2: this is not YAML"],
    [
      "an unknown action",
      file([{ id: "a", action: "fly" }]),
      "line 6: cases[0].steps[0].action must be one of start_app, tap",
    ],
    ["an unknown field", file([{ ...tap, speed: 3 }]), "there is no field cases[0].steps[0].speed"],
    ["a missing field", file([{ id: "a", action: "tap" }]), "cases[0].steps[0].locator is missing"],
    ["a number for a text", file([{ ...tap, locator: { by: "ui", text: 5 } }]), "locator.text is no text"],
    ["a text for a number", file([{ ...tap, timeout: "long" }]), "steps[0].timeout is no number"],
    ["a timeout without end", file([{ ...tap, timeout: 601 }]), "steps[0].timeout must be at most 600"],
    [
      "an unknown way to locate",
      file([{ ...tap, locator: { by: "name", name: "a" } }]),
      "locator.by must be one of ui, image, position",
    ],
    [
      "a picture out of its folder",
      file([tap, { ...tap, id: "b", fallback: [{ by: "image", image: "a/../../b.png" }] }]),
      "cases[0].steps[1].fallback[0].image must name a .png file beside this one",
    ],
    [
      "a picture by a variable",
      file([{ ...tap, locator: { by: "image", image: "${app}.png" } }]),
      "cases[0].steps[0].locator.image must name a .png file",
    ],
    [
      "a picture of another kind",
      file([{ ...tap, locator: { by: "image", image: "/a.jpg" } }]),
      "cases[0].steps[0].locator.image must name a .png file",
    ],
    [
      "a picture that anything is like",
      file([{ ...tap, locator: { by: "image", image: "a.png", score: 0.1 } }]),
      "cases[0].steps[0].locator.score must be at least 0.5",
    ],
    [
      "a script out of the repository",
      file([{ id: "a", action: "script", file: "../a.mjs" }]),
      "cases[0].steps[0].file must name a .js, .mjs, .cjs or .ts file",
    ],
    [
      "a script of another kind",
      file([{ id: "a", action: "script", file: "a.sh" }]),
      "cases[0].steps[0].file must name a .js, .mjs, .cjs or .ts file",
    ],
    [
      "a picture's text",
      file([{ id: "a", action: "assert", locator: { by: "image", image: "a.png" }, text: "a" }]),
      "what is found by a picture has neither text nor state",
    ],
    ["a locator that says nothing", file([{ ...tap, locator: { by: "ui" } }]), "steps[0].locator needs"],
    ["a loop without end", file([{ id: "a", action: "loop", steps: [tap] }]), "line 5: the loop has no end"],
    [
      "a loop whose condition may hold for ever",
      file([{ id: "a", action: "loop", while: { locator: { by: "ui", id: "x" } }, steps: [tap] }]),
      "the loop has no end",
    ],
    ["an id twice", file([tap, tap]), "the id go is there twice"],
    [
      "a variable that nobody declares",
      file([{ id: "a", action: "input", text: "${who}" }]),
      "there is no variable who",
    ],
    [
      "a block that is not there",
      file([{ id: "a", action: "call", block: "constructor" }]),
      "there is no block constructor",
    ],
    [
      "a call without a value",
      file([{ id: "a", action: "call", block: "b" }], { blocks: { b: { parameters: ["x"], steps: [tap] } } }),
      "cases[0].steps[0].with.x is missing",
    ],
    [
      "blocks that call each other",
      file([tap], {
        blocks: {
          a: { steps: [{ id: "to-b", action: "call", block: "b" }] },
          b: { steps: [{ id: "to-a", action: "call", block: "a" }] },
        },
      }),
      "blocks call each other without end: a → b → a",
    ],
    ...[false, true].map((isTurned): [string, string, string] => {
      const steps = (at: number) => (at === MOST ? [tap] : [{ id: "on", action: "call", block: `b${at + 1}` }]);
      const blocks = Array.from({ length: MOST + 1 }, (_, at) => [`b${at}`, { steps: steps(at) }]);
      const all = isTurned ? blocks.toReversed() : blocks;
      const called = [{ id: "a", action: "call", block: "b0" }];
      const text = file(called, { blocks: Object.fromEntries(all) });
      return [
        `blocks within too many others, ${isTurned ? "the innermost first" : "the outermost first"}`,
        text,
        "nested deeper than 20",
      ];
    }),
    [
      "rows of several shapes",
      "low_code: 1\ncases:\n- name: n\n  data: [{a: 1}, {b: 2}]\n  steps: [{id: x, action: key, key: Enter}]",
      "cases[0].data[1].a is missing",
    ],
    ["a key twice", "low_code: 1\nlow_code: 1", "line 2: low_code is there twice"],
    ["a second document", "low_code: 1\n---\na: 1", "a second document begins"],
  ])("tells %s", (_, text, expected) => {
    expect(said(text)).toContain(expected);
  });

  test("of one line each name that line", () => {
    const text =
      "low_code: 1\ncases:\n  - name: one\n    steps:\n      - id: a\n        action: tap\n        locator:\n          by: ui\n          colour: red\n";
    const read = readLowCode(text);
    expect("faults" in read && read.faults.map(({ line }) => line)).toEqual([9]);
  });
});

describe("hostile YAML", () => {
  const laughs = `low_code: 1\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghij"
    .split("")
    .map((name, at) => `${name}: &${name} [${Array<string>(9).fill(`*${"abcdefghi"[at]}`).join(",")}]`)
    .join("\n")}\n`;
  const many = LOW_CODE_LIMITS.file_bytes_max;
  test.each([
    ["a billion laughs", laughs, "aliases are not read"],
    ["brackets without end", "[".repeat(many), "nested deeper"],
    ["brackets that close", "[".repeat(many / 2) + "]".repeat(many / 2), "nested deeper"],
    ["braces without end", "{".repeat(many), "nested deeper"],
    ["dashes without end", "- ".repeat(many / 2), "nested deeper"],
    ["questions without end", "? ".repeat(many / 2), "nested deeper"],
    ["remarks without end", "#\n".repeat(many / 2), ""],
    ["keys without end", Array.from({ length: many / 10 }, (_, at) => `k${at}: 1\n`).join(""), "there is no field"],
    ["cases without end", `low_code: 1\ncases: [${"1,".repeat(many / 3)}]`, "cases may have at most 1000"],
    ["more than is read", " ".repeat(many + 1), "the file is larger than"],
  ])("of %s is refused and ends", (_, text, expected) => {
    const begun = performance.now();
    const words = said(text);
    expect(words).not.toBe("");
    expect(words).toContain(expected);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test("of any kind never throws, and every fault has a line of the file", () => {
    const piece = constantFrom(
      "low_code: 1\n",
      "cases:\n",
      "- ",
      "  ",
      "[",
      "]",
      "{",
      "}",
      "a: ",
      "*a",
      "&a ",
      "!!str ",
      "|\n",
      "'",
      '"',
      "\n",
      "#",
      "? ",
      ": ",
      "${x}",
      "<<: ",
      "__proto__: ",
      "\t",
      "名",
      "\0",
    );
    assert(
      property(
        array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
        (text) => {
          const read = readLowCode(text);
          if (!("faults" in read)) return;
          expect(read.faults.length).toBeGreaterThan(0);
          for (const { line } of read.faults) expect(line).toBeLessThanOrEqual(text.split("\n").length);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("round trip", () => {
  const words = string({ minLength: 1, maxLength: 30, unit: "grapheme" }).filter((text) => !text.includes("$"));
  const locator = oneof(
    record({ by: constant("ui"), text: words }),
    record({
      by: constant("ui"),
      id: words,
      has: record({ description: words }),
      which: integer({ min: 1, max: 9 }),
    }),
    record({ by: constant("position"), x: float({ min: 0, max: 1, noNaN: true }), y: constant(0.5) }),
  );
  const leaf = oneof(
    record({ action: constant("tap"), locator, fallback: array(locator, { minLength: 1, maxLength: 3 }) }),
    record({ action: constant("input"), text: words, name: words }),
    record({ action: constant("key"), key: constantFrom("Enter", "GoBack") }),
  );
  const ids = (steps: object[], prefix = "s"): object[] =>
    steps.map((step, at) => ({
      id: `${prefix}-${at}`,
      ...step,
      ...("steps" in step && { steps: ids(step.steps as object[], `${prefix}-${at}`) }),
    }));
  const steps = array(
    oneof(
      leaf,
      record({
        action: constant("loop"),
        times: integer({ min: 1, max: 9 }),
        steps: array(leaf, { minLength: 1, maxLength: 3 }),
      }),
    ),
    { minLength: 1, maxLength: 6 },
  ).map((list) => ids(list));

  test("what is written is read again as it was", () => {
    assert(
      property(steps, words, (list, name) => {
        const whole = { low_code: 1, cases: [{ name, steps: list }] };
        const read = readLowCode(stringify(whole, { aliasDuplicateObjects: false }));
        expect("faults" in read ? faultsText(read.faults) : read.file).toEqual(whole);
      }),
    );
  });
});

test("a case with a table is one for each row", () => {
  const read = readLowCode(`
low_code: 1
variables: {shop: dev.udt.shop, who: nobody}
cases:
  - name: signs in
    data:
      - {row: Ada, who: ada@example.com}
      - {row: Grace, who: grace@example.com}
    steps: [{id: a, action: input, text: "\${who}"}]
  - name: signs in
    steps: [{id: a, action: input, text: "\${who} \${account.password}"}]
`);
  if ("faults" in read) throw new Error(faultsText(read.faults));
  const cases = casesOf(read);
  expect(cases.map(({ label }) => label)).toEqual(["signs in [Ada]", "signs in [Grace]", "signs in"]);
  expect(cases.map(({ scope }) => scope.get("who"))).toEqual(["ada@example.com", "grace@example.com", "nobody"]);
});

test("other YAML is none of this format", () => {
  expect(isLowCode("on: push\njobs:\n  low_code: 1\n")).toBe(false);
  expect(isLowCode("# steps\nlow_code: 1\n")).toBe(true);
});
