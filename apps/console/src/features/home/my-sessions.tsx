import { executionOf } from "@udt/contract";
import { Link } from "react-router";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { HeldPicture } from "../../lib/device-pictures/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { RunPill } from "../../lib/runs/index.ts";
import { useRecentTests } from "../../lib/statistics/index.ts";
import { KIND_VIEWS, testPath, useTestName } from "../../lib/tests/index.ts";
import "../../lib/components/panel.css";
import "../../lib/tests/progress-line.css";

const SHOWN = 6;

type RecentTest = NonNullable<ReturnType<typeof useRecentTests>["data"]>["list"][number];

/** Sessions to go back to and runs under way, waiting ones too, whatever their project; not there when there are none. */
export function MyRunning() {
  const t = useT("home");
  const tests = useRecentTests("open", SHOWN);
  const list = tests.data?.list ?? [];
  const isUnread = tests.isError && !tests.data;
  if (list.length === 0 && !isUnread) return null;
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("running.title")}</h2>
      </header>
      {isUnread && <ErrorState title={t("recent_error")} error={tests.error} onRetry={() => void tests.refetch()} />}
      <ul>
        {list.map((test) => (
          <Running key={test.test_id} test={test} />
        ))}
      </ul>
    </section>
  );
}

function Running({ test }: { test: RecentTest }) {
  const common = useT("common");
  const nameOf = useTestName();
  const { state, end_reason, run } = test;
  const { isRun } = KIND_VIEWS[test.kind];
  const [device] = test.devices;
  return (
    <li className="home-running">
      {device?.state === "running" && <HeldPicture project={test.project_id} device_id={device.device_id} />}
      <span className="home-name">
        {isRun ? <Link to={testPath(test)}>{nameOf(test)}</Link> : <b>{nameOf(test)}</b>}
        <small className="udt-dotted">
          <span>{test.project_name}</span>
          <Time test={test} />
        </small>
      </span>
      <span className="home-acts">
        {isRun ? (
          <RunPill run={{ execution: executionOf(state, end_reason), verdict: run?.verdict ?? null }} />
        ) : (
          <StatePill tone="busy">
            {device?.state === "running"
              ? common(`test_kind.${test.kind}`)
              : common(`test_device_state.${device?.state ?? "queued"}`)}
          </StatePill>
        )}
        <Open test={test} />
      </span>
    </li>
  );
}

/** When a session is over at the latest; of a run for how long it has run, since its limit says nothing of its end; of what waits, since when. */
function Time({ test }: { test: RecentTest }) {
  const t = useT("home");
  const format = useFormat();
  const now = useNow();
  if (test.state === "queued")
    return <span>{t("running.waiting", { time: format.moment(test.created_at, now) })}</span>;
  if (KIND_VIEWS[test.kind].isRun)
    return <span>{t("running.since", { duration: format.duration(now - (test.started_at ?? test.created_at)) })}</span>;
  return (
    <>
      <span>{t("running.until", { time: format.moment(test.deadline, now) })}</span>
      <span className="udt-num">{t("running.left", { time: format.countdown(test.deadline - now) })}</span>
    </>
  );
}

function Open({ test }: { test: RecentTest }) {
  const t = useT("home");
  const common = useT("common");
  const [device] = test.devices;
  const { screen } = KIND_VIEWS[test.kind];
  if (!screen) return <LinkButton to={testPath(test)}>{t("running.report")}</LinkButton>;
  if (!device) return null;
  return (
    <LinkButton type="primary" to={screen(test, device.device_id)}>
      {common("debug.back")}
    </LinkButton>
  );
}

/** What one did last in the project: the same that its whole lists have. */
export function MyRecent({ project }: { project: string }) {
  const t = useT("home");
  const common = useT("common");
  const format = useFormat();
  const nameOf = useTestName();
  const now = useNow();
  const tests = useRecentTests("ended", SHOWN, project);
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("recent.title")}</h2>
        <span className="home-links">
          <Link to={`${paths.records(project)}?mine=1`}>{t("recent.all")}</Link>
          <Link to={paths.runs(project)}>{t("recent.runs")}</Link>
        </span>
      </header>
      {tests.isPending && <SkeletonRows rows={3} />}
      {tests.isError && !tests.data && (
        <ErrorState title={t("recent_error")} error={tests.error} onRetry={() => void tests.refetch()} />
      )}
      {tests.data?.list.length === 0 && <p className="home-none">{t("recent.none")}</p>}
      <ul>
        {tests.data?.list.map((test) => (
          <li key={test.test_id}>
            <span className="home-name">
              <Link to={testPath(test)}>{nameOf(test)}</Link>
              <small className="udt-ellipsis">
                {test.project_name}
                {!test.run && test.end_reason && ` · ${common(`end_reason.${test.end_reason}`)}`}
              </small>
            </span>
            {test.run && (
              <RunPill run={{ execution: executionOf(test.state, test.end_reason), verdict: test.run.verdict }} />
            )}
            <small className="udt-num">{format.moment(test.created_at, now)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
