import type { ProjectInfo } from "@udt/contract";
import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

export function MyProjects(props: { projects: readonly ProjectInfo[]; current: string | undefined }) {
  const t = useT("home");
  return (
    <section>
      <h2>{t("projects")}</h2>
      <div className="home-projects">
        {props.projects.map((project) => (
          <Link
            key={project.project_id}
            to={paths.deviceList(project.project_id)}
            aria-current={project.project_id === props.current}
          >
            <b className="udt-ellipsis">{project.name}</b>
            <small className="udt-mono">{project.project_id}</small>
          </Link>
        ))}
      </div>
    </section>
  );
}
