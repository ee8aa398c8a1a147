import { expect, test } from "vitest";
import { changed, isThing, type LowCodeChange, valueAt } from "./change.ts";
import { placesAfter } from "./places.ts";
import { actionsOf, fieldsOf, firstOf, kindsOf, newStep, readLocator } from "./fields.ts";
import { readLowCode } from "../read.ts";

const namesOf = (step: unknown, within: (string | number)[] = []) => fieldsOf(step, within).map(({ name }) => name);

test("the fields of a step are those of its action, and steps within it are none", () => {
  expect(namesOf({ action: "tap" })).toEqual(["id", "name", "on_failure", "disabled", "action", "locator", "fallback", "timeout", "at"]); // prettier-ignore
  expect(namesOf({ action: "loop" })).not.toContain("steps");
  expect(namesOf({ action: "tap", locator: { by: "position" } }, ["locator"])).toEqual(["by", "x", "y"]);
  expect(namesOf({ action: "if", condition: {} }, ["condition"])).toContain("equals");
});

test("the kinds of a locator are told, and the least that each says", () => {
  const { schemas } = fieldsOf({ action: "tap" }).find(({ name }) => name === "locator")!;
  const kinds = kindsOf(schemas, "by");
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["ui", "position"]));
  expect(firstOf([kinds.find(({ kind }) => kind === "position")!.schema])).toEqual({ by: "position", x: 0, y: 0 });
});

test("a new step of every action lacks nothing but what is to be pointed at, called or put into it", () => {
  expect(actionsOf()).toContain("tap");
  for (const action of actionsOf()) {
    const step = newStep(action);
    const text = JSON.stringify({ low_code: 1, cases: [{ name: "a", steps: [step] }] });
    const read = readLowCode(text);
    const codes = "faults" in read ? read.faults.map(({ said }) => said.code) : [];
    for (const code of codes) expect(["low_code_one_of", "low_code_too_short", "low_code_no_block"]).toContain(code);
  }
});

test("a locator is read as the inspector writes it", () => {
  expect(readLocator('{ by: ui, id: "a/b", which: 2 }')).toEqual({ by: "ui", id: "a/b", which: 2 });
  expect(readLocator("none")).toBeUndefined();
});

test("what a change is about is found where it is after", () => {
  const steps = (ids: string) =>
    Array.from(ids, (id) => ({ id, action: "loop", steps: [{ id: `${id}1` }, { id: `${id}2` }] }));
  const file = { cases: [{ steps: steps("abcd") }, { steps: steps("efgh") }] };
  const at = (...path: number[]) => ["cases", path[0]!, ...path.slice(1).flatMap((each) => ["steps", each])];
  const changes: [LowCodeChange, string[]][] = [
    [{ change: "move", paths: [at(0, 0)], to: { list: ["cases", 0, "steps"], at: 3 } }, ["a"]],
    [{ change: "move", paths: [at(0, 0), at(0, 2)], to: { list: ["cases", 0, "steps"], at: 4 } }, ["a", "c"]],
    [{ change: "move", paths: [at(0, 3)], to: { list: ["cases", 0, "steps"], at: 0 } }, ["d"]],
    [{ change: "move", paths: [at(0, 0)], to: { list: [...at(0, 2), "steps"], at: 1 } }, ["a"]],
    [{ change: "move", paths: [at(0, 1, 0), at(0, 3)], to: { list: ["cases", 1, "steps"], at: 2 } }, ["b1", "d"]],
    [{ change: "duplicate", paths: [at(0, 0), at(0, 1)] }, ["a-2", "b-2"]],
    [{ change: "insert", to: { list: ["cases", 1, "steps"], at: 4 }, item: { id: "e", action: "rotate" } }, ["e-2"]],
    [{ change: "group", paths: [at(0, 1), at(0, 2)], name: "made" }, ["made"]],
    [{ change: "remove", paths: [at(0, 0)] }, []],
  ];
  for (const [change, ids] of changes) {
    const after = changed(file, change);
    const found = placesAfter(change).map((path) => valueAt(after, path));
    expect(found.map((step) => isThing(step) && step["id"])).toEqual(ids);
  }
});
