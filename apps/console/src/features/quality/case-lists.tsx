import type { RankedCase } from "@udt/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { failureLine } from "../../lib/words/index.ts";
import "../../lib/components/panel.css";
import type { BoardCases, Clusters, OfList } from "./use-board.ts";

/** Opens the failures that a number counts. */
type OnFailures = (of: OfList) => void;

/** The cases to look at: what fails most, what comes out both ways, what takes longest. */
export function CaseLists({ cases, onFailures }: { cases: BoardCases; onFailures?: OnFailures }) {
  const t = useT("quality");
  const format = useFormat();
  const ofTotal = ({ failed, total }: { failed: number; total: number }) =>
    t("cases.of_total", { failed: format.number(failed), total: format.number(total) });
  const key = ({ job_id, case_key }: RankedCase) => `${job_id} ${case_key}`;
  return (
    <div className="quality-lists">
      <Panel title={t("cases.failing")} note={t("cases.failing_note")} none={t("cases.failing_none")}>
        {cases.failing.map((one) => (
          <CaseRow
            key={key(one)}
            one={one}
            said={failureLine(one)}
            tone="bad"
            share={one.failed / one.total}
            onOpen={onFailures && (() => onFailures({ job_id: one.job_id, case_key: one.case_key }))}
          >
            {ofTotal(one)}
          </CaseRow>
        ))}
      </Panel>
      <Panel title={t("cases.flaky")} note={t("cases.flaky_note")} none={t("cases.flaky_none")}>
        {cases.flaky.map((one) => (
          <CaseRow key={key(one)} one={one} tone="warning" share={one.failed / one.total}>
            {ofTotal(one)}
          </CaseRow>
        ))}
      </Panel>
      <Panel title={t("cases.slowest")} note={t("cases.slowest_note")} none={t("cases.slowest_none")}>
        {cases.slowest.map((one) => (
          <CaseRow key={key(one)} one={one} tone="busy" share={one.cost / (cases.slowest[0]?.cost || 1)}>
            {format.duration(one.cost)}
          </CaseRow>
        ))}
      </Panel>
    </div>
  );
}

/** Failures that say the same, with when they came and were seen last. */
export function ClusterList({ clusters, onFailures }: { clusters: Clusters; onFailures?: OnFailures }) {
  const t = useT("quality");
  const format = useFormat();
  const now = useNow();
  const most = clusters.list[0]?.failures ?? 1;
  return (
    <Panel title={t("clusters.title")} note={t("clusters.note")} none={t("clusters.none")}>
      {clusters.list.map((one) => (
        <li key={`${one.project_id} ${one.signature}`}>
          <span className="quality-name">
            <Link
              to={paths.runCase(one.project_id, one.test_id, one.case_run_id, one.job_id ?? undefined)}
              title={failureLine(one)}
              data-literal
            >
              {failureLine(one) || one.name}
            </Link>
            <small className="udt-ellipsis">
              {one.is_new && <b className="quality-new">{t("clusters.is_new")}</b>}
              {t("clusters.seen", {
                project: one.project_name,
                first: format.dateTime(one.first_at, now),
                last: format.dateTime(one.last_at, now),
              })}
            </small>
          </span>
          <Bar
            tone="bad"
            share={one.failures / most}
            onOpen={onFailures && (() => onFailures({ signature: one.signature }))}
          >
            {t("clusters.count", {
              count: one.cases,
              failures: format.number(one.failures),
              cases: format.number(one.cases),
            })}
          </Bar>
        </li>
      ))}
    </Panel>
  );
}

function Panel(props: { title: string; note: string; none: string; children: readonly ReactNode[] }) {
  const { title, note, none, children } = props;
  return (
    <section className="udt-card udt-panel">
      <header title={note}>
        <h2>{title}</h2>
        <span className="udt-secondary udt-ellipsis">{note}</span>
      </header>
      {children.length === 0 ? <p className="quality-none">{none}</p> : <ol>{children}</ol>}
    </section>
  );
}

function CaseRow(props: {
  one: RankedCase & { project_name: string };
  said?: string;
  tone: Tone;
  share: number;
  onOpen?: (() => void) | undefined;
  children: string;
}) {
  const { one, said = "", tone, share, onOpen } = props;
  const where = `${one.project_name} · ${one.job_name}`;
  const why = said || one.file;
  const to = paths.runCase(one.project_id, one.test_id, one.case_run_id, one.job_id);
  return (
    <li>
      <span className="quality-name">
        <Link to={to} title={`${one.file} ${one.name}`} data-literal>
          {one.name}
        </Link>
        <small className="udt-ellipsis" title={`${where} · ${why}`}>
          {where}
          {why !== "" && " · "}
          <span data-literal>{why}</span>
        </small>
      </span>
      <Bar tone={tone} share={share} onOpen={onOpen}>
        {props.children}
      </Bar>
    </li>
  );
}

type Tone = "bad" | "warning" | "busy";

/** A figure above a bar as long as its share. */
function Bar(props: { tone: Tone; share: number; onOpen?: (() => void) | undefined; children: string }) {
  const { tone, share, onOpen } = props;
  const content = (
    <>
      <span className="udt-num">{props.children}</span>
      <i aria-hidden>
        <s style={{ width: `${Math.min(1, share) * 100}%` }} />
      </i>
    </>
  );
  const look = { className: "quality-share", "data-tone": tone };
  if (!onOpen) return <span {...look}>{content}</span>;
  return (
    <button type="button" {...look} onClick={onOpen}>
      {content}
    </button>
  );
}
