import { executionOf, type EndReason, type TestState } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import type { TestNotice } from "../notifications/notifications.service.ts";
import * as repository from "./runs.repository.ts";

interface NoticedTest {
  test_id: string;
  user_id: string;
  state: TestState;
  end_reason: EndReason | null;
  started_at: number | null;
  ended_at: number | null;
}

/** A run as messages about it tell of it. */
export async function noticeOf(
  tx: Queries,
  event: TestNotice["event"],
  test: NoticedTest,
  run: repository.RunRow,
  device_count: number,
): Promise<TestNotice> {
  const { test_id, project_id, job_id, job_name } = run;
  const report = job_id === null ? `auto/records/${test_id}` : `auto/job/${job_id}/test/${test_id}`;
  return {
    project_id,
    event,
    job_id,
    test: {
      test_id,
      job_name,
      execution: executionOf(test.state, test.end_reason),
      verdict: run.verdict,
      totals: totalsOf(run),
      device_count,
      url: `/${project_id}/${report}`,
      initiator: await repository.userName(tx, test.user_id),
      started_at: test.started_at,
      ended_at: test.ended_at,
    },
  };
}

/** A run's counters as the contract shows them. */
export function totalsOf(run: repository.RunRow): TestNotice["test"]["totals"] {
  const ended = run.success_count + run.failed_count + run.cancelled_count + run.distribution_failed_count;
  return {
    undistributed: Math.max(0, run.case_count - ended - run.executing_count),
    distribution_failed: run.distribution_failed_count,
    cancelled: run.cancelled_count,
    executing: run.executing_count,
    success: run.success_count,
    failed: run.failed_count,
    skipped: run.skipped_count,
    total: run.case_count,
  };
}
