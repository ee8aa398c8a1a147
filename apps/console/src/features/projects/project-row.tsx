import { Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { Avatar, StatePill } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useUser } from "../../lib/session/index.ts";
import { VisibilityLabel } from "./visibility.tsx";
import type { ListedProject } from "./use-project-list.ts";

/** The columns of {@link ProjectRow}. */
export function useProjectColumns(): readonly TableColumn[] {
  const t = useT("projects");
  return [
    { key: "project", label: t("column.project"), width: "26%" },
    { key: "description", label: t("column.description") },
    { key: "visibility", label: t("column.visibility"), width: 132 },
    { key: "kind", label: t("column.kind"), width: 132 },
    { key: "members", label: t("column.members"), width: 96 },
    { key: "role", label: t("column.role"), width: 112 },
    { key: "created", label: t("column.created"), width: 128 },
    { key: "action", label: t("column.action"), width: 144, isHidden: true },
  ];
}

export function ProjectRow({ project, onJoin }: { project: ListedProject; onJoin: (project: ListedProject) => void }) {
  const t = useT("projects");
  const common = useT("common");
  const format = useFormat();
  // Only tells this year from another: it need not tick.
  const [now] = useState(Date.now);
  const { udt_admin } = useUser().user_role;
  // Who may look into a public project may still want to belong to it; administrators may do all in it.
  const isToJoin = project.user_type === 0 && !project.join_requested && !(udt_admin && project.can_open);
  const ask = () => onJoin(project);
  const label = common("labelled", { label: t("join.action"), value: project.name });
  return (
    <tr>
      <td>
        <div className="projects-name">
          <Avatar name={project.name} image={project.icon} size={28} square />
          <div>
            {project.can_open ? (
              <Link className="udt-link" to={paths.deviceList(project.project_id)} title={project.name}>
                {project.name}
              </Link>
            ) : (
              <b title={project.name}>{project.name}</b>
            )}
            <small className="udt-mono">{project.project_id}</small>
          </div>
        </div>
      </td>
      <td className="udt-secondary" title={project.description}>
        {project.description || "–"}
      </td>
      <td>
        <VisibilityLabel visibility={project.visibility} />
      </td>
      <td>{t(`kind.${project.target_usage}`)}</td>
      <td>{format.number(project.member_count)}</td>
      <td>
        <Standing project={project} />
        {isToJoin && project.can_open && (
          <Button className="projects-join" type="link" size="small" onClick={ask} aria-label={label}>
            {t("join.action")}
          </Button>
        )}
      </td>
      <td>{format.dateTime(project.created_at, now)}</td>
      <td>
        {project.can_open && (
          <LinkButton
            to={paths.deviceList(project.project_id)}
            aria-label={common("labelled", { label: t("open"), value: project.name })}
          >
            {t("open")}
          </LinkButton>
        )}
        {isToJoin && !project.can_open && (
          <Button onClick={ask} aria-label={label}>
            {t("join.action")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function Standing({ project }: { project: ListedProject }) {
  const t = useT("projects");
  const common = useT("common");
  if (project.user_type === 1) return common("user_type.owner");
  if (project.user_type === 2) return common("user_type.member");
  if (project.join_requested) return <StatePill tone="warning">{t("join.waiting")}</StatePill>;
  return <span className="udt-secondary">{project.can_open ? t("guest") : "–"}</span>;
}
