import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { FilterSelect, ListFilter, ListPage, ListToggle, oneOf, useListView } from "../../../lib/list/index.ts";
import { ProjectRow, useProjectColumns } from "./project-row.tsx";
import { useAdminProjects } from "./use-projects.ts";

const VISIBILITIES = { 1: "private", 2: "public", 3: "secret" } as const;
const SORTS = ["name", "created_at", "last_test_at"] as const;

/** All projects: who owns them, how much is in them, and what an administrator may do with them. */
export function ProjectsTab() {
  const t = useT("admin");
  const format = useFormat();
  const view = useListView({ visibility: ["1", "2", "3"], ownerless: ["1"] });
  const { ownerless = "0", visibility, ...query } = view.query;
  const sort = oneOf(view.search.get("sort"), SORTS);
  const projects = useAdminProjects({
    ...query,
    ownerless,
    ...(visibility && { visibility }),
    ...(sort && { sort }),
  });
  const columns = useProjectColumns();
  return (
    <ListPage
      view={view}
      read={projects}
      search={t("projects.search")}
      filters={
        <>
          <ListFilter
            view={view}
            name="visibility"
            label={t("projects.column.visibility")}
            text={(each) => t(`projects.visibility.${VISIBILITIES[each]}`)}
          />
          <ListToggle view={view} name="ownerless" label={t("projects.ownerless")} />
          <FilterSelect
            label={t("projects.sort.label")}
            value={sort}
            initial="name"
            options={SORTS.map((value) => ({ value, label: t(`projects.sort.${value}`) }))}
            onChange={(value) => view.set({ sort: value })}
          />
        </>
      }
      count={(total) => t("projects.count", { count: total, total: format.number(total) })}
      columns={columns}
      renderRow={(project) => <ProjectRow key={project.project_id} project={project} />}
      error={t("projects.error")}
    />
  );
}
