import { describe, expect, test } from "vitest";
import { completeLowCode, readLowCode } from "../index.ts";

/** What is offered at `|`. */
function offered(text: string): string[] {
  const offset = text.indexOf("|");
  return completeLowCode(text.replace("|", ""), offset)?.items.map(({ label }) => label) ?? [];
}

/** The text with what is offered of that name, as an editor puts it at the caret of a line of its own. */
function taken(text: string, label: string, words: readonly string[] = []): string {
  const offset = text.indexOf("|");
  const plain = text.replace("|", "");
  const completions = completeLowCode(plain, offset);
  const item = completions?.items.find((one) => one.label === label);
  if (!completions || !item) throw new Error(`${label} is not offered`);
  const indent = /[^\n]*$/.exec(plain.slice(0, offset))?.[0].replace(/\S.*$/, "");
  const insert = item.insert
    .replaceAll("\n", `\n${indent}`)
    .replaceAll(/\$(\d)/g, (_, stop: string) => words[Number(stop) - 1] ?? "")
    .replaceAll(/\\([\\$}])/g, "$1");
  return plain.slice(0, completions.from) + insert + plain.slice(offset);
}

const inStep = (rest: string) => `low_code: 1\ncases:\n  - name: one\n    steps:\n      - ${rest}`;

describe("fields", () => {
  test("of the file, without those that it has", () => {
    expect(offered("low_code: 1\n|")).toEqual(["variables", "blocks", "cases"]);
    expect(offered("|")).toEqual(["low_code", "variables", "blocks", "cases"]);
  });

  test("of a step are those of its action", () => {
    expect(offered(inStep("id: a\n        action: key\n        |"))).toEqual([
      "name",
      "on_failure",
      "disabled",
      "key",
      "times",
      "modifiers",
    ]);
    expect(offered(inStep("{ id: a, action: rotate, | }"))).toEqual(["name", "on_failure", "disabled"]);
  });

  test("of a step without an action are those of any", () => {
    expect(offered(inStep("id: a\n        |"))).toEqual(["name", "on_failure", "disabled", "action"]);
  });

  test("of a locator are those of its way", () => {
    const step = "id: a\n        action: tap\n        locator:\n          by: position\n          |";
    expect(offered(inStep(step))).toEqual(["x", "y"]);
    const pictured = offered(inStep("{ id: a, action: assert, locator: { by: image, | } }"));
    expect(pictured).toEqual(["image", "score", "screen", "scale", "which"]);
    expect(offered(inStep("{ id: a, action: tap, locator: { by: ui, inside: { | } } }"))).toContain("text_contains");
  });

  test("begin where the word does, and know whether their colon is there", () => {
    const text = inStep("id: a\n        acti");
    expect(completeLowCode(text, text.length)).toMatchObject({ from: text.length - "acti".length });
    const item = completeLowCode(inStep("{ id: a, acti: tap }"), inStep("{ id: a, acti").length)?.items[3];
    expect(item).toMatchObject({ label: "action", insert: "action", is_needed: true });
  });

  test("below other files' names", () => {
    expect(offered("low_code: 1\nblocks:\n  sign-in:\n    |")).toEqual(["parameters", "steps"]);
  });
});

describe("values", () => {
  test("of an action, whatever stands there", () => {
    expect(offered(inStep("{ id: a, action: | }"))).toContain("long_press");
    expect(offered(inStep("id: a\n        action: ta|"))).toContain("tap");
    expect(offered(inStep("id: a\n        action: t|ap"))).toContain("tap");
  });

  test("of fields that have a few", () => {
    expect(offered(inStep("{ id: a, action: key, key: GoB| }"))).toContain("GoBack");
    expect(offered(inStep("{ id: a, action: tap, on_failure: | }"))).toEqual(["stop", "go_on", "ignore"]);
    expect(offered(inStep("{ id: a, action: start_app, anew: | }"))).toEqual(["true", "false"]);
    expect(offered(inStep("{ id: a, action: key, modifiers: [|] }"))).toContain("shift");
    expect(offered(inStep("id: a\n        action: key\n        modifiers:\n          - |"))).toContain("shift");
  });

  test("of a call are the file's blocks", () => {
    const blocks = "low_code: 1\nblocks:\n  sign-in: {}\n  sign-out: {}\ncases:\n  - name: one\n    steps:\n      - ";
    expect(offered(`${blocks}{ id: a, action: call, block: sign| }`)).toEqual(["sign-in", "sign-out"]);
    expect(offered(`${blocks}{ id: a, action: tap, block: sign| }`)).toEqual([]);
  });
});

describe("variables", () => {
  const file = [
    "low_code: 1",
    "variables: { shop: a }",
    "blocks:",
    "  buy: { parameters: [what], steps: [{ id: a, action: input, text: '${HERE' }] }",
    "cases:",
    "  - name: one",
    "    data: [{ row: first, price: 3 }]",
    "    steps:",
    "      - { id: a, action: loop, each: [1], as: count, steps: [{ id: b, action: input, text: '${THERE' }] }",
  ].join("\n");

  test("are those of the case and of loops around", () => {
    expect(offered(file.replace("${HERE", "").replace("THERE", "c|"))).toEqual([
      "app",
      "count",
      "price",
      "row",
      "shop",
    ]);
  });

  test("in a block are its parameters and the file's", () => {
    const text = file.replace("${THERE", "").replace("HERE", "|");
    expect(offered(text)).toEqual(["app", "shop", "what"]);
    expect(taken(text, "what")).toContain("'${what}'");
    expect(taken(text.replace("|", "wh|}"), "what")).toContain("'${what}'");
  });
});

describe("steps", () => {
  test("bring what they need, and the file can be read then", () => {
    const step = taken(inStep("|"), "tap", ["enter"]);
    expect(step).toBe(inStep("id: enter\n        action: tap\n        locator:\n          by: ui"));
    expect(readLowCode(`${step}\n          text: Sign in\n`)).toHaveProperty("file");
    expect(readLowCode(taken(inStep("|"), "rotate", ["turn"]))).toHaveProperty("file");
  });

  /** What is written at each stop of the tabulator, and what stands below it besides, where a locator's words are to be said. */
  const SAID: Record<string, { words: string[]; more?: string }> = {
    start_app: { words: ["a"] },
    tap: { words: ["a"], more: "          text: Pay" },
    long_press: { words: ["a"], more: "          text: Pay" },
    swipe: { words: ["a", "0.5", "0.9", "0.5", "0.1"] },
    input: { words: ["a", "hello"] },
    key: { words: ["a", "Enter"] },
    rotate: { words: ["a"] },
    wait: { words: ["a"], more: "        seconds: 1" },
    assert: { words: ["a"], more: "          text: Pay" },
    memory: { words: ["a", "Level 2"] },
    script: { words: ["a", "tools/seed.mjs"] },
    call: { words: ["a", "sign-in"] },
    if: { words: ["a", "{ value: x, equals: x }", "{ id: b, action: rotate }"] },
    loop: { words: ["a", "{ id: b, action: rotate }"], more: "        times: 2" },
  };
  const BLOCKS = "blocks:\n  sign-in: { steps: [{ id: c, action: rotate }] }\n";
  test.each(Object.keys(SAID))("of %s are whole once their stops are filled", (action) => {
    const { words = [], more } = SAID[action] ?? {};
    const text = taken(inStep("|"), action, words).replace("cases:", `${BLOCKS}cases:`);
    expect([text, readLowCode(more === undefined ? text : `${text}\n${more}`)]).toEqual([
      text,
      expect.objectContaining({ file: expect.anything() }),
    ]);
  });

  test("are there for each action", () => {
    const found = completeLowCode(inStep(""), inStep("").length)?.items.filter(({ kind }) => kind === "step");
    expect(found?.map(({ label }) => label).toSorted()).toEqual(Object.keys(SAID).toSorted());
  });

  test("are offered where none is begun", () => {
    expect(offered(inStep("|"))).toEqual(expect.arrayContaining(["id", "action", "tap", "if", "loop", "call"]));
    expect(offered(inStep("id: a\n        |"))).not.toContain("tap");
  });
});

test.each([
  ["a remark", "# low|"],
  ["the middle of a text", inStep("{ id: a, name: 'one |' }")],
  ["a file with an alias", `low_code: 1\nvariables: &a { b: 1 }\nblocks: *a\n|`],
  ["a file nested beyond reading", `${"[".repeat(20_000)}|`],
  ["one too large", `${"#".repeat(200_000)}\n|`],
  ["a field that the format does not know", inStep("{ id: a, action: tap, speed: | }")],
])("%s offers nothing", (_name, text) => {
  expect(offered(text)).toEqual([]);
});
