import { ProfileOutlined } from "@ant-design/icons";
import { type Library } from "@udt/contract";
import { Link } from "react-router";
import { CopyButton } from "../../lib/components/index.ts";
import { useFormat, withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { useCases } from "./use-libraries.ts";

/** The cases of the last parsing that went well, in the library's order. */
export function CasesTab({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const format = useFormat();
  const view = useListView();
  const cases = useCases(project, library.library_id, view.query);
  const commit_id = cases.data?.commit_id ?? "";
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("case.name"), width: "38%" },
    { key: "file", label: t("case.file"), width: "27%" },
    { key: "function", label: t("case.function") },
  ];
  return (
    <ListPage
      view={view}
      read={cases}
      search={t("case.search")}
      filters={
        !library.sync &&
        !library.is_builtin && (
          <span className="udt-secondary">
            {withGap(t("sync_off"))}
            <Link to={paths.library(project, library.library_id, "settings")}>{t("to_settings")}</Link>
          </span>
        )
      }
      count={(total) =>
        [t("case.count", { count: total, total: format.number(total) }), shortCommit(commit_id)]
          .filter(Boolean)
          .join(" · ")
      }
      cardClass="libraries-text"
      columns={columns}
      renderRow={(each) => (
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
      )}
      error={t("case.error")}
      icon={<ProfileOutlined />}
      none={{
        title: t(library.parse_state === "parsing" ? "case.parsing_title" : "case.none_title"),
        text: t(whyNone(library)),
      }}
      noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
    />
  );
}

/** Why a library has no cases; one that is being read has none yet, whatever became of the times before. */
function whyNone({ parse_state, framework }: Library) {
  return parse_state === "parsed" ? (`case.none_${framework}` as const) : (`case.${parse_state}` as const);
}
