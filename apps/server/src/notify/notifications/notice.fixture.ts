import type { CaseTotals } from "@udt/contract";
import type { TestFacts, TestNotice } from "./facts.ts";

const NO_CASES: CaseTotals = {
  undistributed: 0,
  distribution_failed: 0,
  cancelled: 0,
  executing: 0,
  success: 0,
  failed: 0,
  skipped: 0,
  total: 0,
};

/** A test of ten cases, nine of which succeeded. */
export function testNotice(
  project_id: string,
  change: Partial<Omit<TestNotice, "test">> & {
    test?: Partial<Omit<TestFacts, "totals">> & { totals?: Partial<CaseTotals> };
  } = {},
): TestNotice {
  const { test = {}, ...notice } = change;
  return {
    project_id,
    event: "end-test",
    job_id: "j1",
    ...notice,
    test: {
      test_id: "t1",
      job_name: "Checkout",
      execution: "ended",
      verdict: "failed",
      device_count: 2,
      url: `/${project_id}/auto/job/j1/test/t1`,
      initiator: "Anna",
      started_at: Date.UTC(2030, 0, 1),
      ended_at: Date.UTC(2030, 0, 1, 0, 12, 5),
      ...test,
      totals: { ...NO_CASES, ...(test.totals ?? { success: 9, failed: 1, total: 10 }) },
    },
  };
}
