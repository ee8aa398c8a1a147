import { executionOf, type EndReason, type TestState } from "@udt/contract";
import type { Queries } from "../../../platform/database/database.ts";
import type { TestNotice } from "../../../notify/notifications/notifications.service.ts";
import { userNameOf } from "../../../people/users/users.service.ts";
import { totalsOf } from "./run-answers.ts";
import type { RunRow } from "./runs.repository.ts";

interface NoticedTest {
  test_id: string;
  user_id: string | null;
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
  run: RunRow,
  device_count: number,
): Promise<TestNotice> {
  const { test_id, project_id, job_id, job_name, run_number } = run;
  const report = job_id === null ? `auto/records/${test_id}` : `auto/job/${job_id}/test/${test_id}`;
  return {
    project_id,
    event,
    job_id,
    test: {
      test_id,
      job_name,
      run_number,
      execution: executionOf(test.state, test.end_reason),
      verdict: run.verdict,
      reason: run.verdict_reason,
      totals: totalsOf(run),
      device_count,
      url: `/${project_id}/${report}`,
      initiator: test.user_id === null ? "" : await userNameOf(tx, test.user_id),
      started_at: test.started_at,
      ended_at: test.ended_at,
    },
  };
}
