import type { ProjectInfo } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { ProjectCard } from "./project-card.tsx";

export function MyProjects(props: { projects: readonly ProjectInfo[]; current: string | undefined }) {
  const t = useT("home");
  return (
    <section>
      <h2>{t("projects")}</h2>
      <div className="home-projects">
        {props.projects.map((project) => (
          <ProjectCard key={project.project_id} project={project} isCurrent={project.project_id === props.current} />
        ))}
      </div>
    </section>
  );
}
