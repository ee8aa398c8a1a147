import { EyeInvisibleOutlined, GlobalOutlined, LockOutlined, MoreOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { Avatar, StatePill } from "../../../lib/components/index.ts";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";
import { inRow, useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { TableColumn } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { AssignOwner } from "./assign-owner.tsx";
import { DeleteProject } from "./delete-project.tsx";
import type { AdminProject } from "./use-projects.ts";

const VISIBILITY = {
  1: { name: "private", icon: <LockOutlined /> },
  2: { name: "public", icon: <GlobalOutlined /> },
  3: { name: "secret", icon: <EyeInvisibleOutlined /> },
} as const;

/** The columns of {@link ProjectRow}. */
export function useProjectColumns(): readonly TableColumn[] {
  const t = useT("admin");
  return [
    { key: "project", label: t("projects.column.project") },
    { key: "visibility", label: t("projects.column.visibility"), width: 124 },
    { key: "owner", label: t("projects.column.owner"), width: 190 },
    { key: "members", label: t("projects.column.members"), width: 120 },
    { key: "tests", label: t("projects.column.tests"), width: 120 },
    { key: "last", label: t("projects.column.last"), width: 148 },
    { key: "created", label: t("projects.column.created"), width: 148 },
    { key: "action", label: t("users.column.action"), width: 64, isHidden: true },
  ];
}

export function ProjectRow({ project }: { project: AdminProject }) {
  const t = useT("admin");
  const common = useT("common");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const [open, setOpen] = useState<"owner" | "delete">();
  const { name, icon } = VISIBILITY[project.visibility];
  const owners = inRow(project.owners.map(({ user_name }) => user_name));
  const more = project.owner_count - project.owners.length;
  return (
    <tr>
      <td>
        <div className="admin-user">
          <Avatar name={project.name} image={project.icon} size={28} square />
          <div className="admin-lines">
            <Link className="udt-link" to={paths.deviceList(project.project_id)} title={project.name}>
              {project.name}
            </Link>
            <small className="udt-mono">{project.project_id}</small>
          </div>
        </div>
      </td>
      <td>
        <span className="admin-visibility">
          {icon}
          {t(`projects.visibility.${name}`)}
        </span>
      </td>
      <td title={owners}>
        {project.owner_count === 0 ? (
          <StatePill tone="warning">{t("projects.nobody")}</StatePill>
        ) : (
          <>
            {owners}
            {more > 0 && <span className="udt-secondary"> {t("projects.more", { count: more })}</span>}
          </>
        )}
      </td>
      <td>
        {format.number(project.member_count)}
        {project.org_count > 0 && (
          <small className="admin-aside">{t("projects.orgs", { count: project.org_count })}</small>
        )}
      </td>
      <td>
        {format.number(project.test_count)}
        {project.running_tests > 0 && (
          <small className="admin-aside">{t("projects.running", { count: project.running_tests })}</small>
        )}
      </td>
      <td>
        {project.last_test_at === null ? (
          <span className="udt-secondary">{t("users.never_in")}</span>
        ) : (
          format.dateTime(project.last_test_at, now)
        )}
      </td>
      <td>{format.dateTime(project.created_at, now)}</td>
      <td>
        <ClickMenu
          menu={{
            items: [
              { key: "owner", label: t("projects.assign") },
              {
                key: "members",
                label: <Link to={paths.members(project.project_id)}>{t("projects.see_members")}</Link>,
              },
              { type: "divider" },
              { key: "delete", label: t("projects.delete"), danger: true },
            ],
            onClick: ({ key }) => {
              if (key === "owner" || key === "delete") setOpen(key);
            },
          }}
        >
          <Button aria-label={common("labelled", { label: t("more"), value: project.name })} icon={<MoreOutlined />} />
        </ClickMenu>
        {open === "owner" && <AssignOwner project={project} onClose={() => setOpen(undefined)} />}
        {open === "delete" && <DeleteProject project={project} onClose={() => setOpen(undefined)} />}
      </td>
    </tr>
  );
}
