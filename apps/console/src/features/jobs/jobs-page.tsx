import { IdcardOutlined, PlusOutlined, ThunderboltOutlined } from "@ant-design/icons";
import { FRAMEWORKS, VERDICTS } from "@udt/contract";
import { Button } from "antd";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { JobTable } from "./job-table.tsx";
import "./jobs.css";
import { useJobs, type JobFilters } from "./use-jobs.ts";

export default function JobsPage() {
  const t = useT("jobs");
  const c = useT("job-config");
  const common = useT("common");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const { search, set, onSearch, keyword, page } = useListFilters();
  const filters: JobFilters = {
    keyword,
    framework: oneOf(search.get("framework"), FRAMEWORKS),
    verdict: oneOf(search.get("verdict"), VERDICTS),
    ...page,
  };
  const jobs = useJobs(project, filters);
  const filtered = filters.keyword !== "" || filters.framework !== undefined || filters.verdict !== undefined;
  const create = (
    <>
      <LinkButton icon={<IdcardOutlined />} to={paths.accountFiles(project)}>
        {t("account_files.title")}
      </LinkButton>
      <LinkButton type="primary" icon={<PlusOutlined />} to={paths.jobCreate(project)}>
        {t("create")}
      </LinkButton>
    </>
  );

  return (
    <>
      <PageHeader title={t("title")} actions={!guest && create}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
        <FilterSelect
          label={t("filter.framework")}
          value={filters.framework}
          options={FRAMEWORKS.map((value) => ({ value, label: c(`framework.${value}`) }))}
          onChange={(framework) => set({ framework })}
        />
        <FilterSelect
          label={t("filter.verdict")}
          value={filters.verdict}
          options={VERDICTS.map((value) => ({ value, label: common(`verdict.${value}`) }))}
          onChange={(verdict) => set({ verdict })}
        />
        {jobs.data && (
          <span className="udt-toolbar-count" role="status">
            {t("count", { count: jobs.data.total, total: format.number(jobs.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {jobs.isPending && <SkeletonRows />}
        {jobs.isError && !jobs.data && (
          <ErrorState title={t("error")} error={jobs.error} onRetry={() => void jobs.refetch()} />
        )}
        {jobs.data && jobs.data.list.length > 0 && (
          <JobTable project={project} jobs={jobs.data.list} stale={jobs.isPlaceholderData} canChange={!guest} />
        )}
        {jobs.data?.list.length === 0 && (filtered || filters.page_num > 1) && (
          <EmptyState
            icon={<ThunderboltOutlined />}
            title={t("no_match.title")}
            action={
              <Button onClick={() => set({ keyword: undefined, framework: undefined, verdict: undefined })}>
                {t("no_match.clear")}
              </Button>
            }
          >
            {t("no_match.text")}
          </EmptyState>
        )}
        {jobs.data?.list.length === 0 && !filtered && filters.page_num === 1 && (
          <EmptyState icon={<ThunderboltOutlined />} title={t("none.title")}>
            {t(guest ? "none.text_guest" : "none.text")}
          </EmptyState>
        )}
      </div>
      {jobs.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={jobs.data.total}
          onChange={(change) => set(change)}
        />
      )}
    </>
  );
}
