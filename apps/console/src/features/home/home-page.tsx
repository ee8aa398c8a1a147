import { AppstoreOutlined } from "@ant-design/icons";
import { Space } from "antd";
import { useOutletContext } from "react-router";
import { EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjects, useUser } from "../../lib/session/index.ts";
import { FirstSteps } from "./first-steps.tsx";
import { Availability, FreeDevices } from "./free-devices.tsx";
import "./home.css";
import { MyProjects } from "./my-projects.tsx";
import { MyRunning, MyRecent } from "./my-sessions.tsx";
import { NeedsYou } from "./needs-you.tsx";
import { NextTriggers } from "./next-triggers.tsx";
import { RunningNow } from "./running-now.tsx";
import { Trend } from "./trend.tsx";

export default function HomePage() {
  const t = useT("home");
  const user = useUser();
  const projects = useProjects();
  // The shell knows which project was open last.
  const project = useOutletContext<string | undefined>();
  return (
    <div className="home">
      <h1>{t("greeting", { name: user.user_name })}</h1>
      {projects.isPending && <SkeletonRows rows={4} />}
      {projects.isError && !projects.data && (
        <ErrorState title={t("projects")} error={projects.error} onRetry={() => void projects.refetch()} />
      )}
      {projects.data && project === undefined && (
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
      )}
      {project !== undefined && (
        <>
          <Availability project={project} />
          <div className="home-columns">
            <div className="home-side">
              <FirstSteps project={project} />
              <NeedsYou project={project} />
              <RunningNow project={project} />
              <MyRecent project={project} />
            </div>
            <div className="home-side">
              <MyRunning />
              <FreeDevices project={project} />
              <NextTriggers project={project} />
              <Trend project={project} />
            </div>
          </div>
        </>
      )}
      {projects.data && projects.data.list.length > 1 && <MyProjects projects={projects.data.list} current={project} />}
      <p className="home-hint">
        <Hint />
      </p>
    </div>
  );
}

/** The sentence with its key drawn as a key. */
function Hint() {
  const [before, after] = useT("home")("shortcuts", { key: "\u0001" }).split("\u0001");
  return (
    <>
      {before}
      <kbd>?</kbd>
      {after}
    </>
  );
}
