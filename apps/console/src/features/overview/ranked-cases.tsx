import type { RankedCase } from "@udt/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import type { CaseStats } from "../../lib/statistics/index.ts";
import { failureLine } from "../../lib/words/index.ts";
import "../../lib/components/panel.css";

/** The cases that one would look at: what fails most, what comes out both ways, what takes longest. */
export function RankedCases({ cases }: { cases: CaseStats }) {
  const t = useT("overview");
  const format = useFormat();
  const ofTotal = ({ failed, total }: { failed: number; total: number }) =>
    t("cases.of_total", { failed: format.number(failed), total: format.number(total) });
  return (
    <div className="overview-cases">
      <Panel title={t("cases.failing")} note={t("cases.failing_note")} none={t("cases.failing_none")}>
        {cases.failing.map((one) => (
          <Row
            key={`${one.job_id} ${one.case_key}`}
            one={one}
            said={failureLine(one)}
            tone="bad"
            share={one.failed / one.total}
          >
            {ofTotal(one)}
          </Row>
        ))}
      </Panel>
      <Panel title={t("cases.flaky")} note={t("cases.flaky_note")} none={t("cases.flaky_none")}>
        {cases.flaky.map((one) => (
          <Row key={`${one.job_id} ${one.case_key}`} one={one} tone="warning" share={one.failed / one.total}>
            {ofTotal(one)}
          </Row>
        ))}
      </Panel>
      <Panel title={t("cases.slowest")} note={t("cases.slowest_note")} none={t("cases.slowest_none")}>
        {cases.slowest.map((one) => (
          <Row
            key={`${one.job_id} ${one.case_key}`}
            one={one}
            tone="busy"
            share={one.cost / (cases.slowest[0]?.cost || 1)}
          >
            {format.duration(one.cost)}
          </Row>
        ))}
      </Panel>
    </div>
  );
}

function Panel(props: { title: string; note: string; none: string; children: readonly ReactNode[] }) {
  return (
    <section className="udt-card udt-panel">
      <header title={props.note}>
        <h2>{props.title}</h2>
        <span className="udt-secondary udt-ellipsis">{props.note}</span>
      </header>
      {props.children.length === 0 ? <p className="overview-none">{props.none}</p> : <ol>{props.children}</ol>}
    </section>
  );
}

/** Leads to the attempt to look at; below it whose case it is, or what its failure said. */
function Row(props: {
  one: RankedCase;
  said?: string;
  tone: "bad" | "warning" | "busy";
  /** How long its bar is, from 0 to 1. */
  share: number;
  children: string;
}) {
  const { one, said = "", tone } = props;
  const { project_id, test_id, case_run_id, job_id, name, file } = one;
  const below = said || file;
  return (
    <li>
      <span className="overview-name">
        <Link to={paths.runCase(project_id, test_id, case_run_id, job_id)} title={`${file} ${name}`} data-literal>
          {name}
        </Link>
        <small className="udt-lines" title={below}>
          {one.job_name}
          {below !== "" && (
            <>
              {" · "}
              <span data-literal>{below}</span>
            </>
          )}
        </small>
      </span>
      <span className="overview-share" data-tone={tone}>
        <span className="udt-num">{props.children}</span>
        <i aria-hidden>
          <s style={{ width: `${Math.min(1, props.share) * 100}%` }} />
        </i>
      </span>
    </li>
  );
}
