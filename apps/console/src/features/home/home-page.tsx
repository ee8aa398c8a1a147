import { useOutletContext } from "react-router";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useProjects, useUser } from "../../lib/session/index.ts";
import { FirstSteps } from "./first-steps.tsx";
import { Availability, FreeDevices } from "./free-devices.tsx";
import "./home.css";
import { MyProjects } from "./my-projects.tsx";
import { MyRunning, MyRecent } from "./my-sessions.tsx";
import { AccountsWait, NeedsYou } from "./needs-you.tsx";
import { NextTriggers } from "./next-triggers.tsx";
import { NoProject } from "./no-project.tsx";
import { RunningNow } from "./running-now.tsx";
import { Trend } from "./trend.tsx";
import { useDaily } from "./use-daily.ts";

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
        <>
          <AccountsWait />
          <NoProject />
        </>
      )}
      {project !== undefined && <ProjectHome project={project} />}
      {projects.data && projects.data.list.length > 1 && <MyProjects projects={projects.data.list} current={project} />}
      <p className="home-hint">
        <Hint />
      </p>
    </div>
  );
}

/** The first steps lead until there is something daily, then follow it, and stand last once several days have runs. */
function ProjectHome({ project }: { project: string }) {
  const daily = useDaily(project);
  return (
    <>
      <Availability project={project} />
      <div className="home-columns">
        <div className="home-side">
          {daily === "none" && <FirstSteps project={project} />}
          <NeedsYou project={project} />
          <RunningNow project={project} />
          {daily === "some" && <FirstSteps project={project} isBrief />}
          <MyRecent project={project} />
        </div>
        <div className="home-side">
          <MyRunning />
          <FreeDevices project={project} />
          <NextTriggers project={project} />
          <Trend project={project} />
          {daily === "all" && <FirstSteps project={project} isBrief />}
        </div>
      </div>
    </>
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
