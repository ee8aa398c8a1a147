import { type Library, type LibrarySort } from "@udt/contract";
import { useState } from "react";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { ParsePill } from "./parse-pill.tsx";

/** The columns of {@link LibraryRow}. */
export function useLibraryColumns(): readonly TableColumn<LibrarySort>[] {
  const t = useT("libraries");
  return [
    { key: "name", label: t("column.name"), sort: "name" },
    { key: "framework", label: t("column.framework"), width: 120 },
    { key: "branch", label: t("column.branch"), width: 140 },
    { key: "state", label: t("column.state"), width: 190 },
    { key: "case_count", label: t("column.case_count"), width: 84, sort: "case_count" },
    { key: "commit", label: t("column.commit"), width: 96 },
    { key: "parsed_at", label: t("column.parsed_at"), width: 136, sort: "parsed_at" },
  ];
}

export function LibraryRow({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const frameworkName = useFrameworkName();
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  return (
    <tr>
      <td>
        <div className="libraries-name">
          <Link className="udt-link udt-ellipsis" title={library.name} to={paths.library(project, library.library_id)}>
            {library.name}
          </Link>
          <small className="udt-secondary udt-ellipsis" title={library.url} data-literal>
            {library.is_builtin ? t("builtin") : library.url}
          </small>
        </div>
      </td>
      <td>{frameworkName(library.framework)}</td>
      <td className="udt-ellipsis" title={library.branch} data-literal={library.branch !== "" || undefined}>
        {library.branch || t("default_branch")}
      </td>
      <td>
        <ParsePill library={library} />
      </td>
      <td className="udt-num">{library.parsed_at === null ? "–" : format.number(library.case_count)}</td>
      <td className="udt-mono" title={library.commit_id} data-literal>
        {shortCommit(library.commit_id) || "–"}
      </td>
      <td>{library.parsed_at === null ? "–" : format.dateTime(library.parsed_at, now)}</td>
    </tr>
  );
}
