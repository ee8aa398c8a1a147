import { AppstoreOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { Space } from "antd";
import { queryOf } from "../../lib/api/queries.ts";
import { EmptyState, StatePill } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { ProjectCard } from "./project-card.tsx";

const SHOWN = 8;

/** For who is in no project: what they are, and those that one may look into or ask to be let into. */
export function NoProject() {
  const t = useT("home");
  return (
    <>
      <div className="udt-card">
        <EmptyState
          icon={<AppstoreOutlined />}
          title={t("no_project.title")}
          action={
            <Space>
              <LinkButton to={paths.projectCreate()} type="primary">
                {t("no_project.create")}
              </LinkButton>
              <LinkButton to={paths.projects()}>{t("no_project.join")}</LinkButton>
            </Space>
          }
        >
          {t("no_project.text")}
        </EmptyState>
      </div>
      <ProjectsHere />
    </>
  );
}

/** What failed is told by the page of all projects. */
function ProjectsHere() {
  const t = useT("home");
  const projects = useQuery(queryOf(projectEndpoints.projectList, { query: { page_size: SHOWN } })).data?.list ?? [];
  if (projects.length === 0) return null;
  return (
    <section>
      <h2>{t("no_project.here")}</h2>
      <div className="home-projects">
        {projects.map((project) => (
          <ProjectCard key={project.project_id} project={project}>
            {project.join_requested ? (
              <StatePill tone="warning">{t("no_project.asked")}</StatePill>
            ) : (
              <small className="udt-secondary">{t(project.can_open ? "no_project.open" : "no_project.ask")}</small>
            )}
          </ProjectCard>
        ))}
      </div>
    </section>
  );
}
