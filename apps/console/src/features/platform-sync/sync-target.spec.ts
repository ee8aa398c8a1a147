import { expect, it } from "vitest";
import { syncTarget } from "./sync-target.ts";

it.each([
  [{ first: "p" }, "/remote/list"],
  [{ first: "p", second: "remote", third: "record" }, "/remote/record"],
  [
    { first: "p", second: "auto", third: "job", fourth: "j1", fifth: "test", sixth: "t1", seventh: "x" },
    "/auto/job/j1/test/t1/x",
  ],
  [{ first: "p", second: "..", third: "a b/c" }, "/a%20b%2Fc"],
])("%j leads to %s", (params, path) => expect(syncTarget(params)).toBe(path));
