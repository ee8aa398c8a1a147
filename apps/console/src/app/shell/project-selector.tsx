import { DownOutlined } from "@ant-design/icons";
import type { ProjectInfo } from "@udt/contract";
import { useDeferredValue, useState } from "react";
import { Link, useMatches } from "react-router";
import { Avatar } from "../../lib/components/avatar.tsx";
import { LabelledPopover } from "../../lib/components/labelled-popover.tsx";
import { SkeletonBar } from "../../lib/components/page-states.tsx";
import { StatePill } from "../../lib/components/state-pill.tsx";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { loadPage } from "../../lib/navigation/navigation.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { storedProject } from "../../lib/project.ts";
import { useProjects, useUser } from "../../lib/session/index.ts";
import { isOfProject } from "../routes.ts";
import type { ScreenRoute } from "../screen-route.ts";
import { useKnownDoor } from "./door.tsx";
import "../../lib/components/controls.css";

/** Opens the same screen under another project, afresh (document 1 §2). */
function useSwitchProject(): (projectId: string) => void {
  const handle = useMatches().at(-1)?.handle as ScreenRoute | undefined;
  return (projectId) => {
    storedProject.set(projectId);
    const path = handle && isOfProject(handle.path) ? (handle.below ?? handle.path) : paths.home();
    loadPage(path.replace(":projectId", projectId));
  };
}

export function ProjectSelector(props: { projectId: string | undefined; project: ProjectInfo | undefined }) {
  const t = useT("app");
  const common = useT("common");
  const [open, setOpen] = useState(false);
  const admin = useUser().user_role.udt_admin;
  const guest = !admin && props.project?.user_type === 0;
  // Of a project that is not one's own the page below reads what it is called.
  const door = useKnownDoor(props.projectId);
  const name = props.project?.name ?? door?.name ?? props.projectId;
  // Whether one has a project is told once it is known.
  const none = useProjects().isPending ? undefined : t("project.none");
  return (
    <LabelledPopover
      label={t("project.switch")}
      trigger="click"
      placement="bottomLeft"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<ProjectPicker current={props.projectId} onLeave={() => setOpen(false)} />}
    >
      <button
        type="button"
        className="udt-header-button"
        data-outlined
        aria-expanded={open}
        aria-label={common("labelled", {
          label: t("project.switch"),
          value: [name ?? none, guest && t("project.guest")].filter(Boolean).join(" "),
        })}
      >
        {name !== undefined && <Avatar name={name} image={props.project?.icon ?? ""} size={20} square />}
        <span className="udt-ellipsis" style={{ maxWidth: 220 }}>
          {name ?? none ?? <SkeletonBar width={64} />}
        </span>
        {/* A space between words for who hears them; it takes no room. */}
        {guest && " "}
        {guest && <StatePill tone="offline">{t("project.guest")}</StatePill>}
        <DownOutlined />
      </button>
    </LabelledPopover>
  );
}

function ProjectPicker({ current, onLeave }: { current: string | undefined; onLeave: () => void }) {
  const t = useT("app");
  const [keyword, setKeyword] = useState("");
  const projects = useProjects(useDeferredValue(keyword.trim()));
  const switchTo = useSwitchProject();
  return (
    <div className="udt-projects">
      <input
        autoFocus
        className="udt-input"
        value={keyword}
        maxLength={100}
        placeholder={t("project.search")}
        aria-label={t("project.search")}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {projects.isPending && <SkeletonBar width="60%" />}
      {projects.isError && <p role="alert">{errorText(projects.error)}</p>}
      {projects.data?.list.length === 0 && <p>{t("project.no_match")}</p>}
      <ul>
        {projects.data?.list.map((project) => (
          <li key={project.project_id}>
            <button
              type="button"
              className="udt-option"
              aria-current={project.project_id === current}
              onClick={() => switchTo(project.project_id)}
            >
              <Avatar name={project.name} image={project.icon} size={20} square />
              <span className="udt-ellipsis">{project.name}</span>
              <small className="udt-mono">{project.project_id}</small>
            </button>
          </li>
        ))}
      </ul>
      <div className="udt-projects-links">
        <Link to={paths.projects()} onClick={onLeave}>
          {t("project.manage")}
        </Link>
        <Link to={paths.projectCreate()} onClick={onLeave}>
          {t("project.create")}
        </Link>
      </div>
    </div>
  );
}
