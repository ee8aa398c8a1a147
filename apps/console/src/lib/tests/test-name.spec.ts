import { expect, it } from "vitest";
import type { Device } from "@udt/contract";
import { paths } from "../navigation/paths.ts";
import { sessionOf, testPath } from "./test-name.ts";

const lease: NonNullable<Device["lease"]> = {
  test_id: "t",
  kind: "debug",
  phase: "running",
  user_id: "ann",
  user_name: "Ann",
  since: 1,
  until: null,
  work: null,
  project_id: "here",
  run: null,
};
const held = (change: Partial<typeof lease> = {}) => ({
  device_id: "d",
  state: "busy" as const,
  lease: { ...lease, ...change },
});
const ann = { project: "here", user_id: "ann", mayWatch: false };
const bob = { project: "here", user_id: "bob", mayWatch: true };

it("leads people back to their own session, in the project that it is in", () => {
  expect(sessionOf(ann, held())).toEqual({ mine: true, path: paths.debug("here", "t", "d") });
  expect(sessionOf(ann, held({ project_id: "there" }))).toEqual({ mine: true, path: paths.debug("there", "t", "d") });
});

it("leads who may watch to another's session of this project, and to no other", () => {
  expect(sessionOf(bob, held())).toEqual({ mine: false, path: paths.debug("here", "t", "d") });
  expect(sessionOf({ ...bob, mayWatch: false }, held())).toBeUndefined();
  expect(sessionOf(bob, held({ project_id: null }))).toBeUndefined();
  expect(sessionOf(bob, held({ project_id: "there" }))).toBeUndefined();
});

it("leads nowhere when there is no session to see", () => {
  expect(sessionOf(ann, { ...held(), state: "cleaning" })).toBeUndefined();
  expect(sessionOf(ann, held({ kind: "job" }))).toBeUndefined();
  expect(sessionOf(ann, { device_id: "d", state: "idle", lease: null })).toBeUndefined();
});

it("has a page for a test of each kind: a run's report, a session's record", () => {
  const test = { project_id: "here", test_id: "t", run: null };
  expect(testPath({ ...test, kind: "job" })).toBe(paths.run("here", "t"));
  expect(testPath({ ...test, kind: "debug" })).toBe(`${paths.records("here")}?test_id=t`);
});
