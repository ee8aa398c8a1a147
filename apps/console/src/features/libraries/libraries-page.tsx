import { BookOutlined, KeyOutlined, PlusOutlined } from "@ant-design/icons";
import { LIBRARY_FRAMEWORKS, LIBRARY_SORTS, PARSE_STATES } from "@udt/contract";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListFilters, ListPage, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import "./libraries.css";
import { LibraryRow, useLibraryColumns } from "./library-row.tsx";
import { useLibraries } from "./use-libraries.ts";

export default function LibrariesPage() {
  const t = useT("libraries");
  const frameworkName = useFrameworkName();
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const mayCredentials = useMay(project, "cred.view");
  const view = useListView({ framework: LIBRARY_FRAMEWORKS, parse_state: PARSE_STATES });
  const { onSort, ...sort } = view.sorting(LIBRARY_SORTS, "created_at");
  const libraries = useLibraries(project, { ...view.query, ...sort });
  const columns = useLibraryColumns();
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
      <ListPage
        view={view}
        read={libraries}
        search={t("search")}
        filters={
          <ListFilters
            view={view}
            of={{
              framework: { label: t("column.framework"), text: frameworkName },
              parse_state: { label: t("column.state"), text: (state) => t(`parse_state.${state}`) },
            }}
          />
        }
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        tableClass="libraries-table"
        sorting={{ ...sort, onSort }}
        renderRow={(library) => <LibraryRow key={library.library_id} project={project} library={library} />}
        error={t("error")}
        icon={<BookOutlined />}
        none={{
          title: t("none.title"),
          text: t(guest ? "none.text_guest" : "none.text"),
          action: !guest && <LinkButton to={paths.libraryCreate(project)}>{t("import")}</LinkButton>,
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
    </>
  );
}
