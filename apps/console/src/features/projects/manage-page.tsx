import { AppstoreOutlined, PlusOutlined } from "@ant-design/icons";
import { useState } from "react";
import { PageHeader } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, ListToggle, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { JoinDialog } from "./join-dialog.tsx";
import { ProjectRow, useProjectColumns } from "./project-row.tsx";
import "./projects.css";
import { useProjectList, type ListedProject } from "./use-project-list.ts";

export default function ManagePage() {
  const t = useT("projects");
  const format = useFormat();
  const view = useListView({ member: ["1"], manage_flag: ["1"] });
  const { member = "0", manage_flag = "0" } = view.chosen;
  const projects = useProjectList({ ...view.query, member, manage_flag });
  const columns = useProjectColumns();
  const [joining, setJoining] = useState<ListedProject>();
  const create = (
    <LinkButton to={paths.projectCreate()} type="primary" icon={<PlusOutlined />}>
      {t("create")}
    </LinkButton>
  );

  return (
    <>
      <PageHeader title={t("title")} actions={create}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={projects}
        search={t("search")}
        filters={
          <>
            <ListToggle view={view} name="member" label={t("filter.member")} />
            <ListToggle view={view} name="manage_flag" label={t("filter.manage_flag")} />
          </>
        }
        count={(total) => t("count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(project) => <ProjectRow key={project.project_id} project={project} onJoin={setJoining} />}
        error={t("error")}
        icon={<AppstoreOutlined />}
        none={{ title: t("none.title"), text: t("none.text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {joining && <JoinDialog project={joining} onClose={() => setJoining(undefined)} />}
    </>
  );
}
