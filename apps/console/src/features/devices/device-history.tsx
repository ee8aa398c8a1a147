import { useQuery } from "@tanstack/react-query";
import { executionOf, type Test } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { numbered, RunPill } from "../../lib/runs/index.ts";
import { KIND_VIEWS, testPath } from "../../lib/tests/index.ts";
import { saidLine } from "../../lib/words/index.ts";

const SHOWN = 5;

/** What a device did last in this project, and what failed on it. */
export function DeviceHistory({ project, device_id }: { project: string; device_id: string }) {
  const t = useT("devices");
  const tests = useQuery(queryOf(testEndpoints.testList, { query: { project, device_id, page_size: SHOWN } }));
  const failures = useQuery(queryOf(deviceEndpoints.deviceFailures, { params: { device_id }, query: { project } }));
  const list = failures.data?.list ?? [];
  return (
    <>
      <h2 className="devices-drawer-title">{t("history.title")}</h2>
      {tests.isPending && <SkeletonRows rows={2} />}
      {tests.isError && !tests.data && (
        <ErrorState title={t("history.error")} error={tests.error} onRetry={() => void tests.refetch()} />
      )}
      {tests.data?.list.length === 0 && <p className="udt-secondary">{t("history.none")}</p>}
      <ul className="devices-history">
        {tests.data?.list.map((test) => (
          <Used key={test.test_id} test={test} />
        ))}
      </ul>
      {/* Checks of the device stand there also where no project used it. */}
      <p>
        <Link to={paths.recentTests(project, device_id)}>{t("history.all")}</Link>
      </p>
      {failures.isError && !failures.data && (
        <ErrorState
          title={t("history.failures_error")}
          error={failures.error}
          onRetry={() => void failures.refetch()}
        />
      )}
      {list.length > 0 && (
        <>
          <h2 className="devices-drawer-title">{t("history.failures")}</h2>
          <ul className="devices-history">
            {list.map((one) => (
              <li key={one.case_run_id}>
                <Link
                  className="udt-ellipsis"
                  data-literal
                  to={paths.runCase(project, one.test_id, one.case_run_id, one.job_id ?? undefined)}
                >
                  {one.name}
                </Link>
                <When time={one.ended_at} />
                <small className="udt-secondary" data-literal>
                  {[numbered(one), one.reason === null ? one.error : saidLine(one.reason)].filter(Boolean).join(" · ")}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** A test that used the device. */
function Used({ test }: { test: Test }) {
  const common = useT("common");
  const tests = useT("tests");
  const format = useFormat();
  const { run, state, end_reason, started_at, ended_at } = test;
  const took = started_at === null || ended_at === null ? "" : format.duration(ended_at - started_at);
  return (
    <li>
      <Link className="udt-ellipsis" to={testPath(test)}>
        {run ? numbered(run) : tests("debug")}
      </Link>
      <When time={started_at ?? test.created_at} />
      <small className="udt-secondary">
        {[test.user_name || common("platform"), took].filter(Boolean).join(" · ")}{" "}
        {KIND_VIEWS[test.kind].isRun && (
          <RunPill run={{ execution: executionOf(state, end_reason), verdict: run?.verdict ?? null }} />
        )}
      </small>
    </li>
  );
}

function When({ time }: { time: number }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time className="udt-secondary udt-num" title={format.exact(time)}>
      {format.moment(time, now)}
    </time>
  );
}
