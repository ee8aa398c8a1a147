import {
  CASE_HEALTH,
  numbered,
  passRatio,
  type CaseHealth,
  type QualityResults,
  type QualityRun,
  type RankedCase,
} from "@udt/contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, SearchField } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { failureLine } from "../../lib/words/index.ts";
import { PagedList, type Listed } from "./paged-list.tsx";
import { narrowedIn, useFlaky, useHealthCases, useResults, useRuns } from "./use-board.ts";

export function Runs({ query, page_num, onPage, search }: Listed) {
  const t = useT("quality");
  const format = useFormat();
  const now = useNow();
  const read = useRuns(query, page_num, narrowedIn(search));
  const passed = (run: QualityRun) => {
    const ratio = passRatio(run);
    return ratio === undefined
      ? t("tile.no_sample")
      : t("behind.passed", { percent: format.percent(ratio), count: run.total, cases: format.number(run.total) });
  };
  return (
    <PagedList read={read} page_num={page_num} onPage={onPage}>
      {read.data?.list.map((run) => (
        <li key={run.test_id}>
          <span className="quality-name">
            <Link to={paths.run(run.project_id, run.test_id, run.job_id ?? undefined)}>{numbered(run)}</Link>
            <small>
              {run.project_name} · {format.dateTime(run.created_at, now)}
            </small>
          </span>
          <span className="quality-verdict udt-num">
            <b data-tone={run.verdict === "passed" ? "good" : run.verdict === "failed" ? "bad" : "warning"}>
              {t(`verdict.${run.verdict ?? "incomplete"}`)}
            </b>
            <small>{passed(run)}</small>
          </span>
        </li>
      ))}
    </PagedList>
  );
}

export function Results({ query, figure, page_num, onPage, search }: Listed & { figure: QualityResults }) {
  const format = useFormat();
  const now = useNow();
  const read = useResults(query, figure, page_num, narrowedIn(search));
  return (
    <PagedList read={read} page_num={page_num} onPage={onPage}>
      {read.data?.list.map((one) => (
        <li key={one.case_run_id}>
          <span className="quality-name">
            <Link
              to={paths.runCase(one.project_id, one.test_id, one.case_run_id, one.job_id ?? undefined)}
              title={one.file}
              data-literal
            >
              {one.name}
            </Link>
            <small className="udt-ellipsis" title={failureLine(one)} data-literal>
              {failureLine(one)}
            </small>
          </span>
          <span className="quality-verdict">
            <span className="udt-ellipsis">{numbered(one)}</span>
            <small className="udt-ellipsis">
              {one.project_name} · {format.dateTime(one.created_at, now)}
            </small>
          </span>
        </li>
      ))}
    </PagedList>
  );
}

export function HealthCases({ query, page_num, onPage, search, onNarrow }: Listed) {
  const t = useT("quality");
  const format = useFormat();
  const health = oneOf(search.get("health"), CASE_HEALTH);
  const keyword = search.get("keyword") ?? "";
  const read = useHealthCases(query, { health, keyword, page_num });
  return (
    <>
      <div className="quality-filters">
        <FilterSelect
          label={t("health.title")}
          value={health}
          options={CASE_HEALTH.map((name) => ({ value: name, label: t(`health.${name}`) }))}
          onChange={(to) => onNarrow({ health: to })}
        />
        <SearchField
          value={keyword}
          placeholder={t("health.search")}
          onSearch={(to) => onNarrow({ keyword: to === "" ? undefined : to })}
        />
      </div>
      <PagedList read={read} page_num={page_num} onPage={onPage}>
        {read.data?.list.map((one) => (
          <CaseLine key={`${one.project_id} ${one.job_id} ${one.case_key}`} one={one}>
            <span className="quality-verdict udt-num">
              <b data-tone={HEALTH_TONE[one.health]}>{t(`health.${one.health}`)}</b>
              <small>
                {t("health.failed", {
                  count: one.runs,
                  failed: format.number(one.failed),
                  runs: format.number(one.runs),
                })}
              </small>
            </span>
          </CaseLine>
        ))}
      </PagedList>
    </>
  );
}

export function FlakyCases({ query, page_num, onPage, search }: Listed) {
  const t = useT("quality");
  const format = useFormat();
  const read = useFlaky(query, page_num, narrowedIn(search));
  return (
    <PagedList read={read} page_num={page_num} onPage={onPage}>
      {read.data?.list.map((one) => (
        <CaseLine key={`${one.project_id} ${one.job_id} ${one.case_key}`} one={one}>
          <span className="quality-verdict udt-num">
            <b data-tone="warning">
              {t("cases.of_total", { failed: format.number(one.failed), total: format.number(one.total) })}
            </b>
          </span>
        </CaseLine>
      ))}
    </PagedList>
  );
}

/** A case of a job, with the attempt to look at. */
function CaseLine({ one, children }: { one: RankedCase & { project_name: string }; children: ReactNode }) {
  return (
    <li>
      <span className="quality-name">
        <Link
          to={paths.runCase(one.project_id, one.test_id, one.case_run_id, one.job_id)}
          title={one.file}
          data-literal
        >
          {one.name}
        </Link>
        <small className="udt-ellipsis">
          {one.project_name} · {one.job_name}
        </small>
      </span>
      {children}
    </li>
  );
}

const HEALTH_TONE = {
  broken: "bad",
  regressing: "bad",
  flaky: "warning",
  new: undefined,
  recovering: "good",
  stable: "good",
} as const satisfies Record<CaseHealth, string | undefined>;
