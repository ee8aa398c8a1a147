import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../../lib/list/index.ts";
import { NoMatch } from "../no-match.tsx";
import { ProjectTable } from "./project-table.tsx";
import { useAdminProjects } from "./use-projects.ts";

const VISIBILITIES = [
  { value: "1", name: "private" },
  { value: "2", name: "public" },
  { value: "3", name: "secret" },
] as const;
const SORTS = ["name", "created_at", "last_test_at"] as const;

/** All projects: who owns them, how much is in them, and what an administrator may do with them. */
export function ProjectsTab() {
  const t = useT("admin");
  const format = useFormat();
  const { search, set, onSearch, keyword, page } = useListFilters();
  const visibility = oneOf(search.get("visibility"), ["1", "2", "3"]);
  const ownerless = search.get("ownerless") === "1";
  const sort = oneOf(search.get("sort"), SORTS);
  const projects = useAdminProjects({
    keyword,
    ...page,
    ownerless: ownerless ? "1" : "0",
    ...(visibility && { visibility }),
    ...(sort && { sort }),
  });
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={keyword} placeholder={t("projects.search")} onSearch={onSearch} />
        <FilterSelect
          label={t("projects.column.visibility")}
          value={visibility}
          options={VISIBILITIES.map(({ value, name }) => ({ value, label: t(`projects.visibility.${name}`) }))}
          onChange={(value) => set({ visibility: value })}
        />
        <button
          type="button"
          className="udt-filter"
          aria-pressed={ownerless}
          onClick={() => set({ ownerless: ownerless ? undefined : "1" })}
        >
          {t("projects.ownerless")}
        </button>
        <FilterSelect
          label={t("projects.sort.label")}
          value={sort}
          initial="name"
          options={SORTS.map((value) => ({ value, label: t(`projects.sort.${value}`) }))}
          onChange={(value) => set({ sort: value })}
        />
        {projects.data && (
          <span className="udt-toolbar-count" role="status">
            {t("projects.count", { count: projects.data.total, total: format.number(projects.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {projects.isPending && <SkeletonRows />}
        {projects.isError && !projects.data && (
          <ErrorState title={t("projects.error")} error={projects.error} onRetry={() => void projects.refetch()} />
        )}
        {projects.data && projects.data.list.length > 0 && (
          <ProjectTable projects={projects.data.list} stale={projects.isPlaceholderData} />
        )}
        {projects.data?.list.length === 0 && (
          <NoMatch onClear={() => set({ keyword: undefined, visibility: undefined, ownerless: undefined })} />
        )}
      </div>
      {projects.data && <Pager {...page} total={projects.data.total} onChange={set} />}
    </>
  );
}
