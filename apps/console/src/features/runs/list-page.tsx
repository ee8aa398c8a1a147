import { BarChartOutlined } from "@ant-design/icons";
import { EXECUTION_STATES, VERDICTS } from "@udt/contract";
import { Button } from "antd";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { RunTable } from "./run-table.tsx";
import "./runs.css";
import { useRunList } from "./use-runs.ts";

/** Every automated test of the project, newest first. */
export default function RunListPage() {
  const t = useT("runs");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const { search, set, onSearch, keyword, page } = useListFilters();
  const filters = {
    keyword,
    execution: oneOf(search.get("execution"), EXECUTION_STATES),
    verdict: oneOf(search.get("verdict"), VERDICTS),
    ...page,
  };
  const runs = useRunList(project, filters);
  const filtered = filters.keyword !== "" || filters.execution !== undefined || filters.verdict !== undefined;
  const clear = () => set({ keyword: undefined, execution: undefined, verdict: undefined });
  const isEmpty = runs.data?.list.length === 0;

  return (
    <>
      <PageHeader title={t("list.title")}>
        <span className="udt-secondary">{t("list.lead")}</span>
      </PageHeader>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("list.search")} onSearch={onSearch} />
        <FilterSelect
          label={t("filter.execution")}
          value={filters.execution}
          options={EXECUTION_STATES.map((value) => ({ value, label: common(`execution.${value}`) }))}
          onChange={(execution) => set({ execution })}
        />
        <FilterSelect
          label={t("filter.verdict")}
          value={filters.verdict}
          options={VERDICTS.map((value) => ({ value, label: common(`verdict.${value}`) }))}
          onChange={(verdict) => set({ verdict })}
        />
        {runs.data && (
          <span className="udt-toolbar-count" role="status">
            {t("list.count", { count: runs.data.total, total: format.number(runs.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {runs.isPending && <SkeletonRows />}
        {runs.isError && !runs.data && (
          <ErrorState title={t("list.error")} error={runs.error} onRetry={() => void runs.refetch()} />
        )}
        {runs.data && !isEmpty && <RunTable project={project} runs={runs.data.list} stale={runs.isPlaceholderData} />}
        {isEmpty && (filtered || filters.page_num > 1) && (
          <EmptyState
            icon={<BarChartOutlined />}
            title={t("list.no_match.title")}
            action={<Button onClick={clear}>{t("list.no_match.clear")}</Button>}
          >
            {t("list.no_match.text")}
          </EmptyState>
        )}
        {isEmpty && !filtered && filters.page_num === 1 && (
          <EmptyState
            icon={<BarChartOutlined />}
            title={t("list.none.title")}
            action={
              <LinkButton to={paths.jobs(project)} type="primary">
                {t("list.none.action")}
              </LinkButton>
            }
          >
            {t("list.none.text")}
          </EmptyState>
        )}
      </div>
      {runs.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={runs.data.total}
          onChange={(change) => set(change)}
        />
      )}
    </>
  );
}
