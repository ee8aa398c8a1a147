import { expect, it } from "vitest";
import { viewersOf, watchersOf } from "./viewers.ts";

const [holder, watcher, other] = ["holder", "watcher", "other"].map((name) => ({ user_id: name, user_name: name }));
const all = [holder!, watcher!, holder!, other!];

it("counts one person with two windows once", () => {
  expect(viewersOf(all)).toEqual([holder, watcher, other]);
});

const test = (kind: "debug" | "job", viewers = all) => ({ kind, user_id: "holder", viewers });

it("says of nobody who holds the device that they watch, nor of who reads it", () => {
  expect(watchersOf(test("debug"), "watcher")).toEqual([other]);
  expect(watchersOf(test("debug"), "holder")).toEqual([watcher, other]);
  expect(watchersOf(test("debug", [holder!]), "watcher")).toEqual([]);
});

it("says of who started a run that they watch it: its script holds the device", () => {
  expect(watchersOf(test("job"), "watcher")).toEqual([holder, other]);
  expect(watchersOf(test("job"), "holder")).toEqual([watcher, other]);
});
