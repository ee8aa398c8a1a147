import { ProfileOutlined } from "@ant-design/icons";
import { type Library } from "@udt/contract";
import { Link } from "react-router";
import { CopyButton, EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager, SearchField, Table, type TableColumn, useListFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { useCases } from "./use-libraries.ts";

/** The cases of the last parsing that went well, in the library's order. */
export function CasesTab({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const format = useFormat();
  const { set, onSearch, keyword, page } = useListFilters();
  const filters = {
    keyword,
    ...page,
  };
  const cases = useCases(project, library.library_id, filters);
  const isEmpty = cases.data?.list.length === 0;
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("case.name"), width: "38%" },
    { key: "file", label: t("case.file"), width: "30%" },
    { key: "function", label: t("case.function") },
  ];
  return (
    <>
      <div className="udt-toolbar">
        <SearchField value={filters.keyword} placeholder={t("case.search")} onSearch={onSearch} />
        {!library.sync && !library.is_builtin && (
          <span className="udt-secondary">
            {t("sync_off")} <Link to={paths.library(project, library.library_id, "settings")}>{t("to_settings")}</Link>
          </span>
        )}
        {cases.data && (
          <span className="udt-toolbar-count" role="status">
            {t("case.count", { count: cases.data.total, total: format.number(cases.data.total) })}
            {cases.data.commit_id !== "" && ` · ${shortCommit(cases.data.commit_id)}`}
          </span>
        )}
      </div>
      <div className="udt-card libraries-text">
        {cases.isPending && <SkeletonRows />}
        {cases.isError && !cases.data && (
          <ErrorState title={t("case.error")} error={cases.error} onRetry={() => void cases.refetch()} />
        )}
        {cases.data && !isEmpty && (
          <Table columns={columns} stale={cases.isPlaceholderData}>
            {cases.data.list.map((each) => (
              <tr key={each.case_key}>
                <td className="udt-ellipsis" title={each.case_key} data-literal>
                  {each.name}
                  <CopyButton text={each.case_key} />
                </td>
                <td className="udt-ellipsis udt-mono" title={each.file} data-literal>
                  {each.file}
                </td>
                <td className="udt-ellipsis udt-mono" title={each.function} data-literal>
                  {each.function || "–"}
                </td>
              </tr>
            ))}
          </Table>
        )}
        {isEmpty && (
          <EmptyState
            icon={<ProfileOutlined />}
            title={t(filters.keyword === "" ? "case.none_title" : "no_match.title")}
          >
            {t(
              filters.keyword !== ""
                ? "no_match.text"
                : library.parsed_at === null
                  ? "case.unparsed"
                  : `case.none_${library.framework}`,
            )}
          </EmptyState>
        )}
      </div>
      {cases.data && (
        <Pager
          page_num={filters.page_num}
          page_size={filters.page_size}
          total={cases.data.total}
          onChange={(change) => set(change)}
        />
      )}
    </>
  );
}
