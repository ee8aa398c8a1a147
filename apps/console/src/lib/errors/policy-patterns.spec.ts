import { expectLinear } from "@udt/testkit/work";
import { expect, it } from "vitest";
import { CATALOGUE } from "./policy.ts";

it("reads a long message in time", () => {
  for (const unit of ["record ", "load test", "not found", "project "])
    expectLinear((size) => {
      for (const { message } of CATALOGUE) message?.test(unit.repeat(Math.ceil(size / unit.length)));
    });
});

it("knows what is said to be missing", () => {
  const { message } = CATALOGUE.find(({ row }) => row === "load test or record not found")!;
  for (const text of ["record 5 not found", "the load test does not exist"]) expect(text).toMatch(message!);
  for (const text of ["not found: record", "recording not found", "record found"]) expect(text).not.toMatch(message!);
});
