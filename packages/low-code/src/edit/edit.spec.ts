import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { changed, isThing, type LowCodeChange, same, valueAt } from "./change.ts";
import { editLowCode } from "./edit.ts";
import { withChanges } from "./lines-of.ts";

const FILE = `low_code: 1 # the version
variables: { word: lighthouse }
cases:
  # said of the first case
  - name: one
    steps:
      # opens it
      - id: open # at first
        action: start_app
        clear: true

      - { id: tap, action: tap, locator: { by: ui, id: buy } } # the button
      - id: rounds
        action: loop
        times: 2
        steps:
          - { id: more, action: tap, locator: { by: ui, text: "\${word}" } }
          # deeper
          - id: wait
            action: wait
            locator:
              by: ui # by its words
              id: list
              text: Cart
        # below the steps
  - name: two
    data:
      - { row: a, who: x }
      - { row: b, who: y }
    steps:
      - id: open
        action: input
        text: |
          two
          lines
      - { id: last, action: key, key: GoHome }
`;
const one = (at: number) => ["cases", 0, "steps", at];

function edited(change: LowCodeChange, text = FILE): string {
  const done = editLowCode(text, change);
  if ("refused" in done) throw new Error(done.refused);
  expect(withChanges(text, done.changes)).toBe(done.text);
  return done.text;
}
/** The lines that are there once only. */
function changedLines(before: string, after: string): { gone: string[]; come: string[] } {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !now.includes(line)), come: now.filter((line) => !old.includes(line)) };
}

describe("a field", () => {
  test("is changed where it stands", () => {
    const path = [...one(2), "steps", 1, "locator", "id"];
    expect(changedLines(FILE, edited({ change: "set", path, value: "basket: #2" }))).toEqual({
      gone: ["              id: list"],
      come: ['              id: "basket: #2"'],
    });
  });

  test("that is new stands behind the others, before the steps within it, and a name behind the id", () => {
    const named = edited({ change: "set", path: [...one(2), "name"], value: "twice" });
    expect(named).toContain("      - id: rounds\n        name: twice\n        action: loop\n");
    const off = edited({ change: "set", path: [...one(2), "disabled"], value: true });
    expect(off).toContain("        times: 2\n        disabled: true\n        steps:\n");
    const within = edited({ change: "set", path: [...one(1), "disabled"], value: true });
    expect(within).toContain("{ id: tap, action: tap, locator: { by: ui, id: buy }, disabled: true } # the button\n");
  });

  test("is taken away with its line", () => {
    expect(edited({ change: "set", path: [...one(0), "clear"], value: undefined })).toBe(
      FILE.replace("        clear: true\n", ""),
    );
    const inLine = edited({ change: "set", path: [...one(1), "locator"], value: undefined });
    expect(inLine).toContain("      - { id: tap, action: tap } # the button\n");
  });

  test("that takes several lines gives way to one that takes one", () => {
    const path = ["cases", 1, "steps", 0, "text"];
    expect(edited({ change: "set", path, value: "one" })).toContain("        text: one\n      - { id: last,");
  });

  test("becomes another kind of locator, a field for a field", () => {
    const path = [...one(2), "steps", 1, "locator"];
    const text = edited({ change: "set", path, value: { by: "position", x: 0.5, y: 0.25 } });
    expect(text).toContain("              by: position # by its words\n              x: 0.5\n              y: 0.25\n");
    const other = edited({ change: "set", path: [...one(1), "locator"], value: { by: "ui", text: "Buy" } });
    expect(other).toContain("locator: { by: ui, text: Buy } } # the button\n");
  });

  test("has fallbacks below it, a line each", () => {
    const value = [{ by: "ui", text: "Cart" }];
    const text = edited({ change: "set", path: [...one(2), "steps", 1, "fallback"], value });
    expect(text).toContain("              text: Cart\n            fallback:\n              - { by: ui, text: Cart }\n");
  });

  test("of a table's row, and a row more", () => {
    const value = [
      { row: "a", who: "z" },
      { row: "b", who: "y" },
      { row: "c", who: 7 },
    ];
    expect(changedLines(FILE, edited({ change: "set", path: ["cases", 1, "data"], value }))).toEqual({
      gone: ["      - { row: a, who: x }"],
      come: ["      - { row: a, who: z }", "      - { row: c, who: 7 }"],
    });
  });

  test("of a table's row that is taken away goes with what was remarked of it, and nothing else does", () => {
    const text = FILE.replace("{ row: a, who: x }", "{ row: a, who: x } # first").replace(
      "      - { row: b, who: y }\n",
      "      # second\n      - { row: b, who: y } # of two\n",
    );
    const without = edited({ change: "set", path: ["cases", 1, "data"], value: [{ row: "b", who: "y" }] }, text);
    expect(without).toBe(text.replace("      - { row: a, who: x } # first\n", ""));
  });
});

describe("a step", () => {
  test("is moved with what is said of it", () => {
    const text = edited({ change: "move", paths: [one(0)], to: { list: ["cases", 0, "steps"], at: 2 } });
    expect(text).toContain(
      "# the button\n      # opens it\n      - id: open # at first\n        action: start_app\n        clear: true\n      - id: rounds\n",
    );
  });

  test("is moved into another one, as deep as those there are, and out of the last place", () => {
    const into = edited({ change: "move", paths: [one(0)], to: { list: [...one(2), "steps"], at: 0 } });
    expect(into).toContain(
      "        steps:\n          # opens it\n          - id: open # at first\n            action:",
    );
    const out = edited({ change: "move", paths: [[...one(2), "steps", 1]], to: { list: one(2).slice(0, -1), at: 1 } });
    expect(out).toContain(
      "\n      # deeper\n      - id: wait\n        action: wait\n        locator:\n          by: ui #",
    );
  });

  test("of another case gets an id that is free there", () => {
    const paths = [["cases", 1, "steps", 0]];
    const text = edited({ change: "move", paths, to: { list: ["cases", 0, "steps"], at: 0 } });
    expect(text).toContain("      - id: open-2\n        action: input\n        text: |\n          two\n");
  });

  test("is copied with other ids", () => {
    const text = edited({ change: "duplicate", paths: [one(2)] });
    for (const id of ["rounds-2", "more-2", "wait-2"]) expect(text).toContain(`id: ${id}`);
    expect(text.match(/# deeper/g)).toHaveLength(2);
  });

  test("that was the last leaves an empty list, which takes one again", () => {
    const list = [...one(2), "steps"];
    const text = edited({ change: "remove", paths: [[...list, 0], [...list, 1]] }); // prettier-ignore
    expect(text).toContain("        times: 2\n        steps: []\n");
    const again = edited({ change: "insert", to: { list, at: 0 }, item: { id: "new", action: "rotate" } }, text);
    expect(again).toContain("        steps:\n          - id: new\n            action: rotate\n");
  });

  test("is not moved into itself", () => {
    const change = { change: "move", paths: [one(2)], to: { list: [...one(2), "steps"], at: 0 } } as const;
    expect(editLowCode(FILE, change)).toEqual({ refused: "impossible" });
  });
});

test("steps become a block with the variables that it would not know, and a step that calls it", () => {
  const paths = [
    ["cases", 1, "steps", 0],
    ["cases", 1, "steps", 1],
  ];
  const with_who = edited({ change: "set", path: ["cases", 1, "steps", 0, "text"], value: "${who} ${word}" });
  const text = edited({ change: "group", paths, name: "say" }, with_who);
  expect(text).toContain(
    'blocks:\n  say:\n    parameters: [ who ]\n    steps:\n      - id: open\n        action: input\n        text: "${who} ${word}"\n      - { id: last, action: key, key: GoHome }\ncases:\n',
  );
  expect(text).toMatch(
    /    steps:\n      - id: say\n        action: call\n        block: say\n        with: \{ who: "?\$\{who\}"? \}\n$/,
  );
  const more = edited({ change: "group", paths: [one(0), one(1)], name: "begin" }, text);
  expect(more).toContain("key: GoHome }\n  begin:\n    steps:\n      # opens it\n      - id: open # at first\n");
});

test("what cannot be written in place is written anew, with its remarks", () => {
  const flow =
    "low_code: 1\n# of it\ncases: [ { name: a, steps: [ { id: a, action: rotate }, { id: b, action: rotate } ] } ]\n";
  const list = ["cases", 0, "steps"];
  const text = edited({ change: "move", paths: [[...list, 1]], to: { list, at: 0 } }, flow);
  expect(parse(text).cases[0].steps.map(({ id }: { id: string }) => id)).toEqual(["b", "a"]);
  expect(text).toContain("# of it");
});

test("line ends of another kind, and a last line without one, stay", () => {
  const text = FILE.replaceAll("\n", "\r\n").trimEnd();
  const done = edited({ change: "duplicate", paths: [["cases", 1, "steps", 1]] }, text);
  expect(done).toBe(`${text}\r\n      - { id: last-2, action: key, key: GoHome }`);
});

test("no YAML is not changed", () => {
  expect(editLowCode("a: [", { change: "remove", paths: [["a", 0]] })).toEqual({ refused: "unread" });
});

describe("whatever is changed", () => {
  const word = fc.constantFrom(
    "a",
    "b: c",
    "# no remark",
    "${x}",
    "two\nlines",
    "'quoted'",
    "0",
    "true",
    "",
    "  x ",
    "漢字",
  );
  const locator = fc.oneof(
    fc.record({ by: fc.constant("ui"), text: word }),
    fc.record({ by: fc.constant("position"), x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.constant(0.5) }),
  );
  const leaf = fc.record(
    { action: fc.constant("tap"), name: word, locator, fallback: fc.array(locator, { minLength: 1, maxLength: 3 }) },
    { requiredKeys: ["action"] },
  );
  const { step } = fc.letrec<{ step: Record<string, unknown> }>((tie) => ({
    step: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.record({
        action: fc.constant("loop"),
        times: fc.nat(9),
        steps: fc.array(tie("step"), { minLength: 1, maxLength: 3 }),
      }),
    ),
  }));
  /** A file as people write one: now in lines, now in brackets, with remarks here and there. */
  function written(cases: Record<string, unknown>[][], bits: readonly boolean[]) {
    let at = 0;
    let ids = 0;
    const bit = () => bits[at++ % bits.length] ?? false;
    const remarks: string[] = [];
    const remark = () => `# remark ${remarks.push(`# remark ${remarks.length}`) - 1}`;
    /** Of the fields and of the items of lists, by the step's id: what goes with them. */
    const said = new Map<string, string>();
    const remarkOf = (what: string) => {
      const made = remark();
      said.set(what, made);
      return made;
    };
    const steps = (list: unknown[], depth: number): string => list.map((one) => stepText(one, depth)).join("");
    const stepText = (one: unknown, depth: number): string => {
      const { steps: inner, ...fields } = { id: `s${ids++}`, ...(isThing(one) ? one : {}) } as Record<string, unknown>;
      const pad = " ".repeat(depth);
      const above = bit() ? `${pad}${remark()}\n` : "";
      const gap = bit() ? "\n" : "";
      if (!inner && bit())
        return `${gap}${above}${pad}- ${JSON.stringify(fields).replaceAll('":', '": ')} ${bit() ? remark() : ""}\n`;
      const valueText = (value: unknown) => JSON.stringify(value).replaceAll('":', '": ');
      const of = String(fields["id"]);
      const lines = Object.entries(fields).map(([key, value]) =>
        Array.isArray(value) && bit()
          ? `${key}:${value.map((each, n) => `\n${pad}    ${remarkOf(`${of} ${n}`)}\n${pad}    - ${valueText(each)}`).join("")}`
          : `${key}: ${valueText(value)}${bit() ? ` ${remarkOf(`${of} ${key}`)}` : ""}`,
      );
      const rest = Array.isArray(inner) ? `\n${pad}  steps:\n${steps(inner, depth + 4)}` : "\n";
      return `${gap}${above}${pad}- ${lines.join(`\n${pad}  `)}${rest}`;
    };
    const text = `low_code: 1\ncases:\n${cases.map((list, n) => `  - name: c${n}\n    steps:\n${steps(list, 6)}`).join("")}`;
    return { text, remarks, said };
  }
  /** The line below a remark. */
  const below = (text: string, remark: string) => {
    const lines = text.split("\n").map((line) => line.trim());
    return lines[lines.indexOf(remark) + 1];
  };
  const stepPaths = (value: unknown): (string | number)[][] => {
    const found: (string | number)[][] = [];
    const walk = (list: unknown, path: (string | number)[]) => {
      if (Array.isArray(list))
        for (const [at, each] of list.entries()) {
          found.push([...path, at]);
          if (isThing(each)) walk(each["steps"], [...path, at, "steps"]);
        }
    };
    for (const [at, each] of (value as { cases: { steps: unknown }[] }).cases.entries())
      walk(each.steps, ["cases", at, "steps"]);
    return found;
  };

  test("the text says just that then, in changes that lie apart, and what was remarked stays", () => {
    const file = fc.tuple(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.boolean(), { minLength: 7, maxLength: 31 }),
    );
    const wish = fc.record({ kind: fc.nat(9), at: fc.nat(50), to: fc.nat(50), value: fc.oneof(leaf, word, locator) });
    fc.assert(
      fc.property(file, wish, ([cases, bits], { kind, at, to, value }) => {
        const { text, remarks, said } = written(cases, bits);
        const before: unknown = parse(text);
        const paths = stepPaths(before);
        const several = paths.filter((each) => valueAt(before, [...each, "fallback", 1]) !== undefined);
        const among = kind >= 7 && several.length > 0 ? several : paths;
        const path = among[at % among.length] ?? [];
        const place = paths[to % paths.length] ?? [];
        const item = { id: "fresh", action: "tap", locator: { by: "ui", text: "x" } };
        const { id, fallback } = valueAt(before, path) as { id: string; fallback?: unknown[] };
        const gone = to % (fallback?.length ?? 1);
        const toPlace = { list: place.slice(0, -1), at: Number(place.at(-1)) };
        const changes: LowCodeChange[] = [
          { change: "set", path: [...path, "name"], value: typeof value === "string" ? value : undefined },
          { change: "set", path: [...path, "disabled"], value: true },
          {
            change: "set",
            path: [...path, "locator"],
            value: isThing(value) && "by" in value ? value : { by: "ui", id: "z" },
          },
          { change: "insert", to: toPlace, item },
          { change: "move", paths: [path], to: toPlace },
          { change: "duplicate", paths: [path] },
          { change: "group", paths: [path], name: "made" },
          {
            change: "set",
            path: [...path, "fallback"],
            value:
              fallback && fallback.length > 1
                ? fallback.toSpliced(gone, 1)
                : [...(fallback ?? []), { by: "ui", id: "z" }],
          },
        ];
        const change = changes[Math.min(kind, 7)]!;
        const done = editLowCode(text, change);
        if ("refused" in done) {
          // Only into itself nothing is moved.
          expect(change.change).toBe("move");
          expect(JSON.stringify(place).startsWith(JSON.stringify(path).slice(0, -1))).toBe(true);
          return;
        }
        expect(parse(done.text)).toEqual(changed(before, change));
        expect(withChanges(text, done.changes)).toBe(done.text);
        // What was remarked of a field or an item that is taken away may go with it, or of one that says the same, and nothing else.
        const isLost = (each: unknown) => kind >= 7 && same(each, fallback?.[gone]);
        const items = (fallback ?? []).map((each, n) => (isLost(each) ? said.get(`${id} ${n}`) : undefined));
        const lost = new Set([said.get(`${id} name`), ...items]);
        const left = new Set(done.text.match(/# remark \d+/g));
        for (const remark of remarks) if (change.change !== "set" || !lost.has(remark)) expect(left).toContain(remark);
        if (kind >= 7)
          for (const [at] of (fallback ?? []).entries()) {
            const remark = said.get(`${id} ${at}`);
            if (remark !== undefined && !lost.has(remark)) expect(below(done.text, remark)).toBe(below(text, remark));
          }
      }),
      { numRuns: 150 },
    );
  });
});
