import { executionOf } from "@udt/contract";
import { Link } from "react-router";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { RunPill } from "../../lib/runs/index.ts";
import { useRecentTests } from "../../lib/statistics/index.ts";
import { KIND_VIEWS, testPath, useTestName } from "../../lib/tests/index.ts";
import "../../lib/components/panel.css";

const SHOWN = 6;

/** The user's own: what runs, to go back to, and what ran last. */
export function MyTests({ project }: { project: string | undefined }) {
  const t = useT("overview");
  const common = useT("common");
  const format = useFormat();
  const nameOf = useTestName();
  const now = useNow();
  const open = useRecentTests(project, "open", SHOWN);
  const ended = useRecentTests(project, "ended", SHOWN);
  const tests = [...(open.data?.list ?? []), ...(ended.data?.list ?? [])].slice(0, SHOWN);
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{t("mine.title")}</h2>
      </header>
      {ended.isPending && <SkeletonRows rows={3} />}
      {ended.isError && !ended.data && (
        <ErrorState title={t("mine.error")} error={ended.error} onRetry={() => void ended.refetch()} />
      )}
      {ended.data && tests.length === 0 && <p className="overview-none">{t("mine.none")}</p>}
      <ul>
        {tests.map((test) => {
          const device = test.devices[0];
          const isOpen = test.state !== "ended";
          const { screen } = KIND_VIEWS[test.kind];
          return (
            <li key={test.test_id}>
              <span className="overview-name">
                <Link to={testPath(test)}>{nameOf(test)}</Link>
                <small className="udt-ellipsis">{test.project_name}</small>
              </span>
              {isOpen && device && screen ? (
                <LinkButton to={screen(test, device.device_id)}>{common("debug.back")}</LinkButton>
              ) : (
                <State test={test} />
              )}
              <small className="udt-num">{format.moment(test.created_at, now)}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type RecentTest = NonNullable<ReturnType<typeof useRecentTests>["data"]>["list"][number];

/** A run's verdict or how it goes; a debug session that is over needs no word. */
function State({ test: { state, end_reason, run } }: { test: RecentTest }) {
  const common = useT("common");
  if (run) return <RunPill run={{ execution: executionOf(state, end_reason), verdict: run.verdict }} />;
  return state !== "ended" && <StatePill tone="busy">{common(`test_state.${state}`)}</StatePill>;
}
