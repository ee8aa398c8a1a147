import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { alertRemedy, LIMITS, type Alert, type AlertState } from "@udt/contract";
import { alertEndpoints } from "@udt/contract/endpoints/alerts";
import { useState } from "react";
import { Link } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { StatePill } from "../../lib/components/index.ts";
import { config } from "../../lib/config/index.ts";
import { useFormat, withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useLocalView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { saidText } from "../../lib/words/index.ts";
import { Said } from "../../lib/words/said.tsx";

/** A server looks once a minute. */
const EVERY_MS = 15_000;

/** One of the page's two lists, each with pages of its own: neither is in the address. */
function useAlerts(state: AlertState) {
  const view = useLocalView();
  const read = useQuery({
    ...queryOf(alertEndpoints.alertList, { query: { state, ...view.page } }),
    refetchInterval: EVERY_MS,
    placeholderData: keepPreviousData,
  });
  return { view, read };
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
  const { view, read } = useAlerts("open");
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  // Until somebody has looked lately nobody knows that nothing is wrong.
  const isKnown = read.data !== undefined && read.data.looked_at !== null && !read.data.is_late;
  const columns: readonly TableColumn[] = [
    { key: "kind", label: t("health.alerts.about"), width: 200, isHidden: true },
    { key: "what", label: t("health.alerts.what"), isHidden: true },
    { key: "since", label: t("health.alerts.when"), width: 200, isHidden: true },
  ];
  return (
    <section className="udt-card admin-alerts" aria-label={t("health.alerts.title")}>
      <h2>{t("health.alerts.title")}</h2>
      <ListPage
        isPart
        view={view}
        read={read}
        columns={columns}
        tableClass="admin-open-alerts"
        renderRow={(alert) => <OpenAlert key={alert.alert_id} alert={alert} now={now} />}
        expected={1}
        error={t("health.alerts.error")}
        none={{ line: isKnown && <StatePill tone="good">{t("health.alerts.none")}</StatePill> }}
      />
      {read.data && <Looked at={read.data} now={now} />}
    </section>
  );
}

/** When it was looked last, and who is told. */
function Looked({ at, now }: { at: { looked_at: number | null; is_late: boolean }; now: number }) {
  const t = useT("admin");
  const format = useFormat();
  const { docs_url } = config();
  const nobodyTold = useNobodyTold();
  const { looked_at, is_late } = at;
  return (
    <footer>
      {is_late && <StatePill tone="warning">{t("health.alerts.late")}</StatePill>}
      {nobodyTold && <StatePill tone="warning">{t("health.alerts.nobody_told")}</StatePill>}
      <p className="udt-secondary">
        {withGap(
          looked_at === null
            ? t("health.alerts.never")
            : t("health.alerts.looked", { time: format.dateTime(looked_at, now) }),
        )}
        <Link to={paths.admin("alerts")}>{t("health.alerts.channels")}</Link>{" "}
        {docs_url && (
          <a href={docs_url} target="_blank" rel="noreferrer">
            {t("health.alerts.docs")}
          </a>
        )}
      </p>
    </footer>
  );
}

function OpenAlert({ alert, now }: { alert: Alert; now: number }) {
  const t = useT("admin");
  const format = useFormat();
  const { kind, reason, since } = alert;
  return (
    <tr>
      <td>
        <StatePill tone="bad">{t(`health.alerts.kind.${kind}`)}</StatePill>
      </td>
      <td>
        <Said said={reason} />
        <p className="udt-secondary">
          {withGap(saidText({ code: alertRemedy(kind, reason), args: {} }))}
          {kind === "agents" && <Link to={paths.admin("agents")}>{t("health.alerts.to_agents")}</Link>}
        </p>
      </td>
      <td className="udt-secondary udt-num" title={format.exact(since)}>
        {t("health.alerts.since", { time: format.dateTime(since, now) })}
      </td>
    </tr>
  );
}

/** What was wrong. */
export function EndedAlerts() {
  const t = useT("admin");
  const format = useFormat();
  const { view, read } = useAlerts("ended");
  const [now] = useState(Date.now);
  const columns: readonly TableColumn[] = [
    { key: "what", label: t("health.alerts.what") },
    { key: "when", label: t("health.alerts.when") },
    { key: "took", label: t("health.alerts.took") },
  ];
  return (
    <section className="udt-card admin-alerts" aria-label={t("health.alerts.ended")}>
      <h2>{t("health.alerts.ended")}</h2>
      <ListPage
        isPart
        view={view}
        read={read}
        columns={columns}
        renderRow={({ alert_id, reason, since, until }) => (
          <tr key={alert_id}>
            <td>
              <Said said={reason} />
            </td>
            <td title={format.exact(since)}>{format.dateTime(since, now)}</td>
            <td className="udt-num">{format.duration((until ?? since) - since)}</td>
          </tr>
        )}
        expected={1}
        error={t("health.alerts.error")}
        none={{ line: t("health.alerts.ended_none", { days: LIMITS.alert_days }) }}
      />
    </section>
  );
}
