import { AppstoreOutlined, PlusOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { JoinDialog } from "./join-dialog.tsx";
import { ProjectTable } from "./project-table.tsx";
import "./projects.css";
import { useProjectList, type ListedProject, type ProjectFilters } from "./use-project-list.ts";

export default function ManagePage() {
  const t = useT("projects");
  const format = useFormat();
  const { search, set, onSearch, keyword, page } = useListFilters();
  const [joining, setJoining] = useState<ListedProject>();
  const filters: ProjectFilters = {
    keyword,
    member: search.get("member") === "1" ? "1" : "0",
    manage_flag: search.get("manage_flag") === "1" ? "1" : "0",
    ...page,
  };
  const projects = useProjectList(filters);
  const filtered = filters.keyword !== "" || filters.member === "1" || filters.manage_flag === "1";
  const toggle = (name: "member" | "manage_flag") => (
    <button
      type="button"
      className="udt-filter"
      aria-pressed={filters[name] === "1"}
      onClick={() => set({ [name]: filters[name] === "1" ? undefined : "1" })}
    >
      {t(`filter.${name}`)}
    </button>
  );
  const create = (
    <LinkButton to={paths.projectCreate()} type="primary" icon={<PlusOutlined />}>
      {t("create")}
    </LinkButton>
  );
  const empty = projects.data?.list.length === 0;

  return (
    <>
      <PageHeader title={t("title")} actions={create}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
        {toggle("member")}
        {toggle("manage_flag")}
        {projects.data && (
          <span className="udt-toolbar-count" role="status">
            {t("count", { count: projects.data.total, total: format.number(projects.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {projects.isPending && <SkeletonRows />}
        {projects.isError && !projects.data && (
          <ErrorState title={t("error")} error={projects.error} onRetry={() => void projects.refetch()} />
        )}
        {projects.data && !empty && (
          <ProjectTable projects={projects.data.list} stale={projects.isPlaceholderData} onJoin={setJoining} />
        )}
        {empty && (filtered || filters.page_num > 1) && (
          <EmptyState
            icon={<AppstoreOutlined />}
            title={t("no_match.title")}
            action={
              <Button onClick={() => set({ keyword: undefined, member: undefined, manage_flag: undefined })}>
                {t("no_match.clear")}
              </Button>
            }
          >
            {t("no_match.text")}
          </EmptyState>
        )}
        {empty && !filtered && filters.page_num === 1 && (
          <EmptyState icon={<AppstoreOutlined />} title={t("none.title")}>
            {t("none.text")}
          </EmptyState>
        )}
      </div>
      {projects.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={projects.data.total}
          onChange={(change) => set(change)}
        />
      )}
      {joining && <JoinDialog project={joining} onClose={() => setJoining(undefined)} />}
    </>
  );
}
