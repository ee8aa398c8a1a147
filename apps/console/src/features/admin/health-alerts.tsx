import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { alertRemedy, LIMITS, type Alert, type AlertState } from "@udt/contract";
import { alertEndpoints } from "@udt/contract/endpoints/alerts";
import { useState } from "react";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { config } from "../../lib/config/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager, Table, type TableColumn, useLocalPage } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { saidText } from "../../lib/words/index.ts";
import { Said } from "../../lib/words/said.tsx";

/** A server looks once a minute. */
const EVERY_MS = 15_000;

/** One of the page's two lists, each with pages of its own: neither is in the address. */
function useAlerts(state: AlertState) {
  const { page, onChange } = useLocalPage();
  const alerts = useQuery({
    ...queryOf(alertEndpoints.alertList, { query: { state, ...page } }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return { alerts, pager: <Pager {...page} total={alerts.data?.total ?? 0} onChange={onChange} /> };
}

/** Whether nobody would be told; the key is that of the lists of channels, which every change of one refreshes. */
function useNobodyTold(): boolean {
  const query = { page_num: 1, page_size: 1 };
  const channels = useQuery(queryOf(alertEndpoints.alertChannelList, { query }));
  return channels.data?.total === 0;
}

/** What is wrong now, and what can be done. */
export function OpenAlerts() {
  const t = useT("admin");
  const format = useFormat();
  const { docs_url } = config();
  const { alerts, pager } = useAlerts("open");
  const nobodyTold = useNobodyTold();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  return (
    <section className="udt-card admin-alerts" aria-label={t("health.alerts.title")}>
      <h2>{t("health.alerts.title")}</h2>
      {alerts.isPending && <SkeletonRows rows={1} />}
      {alerts.isError && !alerts.data && (
        <ErrorState title={t("health.alerts.error")} error={alerts.error} onRetry={() => void alerts.refetch()} />
      )}
      {alerts.data && (
        <>
          {alerts.data.total === 0 && alerts.data.looked_at !== null && !alerts.data.is_late && (
            <StatePill tone="good">{t("health.alerts.none")}</StatePill>
          )}
          {alerts.data.is_late && <StatePill tone="warning">{t("health.alerts.late")}</StatePill>}
          <ul>
            {alerts.data.list.map((alert) => (
              <OpenAlert key={alert.alert_id} alert={alert} now={now} />
            ))}
          </ul>
          {pager}
          {nobodyTold && <StatePill tone="warning">{t("health.alerts.nobody_told")}</StatePill>}
          <p className="udt-secondary">
            {alerts.data.looked_at === null
              ? t("health.alerts.never")
              : t("health.alerts.looked", { time: format.dateTime(alerts.data.looked_at, now) })}{" "}
            <Link to={paths.admin("alerts")}>{t("health.alerts.channels")}</Link>{" "}
            {docs_url && (
              <a href={docs_url} target="_blank" rel="noreferrer">
                {t("health.alerts.docs")}
              </a>
            )}
          </p>
        </>
      )}
    </section>
  );
}

function OpenAlert({ alert, now }: { alert: Alert; now: number }) {
  const t = useT("admin");
  const format = useFormat();
  const { kind, reason, since } = alert;
  return (
    <li>
      <StatePill tone="bad">{t(`health.alerts.kind.${kind}`)}</StatePill>
      <div>
        <Said said={reason} />
        <p className="udt-secondary">
          {saidText({ code: alertRemedy(kind, reason), args: {}, evidence: "" })}{" "}
          {kind === "agents" && <Link to={paths.admin("agents")}>{t("health.alerts.to_agents")}</Link>}
        </p>
      </div>
      <span className="udt-secondary udt-num" title={format.exact(since)}>
        {t("health.alerts.since", { time: format.dateTime(since, now) })}
      </span>
    </li>
  );
}

/** What was wrong. */
export function EndedAlerts() {
  const t = useT("admin");
  const format = useFormat();
  const { alerts, pager } = useAlerts("ended");
  const [now] = useState(Date.now);
  if (!alerts.data) return null;
  const { list, total } = alerts.data;
  const columns: readonly TableColumn[] = [
    { key: "what", label: t("health.alerts.what") },
    { key: "when", label: t("health.alerts.when") },
    { key: "took", label: t("health.alerts.took") },
  ];
  return (
    <section className="udt-card admin-alerts" aria-label={t("health.alerts.ended")}>
      <h2>{t("health.alerts.ended")}</h2>
      {total === 0 && <p>{t("health.alerts.ended_none", { days: LIMITS.alert_days })}</p>}
      {total > 0 && (
        <Table columns={columns} stale={alerts.isPlaceholderData}>
          {list.map(({ alert_id, reason, since, until }) => (
            <tr key={alert_id}>
              <td>
                <Said said={reason} />
              </td>
              <td title={format.exact(since)}>{format.dateTime(since, now)}</td>
              <td className="udt-num">{format.duration((until ?? since) - since)}</td>
            </tr>
          ))}
        </Table>
      )}
      {pager}
    </section>
  );
}
