import { BookOutlined, KeyOutlined, PlusOutlined } from "@ant-design/icons";
import { LIBRARY_FRAMEWORKS, LIBRARY_SORTS, PARSE_STATES } from "@udt/contract";
import { Button } from "antd";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { FilterSelect, oneOf, Pager, SearchField, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import "./libraries.css";
import { LibraryTable } from "./library-table.tsx";
import { useLibraries, type LibraryFilters } from "./use-libraries.ts";

export default function LibrariesPage() {
  const t = useT("libraries");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const mayCredentials = useMay(project, "cred.view");
  const { search, set, onSearch, keyword, page } = useListFilters();
  const filters: LibraryFilters = {
    keyword,
    framework: oneOf(search.get("framework"), LIBRARY_FRAMEWORKS),
    parse_state: oneOf(search.get("parse_state"), PARSE_STATES),
    sort: oneOf(search.get("sort"), LIBRARY_SORTS) ?? "created_at",
    order: oneOf(search.get("order"), ["asc", "desc"]) ?? "desc",
    ...page,
  };
  const libraries = useLibraries(project, filters);
  const filtered = filters.keyword !== "" || filters.framework !== undefined || filters.parse_state !== undefined;
  const isEmpty = libraries.data?.list.length === 0;
  const isBare = isEmpty && !filtered && filters.page_num === 1;
  const actions = (
    <>
      {mayCredentials && (
        <LinkButton icon={<KeyOutlined />} to={paths.credentials(project)}>
          {t("credentials.title")}
        </LinkButton>
      )}
      <LinkButton type="primary" icon={<PlusOutlined />} to={paths.libraryCreate(project)}>
        {t("import")}
      </LinkButton>
    </>
  );
  return (
    <>
      <PageHeader title={t("title")} actions={!guest && actions}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("search")} onSearch={onSearch} />
        <FilterSelect
          label={t("column.framework")}
          value={filters.framework}
          options={LIBRARY_FRAMEWORKS.map((value) => ({ value, label: t(`framework.${value}`) }))}
          onChange={(framework) => set({ framework })}
        />
        <FilterSelect
          label={t("column.state")}
          value={filters.parse_state}
          options={PARSE_STATES.map((value) => ({ value, label: t(`parse_state.${value}`) }))}
          onChange={(parse_state) => set({ parse_state })}
        />
        {libraries.data && (
          <span className="udt-toolbar-count" role="status">
            {t("count", { count: libraries.data.total, total: format.number(libraries.data.total) })}
          </span>
        )}
      </div>
      <div className="udt-card">
        {libraries.isPending && <SkeletonRows />}
        {libraries.isError && !libraries.data && (
          <ErrorState title={t("error")} error={libraries.error} onRetry={() => void libraries.refetch()} />
        )}
        {libraries.data && !isEmpty && (
          <LibraryTable
            project={project}
            libraries={libraries.data.list}
            stale={libraries.isPlaceholderData}
            sort={filters.sort}
            order={filters.order}
            onSort={(sort, order) => set({ sort, order })}
          />
        )}
        {isEmpty && !isBare && (
          <EmptyState
            icon={<BookOutlined />}
            title={t("no_match.title")}
            action={
              <Button onClick={() => set({ keyword: undefined, framework: undefined, parse_state: undefined })}>
                {t("no_match.clear")}
              </Button>
            }
          >
            {t("no_match.text")}
          </EmptyState>
        )}
        {isBare && (
          <EmptyState
            icon={<BookOutlined />}
            title={t("none.title")}
            action={!guest && <LinkButton to={paths.libraryCreate(project)}>{t("import")}</LinkButton>}
          >
            {t(guest ? "none.text_guest" : "none.text")}
          </EmptyState>
        )}
      </div>
      {libraries.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={libraries.data.total}
          onChange={(change) => set(change)}
        />
      )}
    </>
  );
}
