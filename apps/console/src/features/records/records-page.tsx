import { HistoryOutlined } from "@ant-design/icons";
import { END_REASONS, TEST_STATES } from "@udt/contract";
import { Button } from "antd";
import { Link } from "react-router";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useUser } from "../../lib/session/index.ts";
import { RecordDrawer } from "./record-drawer.tsx";
import { RecordTable } from "./record-table.tsx";
import "./records.css";
import { useRecords, type RecordFilters } from "./use-records.ts";

/** Only runs end by having nothing more to do, or wait for a device. */
const REASONS = END_REASONS.filter((reason) => reason !== "finished" && reason !== "no_device");

export default function RecordsPage() {
  const t = useT("records");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const user = useUser();
  const { search, set, onSearch, keyword, page } = useListFilters();
  const mine = search.get("mine") === "1";
  const filters: RecordFilters = {
    keyword,
    state: oneOf(search.get("state"), TEST_STATES),
    end_reason: oneOf(search.get("end_reason"), REASONS),
    user_id: mine ? user.user_id : undefined,
    ...page,
  };
  const records = useRecords(project, filters);
  const filtered = filters.keyword !== "" || filters.state !== undefined || filters.end_reason !== undefined || mine;
  const open = (test_id: string | undefined) => set({ test_id, page_num: search.get("page_num") ?? undefined });
  const clear = () => set({ keyword: undefined, state: undefined, end_reason: undefined, mine: undefined });

  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">
          {t("lead")} <Link to={paths.runs(project)}>{t("runs")}</Link>
        </span>
      </PageHeader>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
        <FilterSelect
          label={t("filter.state")}
          value={filters.state}
          options={TEST_STATES.map((value) => ({ value, label: common(`test_state.${value}`) }))}
          onChange={(state) => set({ state })}
        />
        <FilterSelect
          label={t("filter.reason")}
          value={filters.end_reason}
          options={REASONS.map((value) => ({ value, label: common(`end_reason.${value}`) }))}
          onChange={(end_reason) => set({ end_reason })}
        />
        <button
          type="button"
          className="udt-filter"
          aria-pressed={mine}
          onClick={() => set({ mine: mine ? undefined : "1" })}
        >
          {t("filter.mine")}
        </button>
        {records.data && (
          <span className="udt-toolbar-count" role="status">
            {t("count", { count: records.data.total, total: format.number(records.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {records.isPending && <SkeletonRows />}
        {records.isError && !records.data && (
          <ErrorState title={t("error")} error={records.error} onRetry={() => void records.refetch()} />
        )}
        {records.data && records.data.list.length > 0 && (
          <RecordTable project={project} records={records.data.list} stale={records.isPlaceholderData} onOpen={open} />
        )}
        {records.data?.list.length === 0 && (filtered || filters.page_num > 1) && (
          <EmptyState
            icon={<HistoryOutlined />}
            title={t("no_match.title")}
            action={<Button onClick={clear}>{t("no_match.clear")}</Button>}
          >
            {t("no_match.text")}
          </EmptyState>
        )}
        {records.data?.list.length === 0 && !filtered && filters.page_num === 1 && (
          <EmptyState
            icon={<HistoryOutlined />}
            title={t("none.title")}
            action={
              <LinkButton to={paths.deviceList(project)} type="primary">
                {t("none.action")}
              </LinkButton>
            }
          >
            {t("none.text")}
          </EmptyState>
        )}
      </div>
      {records.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={records.data.total}
          onChange={(change) => set(change)}
        />
      )}
      <RecordDrawer project={project} test_id={search.get("test_id")} onClose={() => open(undefined)} />
    </>
  );
}
