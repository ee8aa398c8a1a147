import { Link } from "react-router";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRecentTests } from "../../lib/statistics/index.ts";

const SHOWN = 6;

type RecentTest = NonNullable<ReturnType<typeof useRecentTests>["data"]>["list"][number];

/** Sessions to go back to, whatever their project; not there when there are none. */
export function MyRunning() {
  const t = useT("home");
  const tests = useRecentTests(undefined, "open", SHOWN).data?.list ?? [];
  if (tests.length === 0) return null;
  return (
    <section className="udt-card">
      <header>
        <h2>{t("running.title")}</h2>
      </header>
      <ul>
        {tests.map((test) => (
          <Running key={test.test_id} test={test} />
        ))}
      </ul>
    </section>
  );
}

function Running({ test }: { test: RecentTest }) {
  const t = useT("home");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const device = test.devices[0];
  if (!device) return null;
  return (
    <li>
      <span className="home-name">
        <b>{device.model || device.serial}</b>
        <small>
          {test.project_name}
          {" · "}
          {t("running.until", { time: format.moment(test.deadline, now) })}
          {" · "}
          <span className="udt-num">{common("debug.left", { time: format.countdown(test.deadline - now) })}</span>
        </small>
      </span>
      <StatePill tone="busy">{common(`test_device_state.${device.state}`)}</StatePill>
      {test.kind === "debug" ? (
        <LinkButton type="primary" to={paths.debug(test.project_id, test.test_id, device.device_id)}>
          {common("debug.back")}
        </LinkButton>
      ) : (
        <LinkButton to={`${paths.records(test.project_id)}?test_id=${test.test_id}`}>{t("running.show")}</LinkButton>
      )}
    </li>
  );
}

export function MyRecent({ project }: { project: string }) {
  const t = useT("home");
  const common = useT("common");
  const format = useFormat();
  const now = useNow();
  const tests = useRecentTests(undefined, "ended", SHOWN);
  return (
    <section className="udt-card">
      <header>
        <h2>{t("recent.title")}</h2>
        <Link to={`${paths.records(project)}?mine=1`}>{t("recent.all")}</Link>
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
              <Link to={`${paths.records(test.project_id)}?test_id=${test.test_id}`}>
                {test.devices[0]?.model || test.devices[0]?.serial || test.test_id}
              </Link>
              <small className="udt-ellipsis">
                {test.project_name}
                {test.end_reason && ` · ${common(`end_reason.${test.end_reason}`)}`}
              </small>
            </span>
            <small className="udt-num">{format.moment(test.created_at, now)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
