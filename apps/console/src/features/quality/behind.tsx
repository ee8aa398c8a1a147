import { CASE_HEALTH, numbered, passRatio, type CaseHealth, type QualityResults, type QualityRun } from "@udt/contract";
import { Drawer } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { failureLine } from "../../lib/words/index.ts";
import { useHealthCases, useResults, useRuns, type BehindList, type BoardQuery } from "./use-board.ts";

const PAGE_SIZE = 25;

interface BehindProps {
  list: BehindList | undefined;
  query: BoardQuery;
  page_num: number;
  /** What the list alone is narrowed to, in the address. */
  search: URLSearchParams;
  onPage: (page_num: string | undefined) => void;
  onNarrow: (to: Record<string, string | undefined>) => void;
  onClose: () => void;
}

/** The list that a figure counts, beside the board and narrowed as it is. */
export function Behind({ list, onClose, ...props }: BehindProps) {
  const t = useT("quality");
  return (
    <Drawer open={list !== undefined} size={640} title={list && t(`behind.${list}`)} onClose={onClose}>
      {list === "runs" && <Runs {...props} />}
      {list === "health" && <HealthCases {...props} />}
      {list !== undefined && list !== "runs" && list !== "health" && <Results {...props} figure={list} />}
    </Drawer>
  );
}

type Paged = Pick<BehindProps, "query" | "page_num" | "onPage">;
type Narrowed = Paged & Pick<BehindProps, "search" | "onNarrow">;

function Runs({ query, page_num, onPage }: Paged) {
  const t = useT("quality");
  const format = useFormat();
  const now = useNow();
  const read = useRuns(query, page_num);
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

function Results({ query, figure, page_num, onPage }: Paged & { figure: QualityResults }) {
  const format = useFormat();
  const now = useNow();
  const read = useResults(query, figure, page_num);
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

function HealthCases({ query, page_num, onPage, search, onNarrow }: Narrowed) {
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
          <li key={`${one.project_id} ${one.job_id} ${one.case_key}`}>
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
          </li>
        ))}
      </PagedList>
    </>
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

function PagedList(props: {
  read: { data: { total: number } | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  page_num: number;
  onPage: (page_num: string | undefined) => void;
  children: ReactNode;
}) {
  const t = useT("quality");
  const { read, page_num, onPage } = props;
  if (read.isPending) return <SkeletonRows rows={6} />;
  if (read.data === undefined)
    return <ErrorState title={t("error")} error={read.error} onRetry={() => void read.refetch()} />;
  if (read.data.total === 0) return <EmptyState title={t("behind.none")} />;
  return (
    <>
      <ol className="quality-behind">{props.children}</ol>
      <Pager
        page_num={page_num}
        page_size={PAGE_SIZE}
        total={read.data.total}
        onChange={({ page_num: to }) => onPage(to)}
      />
    </>
  );
}
