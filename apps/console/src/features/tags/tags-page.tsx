import { PlusOutlined, TagsOutlined } from "@ant-design/icons";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import { TagRow } from "./tag-row.tsx";
import "./tags.css";
import { useTags } from "./use-tags.ts";

/** The project's tags, each with the devices that it has at this moment. */
export default function TagsPage() {
  const t = useT("tags");
  const format = useFormat();
  const project = useProjectId();
  const mayChange = useMay(project, "tag.delete");
  const view = useListView();
  const tags = useTags(project, view.query);
  const columns: readonly TableColumn[] = [
    { key: "order", label: t("column.order"), width: 96 },
    { key: "name", label: t("column.name"), width: "17%" },
    { key: "rules", label: t("column.rules") },
    { key: "devices", label: t("column.devices"), width: 104 },
    { key: "check", label: t("column.check"), width: 128 },
    { key: "jobs", label: t("column.jobs"), width: "12%" },
    { key: "changed", label: t("column.changed"), width: 140 },
    { key: "actions", label: t("column.actions"), width: 88, isHidden: true },
  ];
  const add = (type: "primary" | "default") => (
    <LinkButton type={type} icon={<PlusOutlined />} to={paths.tagAdd(project)}>
      {t("add")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <LinkButton to={paths.deviceList(project)}>{t("devices")}</LinkButton>
            {mayChange && add("primary")}
          </>
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={tags}
        search={t("search")}
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(tag) => (
          <TagRow
            key={tag.tag_id}
            project={project}
            tag={tag}
            mayChange={mayChange}
            // What is searched for may stand anywhere among the others.
            last={view.query.keyword === "" ? tags.data?.total : undefined}
          />
        )}
        expected={4}
        error={t("error")}
        icon={<TagsOutlined />}
        none={{
          title: t("none.title"),
          text: t(mayChange ? "none.text" : "none.text_reader"),
          action: mayChange && add("default"),
        }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
    </>
  );
}
