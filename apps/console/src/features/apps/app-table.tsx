import { APP_SORTS, type App, type AppSort } from "@udt/contract";
import { useState } from "react";
import { Avatar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import { nameIn, versionOf } from "./names.ts";

interface AppTableProps {
  apps: readonly App[];
  stale: boolean;
  sort: AppSort;
  order: "asc" | "desc";
  onSort: (sort: AppSort, order: "asc" | "desc") => void;
  onOpen: (app_id: string) => void;
  onPackage: (package_name: string) => void;
}

const COLUMNS = ["name", "package_name", "version", "size_bytes", "os", "user", "created_at"] as const;
const WIDTHS = ["22%", undefined, 132, 96, 124, 116, 136];

const isSort = (column: string): column is AppSort => APP_SORTS.some((sort) => sort === column);

export function AppTable({ apps, stale, sort, order, onSort, onOpen, onPackage }: AppTableProps) {
  const t = useT("apps");
  return (
    <table className="udt-table apps-table" aria-busy={stale}>
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
            // Names start at A; dates and sizes are wanted largest first.
            const next = sorted ? (order === "asc" ? "desc" : "asc") : column === "name" ? "asc" : "desc";
            return (
              <th
                key={column}
                scope="col"
                aria-sort={sorted ? (order === "asc" ? "ascending" : "descending") : undefined}
              >
                <button type="button" className="apps-sort" onClick={() => onSort(column, next)}>
                  {t(`column.${column}`)}
                  <span aria-hidden>{sorted ? (order === "asc" ? "↑" : "↓") : ""}</span>
                </button>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => (
          <Row key={app.app_id} app={app} onOpen={onOpen} onPackage={onPackage} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ app, onOpen, onPackage }: { app: App } & Pick<AppTableProps, "onOpen" | "onPackage">) {
  const t = useT("apps");
  const common = useT("common");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const name = nameIn(app, activeLanguage());
  return (
    <tr>
      <td>
        <div className="apps-name">
          <Avatar name={name} image={app.icon} size={40} square />
          <div>
            <button type="button" className="udt-link udt-ellipsis" title={name} onClick={() => onOpen(app.app_id)}>
              {name}
            </button>
            <small className="udt-secondary udt-ellipsis" title={app.file_name} data-literal>
              {app.file_name}
            </small>
          </div>
        </div>
      </td>
      <td>
        <button
          type="button"
          className="apps-package udt-mono"
          data-literal
          title={t("only_package", { package_name: app.package_name })}
          onClick={() => onPackage(app.package_name)}
        >
          {app.package_name}
        </button>
      </td>
      <td title={versionOf(app)}>{versionOf(app)}</td>
      <td>{format.bytes(app.size_bytes)}</td>
      <td>
        {common(`os.${app.os}`)}
        <small className="udt-secondary apps-kind">.{app.kind}</small>
      </td>
      <td title={app.user_name}>{app.user_name}</td>
      <td>{format.dateTime(app.created_at, now)}</td>
    </tr>
  );
}
