import { LIBRARY_SORTS, type Library, type LibrarySort } from "@udt/contract";
import { useState } from "react";
import { Link } from "react-router";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { ParsePill } from "./parse-pill.tsx";

interface LibraryTableProps {
  project: string;
  libraries: readonly Library[];
  stale: boolean;
  sort: LibrarySort;
  order: "asc" | "desc";
  onSort: (sort: LibrarySort, order: "asc" | "desc") => void;
}

const COLUMNS = ["name", "framework", "branch", "state", "case_count", "commit", "parsed_at"] as const;
const WIDTHS = [undefined, 120, 140, 190, 84, 96, 136];
const isSort = (column: string): column is LibrarySort => LIBRARY_SORTS.some((sort) => sort === column);

export function LibraryTable({ project, libraries, stale, sort, order, onSort }: LibraryTableProps) {
  const t = useT("libraries");
  return (
    <table className="udt-table libraries-table" aria-busy={stale}>
      <colgroup>
        {WIDTHS.map((width, index) => (
          <col key={COLUMNS[index]} {...(width !== undefined && { style: { width } })} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {COLUMNS.map((column) => {
            if (!isSort(column)) {
              return (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              );
            }
            const sorted = column === sort;
            const next = sorted ? (order === "asc" ? "desc" : "asc") : column === "name" ? "asc" : "desc";
            return (
              <th
                key={column}
                scope="col"
                aria-sort={sorted ? (order === "asc" ? "ascending" : "descending") : undefined}
              >
                <button type="button" className="libraries-sort" onClick={() => onSort(column, next)}>
                  {t(`column.${column}`)}
                  <span aria-hidden>{sorted ? (order === "asc" ? "↑" : "↓") : ""}</span>
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {libraries.map((library) => (
          <Row key={library.library_id} project={project} library={library} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
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
      <td>{t(`framework.${library.framework}`)}</td>
      <td className="udt-ellipsis" title={library.branch} data-literal={library.branch !== "" || undefined}>
        {library.branch || t("default_branch")}
      </td>
      <td>
        <ParsePill library={library} />
      </td>
      <td className="udt-num">{library.parsed_at === null ? "–" : format.number(library.case_count)}</td>
      <td className="udt-mono" title={library.commit_id} data-literal>
        {library.commit_id.slice(0, 8) || "–"}
      </td>
      <td>{library.parsed_at === null ? "–" : format.dateTime(library.parsed_at, now)}</td>
    </tr>
  );
}
