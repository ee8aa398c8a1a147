import { expect, it } from "vitest";
import { CASE_HEALTH, CASE_NEW_RUNS, caseHealth, type CaseOutcomes } from "./case-health.ts";

const of = (more: Partial<CaseOutcomes>) =>
  caseHealth({ runs: 5, failed: 0, failed_last: false, failed_before: false, is_flaky: false, ...more });

it("is what the first rule that fits says", () => {
  expect(of({})).toBe("stable");
  expect(of({ failed_before: undefined })).toBe("stable");
  expect(of({ runs: CASE_NEW_RUNS - 1, failed_before: undefined })).toBe("new");
  expect(of({ runs: 1, failed: 1, failed_last: true, failed_before: undefined })).toBe("new");
  expect(of({ runs: 1 })).toBe("stable");
  expect(of({ failed: 5, failed_last: true, failed_before: true })).toBe("broken");
  expect(of({ failed: 5, failed_last: true, failed_before: undefined })).toBe("broken");
  // It passed last before these days.
  expect(of({ failed: 5, failed_last: true })).toBe("regressing");
  expect(of({ failed: 1, failed_last: true })).toBe("regressing");
  expect(of({ failed: 4, failed_last: true, failed_before: true })).toBe("regressing");
  expect(of({ failed: 1 })).toBe("recovering");
  expect(of({ failed_before: true })).toBe("recovering");
  expect(of({ failed: 5, failed_last: true, failed_before: true, is_flaky: true })).toBe("flaky");
  expect(of({ runs: 1, failed_before: undefined, is_flaky: true })).toBe("flaky");
});

it("is each of the six for some outcomes, and one of them for all", () => {
  const seen = new Set<string>();
  for (const runs of [1, 2, 3, 4])
    for (let failed = 0; failed <= runs; failed++)
      for (const failed_last of failed === 0 ? [false] : failed === runs ? [true] : [false, true])
        for (const failed_before of [true, false, undefined])
          for (const is_flaky of [true, false]) seen.add(of({ runs, failed, failed_last, failed_before, is_flaky }));
  expect([...seen].toSorted()).toEqual(CASE_HEALTH.toSorted());
});
