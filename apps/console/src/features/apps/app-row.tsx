import type { App, AppSort } from "@udt/contract";
import { useState } from "react";
import { Avatar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { nameIn, versionOf } from "../../lib/apps/index.ts";

/** The columns of {@link AppRow}. */
export function useAppColumns(): readonly TableColumn<AppSort>[] {
  const t = useT("apps");
  return [
    { key: "name", label: t("column.name"), width: "18%", sort: "name" },
    { key: "package_name", label: t("column.package_name") },
    { key: "version", label: t("column.version"), width: 116 },
    { key: "size_bytes", label: t("column.size_bytes"), width: 96, sort: "size_bytes" },
    { key: "os", label: t("column.os"), width: 124 },
    { key: "user", label: t("column.user"), width: 116 },
    { key: "created_at", label: t("column.created_at"), width: 136, sort: "created_at" },
  ];
}

interface AppRowProps {
  app: App;
  onOpen: (app_id: string) => void;
  onPackage: (package_name: string) => void;
}

export function AppRow({ app, onOpen, onPackage }: AppRowProps) {
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
