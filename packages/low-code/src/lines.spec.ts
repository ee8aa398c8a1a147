import { expect, it } from "vitest";
import { casesOfLines, linesOfSteps, readLowCode, type LowCode } from "./index.ts";

const FILE = `low_code: 1
variables: { password: lighthouse }
blocks:
  sign-in:
    parameters: [email]
    steps:
      - { id: email, action: key, key: Enter }
      - { id: confirm, action: key, key: Enter }

# What is tested.
cases:
  - name: buys
    variables: { what: tea }
    data:
      - { row: Ada, who: ada }
      - { row: Grace, who: grace }
    steps:
      - id: open
        action: start_app
        # Another word.
        package: \${what}
      - id: rounds
        action: loop
        each: [red, green]
        as: colour
        steps:
          - { id: seen, action: key, key: Enter }
          - id: if-there
            action: if
            condition: { value: a, equals: b }
            steps: [{ id: yes, action: key, key: Enter }]
            else:
              - { id: no, action: key, key: Enter }

  - name: leaves
    steps: [{ id: a, action: key, key: Enter }, { id: b, action: key, key: Enter }]
`;

function read(text = FILE): LowCode {
  const lowCode = readLowCode(text);
  if ("faults" in lowCode) throw new Error(JSON.stringify(lowCode.faults));
  return lowCode;
}
const line = (text: string): number => FILE.split("\n").findIndex((one) => one.includes(text)) + 1;

it("a line means the step that it is of, or else the next", () => {
  const meant = linesOfSteps(read());
  expect(meant(["blocks", "sign-in", "steps", 0])).toEqual({ from: 1, to: line("id: email") });
  expect(meant(["blocks", "sign-in", "steps", 1])).toEqual({ from: line("id: confirm"), to: line("id: confirm") });
  expect(meant(["cases", 0, "steps", 0])).toEqual({ from: line("id: confirm") + 1, to: line("package:") });
  // A loop's own lines are those before the first of its steps.
  const loop = ["cases", 0, "steps", 1];
  expect(meant(loop)).toEqual({ from: line("id: rounds"), to: line("id: seen") - 1 });
  expect(meant([...loop, "steps", 0])).toEqual({ from: line("id: seen"), to: line("id: seen") });
  expect(meant([...loop, "steps", 1])).toEqual({ from: line("id: if-there"), to: line("id: yes") - 1 });
  expect(meant([...loop, "steps", 1, "else", 0])).toEqual({ from: line("id: yes") + 1, to: line("id: no") });
  expect(meant(["cases", 1, "steps", 0])).toEqual({ from: line("id: no") + 1, to: line("id: a,") });
});

/** What is run of lines: of which case, which steps by what names, from which place, and with which values. */
const run = (from: string, to = from) =>
  casesOfLines(read(), { from: line(from), to: line(to) }).map(({ label, steps, path, first, scope }) => ({
    label,
    ids: steps.map(({ id }) => id),
    at: [...path, first].join("."),
    values: Object.fromEntries(scope),
  }));

it("lines are run as the whole steps that they touch, with what their case declares", () => {
  const values = { password: "lighthouse", what: "tea", who: "ada", row: "Ada" };
  expect(run("package:")).toEqual([{ label: "buys [Ada]", ids: ["open"], at: "cases.0.steps.0", values }]);
  expect(run("Another word", "as: colour")).toMatchObject([{ ids: ["open", "rounds"] }]);
  // Steps within one are meant by their own lines.
  const inLoop = { ...values, colour: "red" };
  expect(run("id: seen", "id: if-there")).toEqual([
    { label: "buys [Ada]", ids: ["seen", "if-there"], at: "cases.0.steps.1.steps.0", values: inLoop },
  ]);
  expect(run("id: no")).toMatchObject([{ ids: ["no"], at: "cases.0.steps.1.steps.1.else.0", values: inLoop }]);
  expect(run("id: confirm", "id: open")).toMatchObject([
    { label: "blocks.sign-in", ids: ["confirm"], at: "blocks.sign-in.steps.1", values: { password: "lighthouse" } },
    { label: "buys [Ada]", ids: ["open"] },
  ]);
  expect(run("id: no", "id: b,")).toMatchObject([{ label: "buys [Ada]" }, { label: "leaves", ids: ["a", "b"] }]);
  expect(run("What is tested", "name: buys")).toEqual([]);
});
