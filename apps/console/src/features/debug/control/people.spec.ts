import { expect, it } from "vitest";
import { hueOf, isDriving, peopleOf, watchersOf } from "./people.ts";

const person = (name: string) => ({ user_id: name, user_name: `${name} A.` });
const driver = (name: string, instead = false) => ({ ...person(name), instead, given_at: 1 });
const test = (kind: "debug" | "job", viewers: string[], drivers: ReturnType<typeof driver>[] = []) => ({
  ...person("holder"),
  kind,
  viewers: viewers.map(person),
  drivers,
});
const parts = (of: ReturnType<typeof test>, reader = "holder") =>
  peopleOf(of, reader).map(({ user_id, part, isHere }) => [user_id, part, isHere]);

it("counts one person with two windows once, and who has control without the page open", () => {
  expect(parts(test("debug", ["holder", "bea", "bea"], [driver("cem")]))).toEqual([
    ["holder", "drives", true],
    ["cem", "drives", false],
    ["bea", "watches", true],
  ]);
});

it("takes the holder's hands off while somebody drives instead", () => {
  const of = test("debug", ["holder", "bea"], [driver("bea", true)]);
  expect(parts(of)).toEqual([
    ["holder", "watches", true],
    ["bea", "drives", true],
  ]);
  expect(isDriving(of, "holder", true)).toBe(false);
  expect(isDriving(of, "bea", false)).toBe(true);
});

it("says of nobody who holds or drives the device that they watch, nor of who reads it", () => {
  const watchers = (of: ReturnType<typeof test>, reader: string) =>
    watchersOf(peopleOf(of, reader)).map(({ user_id }) => user_id);
  expect(watchers(test("debug", ["holder", "bea", "cem"]), "bea")).toEqual(["cem"]);
  expect(watchers(test("debug", ["holder", "bea", "cem"], [driver("cem")]), "holder")).toEqual(["bea"]);
  // A run's script holds its device: who started it watches like the others.
  expect(watchers(test("job", ["holder", "bea"]), "bea")).toEqual(["holder"]);
});

it("gives each person a colour of their own that stays", () => {
  expect(hueOf("ada")).toBe(hueOf("ada"));
  expect(hueOf("ada")).not.toBe(hueOf("bea"));
});
