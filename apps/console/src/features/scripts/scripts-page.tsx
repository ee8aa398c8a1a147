import { CodeOutlined, EditOutlined, PlusOutlined } from "@ant-design/icons";
import { SCRIPT_SORTS, type ScriptRepository, type ScriptSort } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { PageHeader } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView, useUrlFilters } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { MakeDialog } from "./make-dialog.tsx";
import "./scripts.css";
import { useScripts } from "./use-scripts.ts";

export default function ScriptsPage() {
  const t = useT("scripts");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const view = useListView();
  const { onSort, ...sort } = view.sorting(SCRIPT_SORTS, "updated_at");
  const scripts = useScripts(project, { keyword: view.keyword, ...view.page, ...sort });
  // In the address, so that a link may open it.
  const [search, set] = useUrlFilters();
  const make = () => set({ create: "1" });
  const columns: readonly TableColumn<ScriptSort>[] = [
    { key: "name", label: t("column.name"), sort: "name" },
    { key: "template", label: t("column.template"), width: 120 },
    { key: "size", label: t("column.size"), width: 110, sort: "size_bytes" },
    { key: "user", label: t("column.user"), width: 150 },
    { key: "updated_at", label: t("column.updated_at"), width: 136, sort: "updated_at" },
    ...(guest ? [] : [{ key: "actions", label: t("edit.open"), width: 96, isHidden: true }]),
  ];
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={make}>
      {t("make")}
    </Button>
  );
  return (
    <>
      <PageHeader title={t("title")} actions={!guest && add}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={scripts}
        search={t("search")}
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        sorting={{ ...sort, onSort }}
        renderRow={(script) => <Row key={script.repo_id} project={project} script={script} canEdit={!guest} />}
        error={t("error")}
        icon={<CodeOutlined />}
        none={{
          title: t("none.title"),
          text: t(guest ? "none.text_guest" : "none.text"),
          action: !guest && <Button onClick={make}>{t("make")}</Button>,
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {!guest && search.has("create") && (
        <MakeDialog project={project} onClose={() => set({ create: undefined }, { replace: true })} />
      )}
    </>
  );
}

function Row({ project, script, canEdit }: { project: string; script: ScriptRepository; canEdit: boolean }) {
  const t = useT("scripts");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  return (
    <tr>
      <td>
        <div className="scripts-name">
          <Link className="udt-link udt-ellipsis" title={script.name} to={paths.script(project, script.repo_id)}>
            {script.name}
          </Link>
          <small className="udt-secondary udt-ellipsis" title={script.description} data-literal>
            {script.description}
          </small>
        </div>
      </td>
      <td>{script.template && t(`template.${script.template}`)}</td>
      <td className="udt-num">{format.bytes(script.size_bytes)}</td>
      <td className="udt-ellipsis" title={script.user_name} data-literal>
        {script.user_name}
      </td>
      <td>{format.dateTime(script.updated_at, now)}</td>
      {canEdit && (
        <td>
          <Link className="udt-link" to={paths.scriptEdit(project, script.repo_id)}>
            <EditOutlined /> {t("edit.open")}
            <span className="udt-hidden">{script.name}</span>
          </Link>
        </td>
      )}
    </tr>
  );
}
