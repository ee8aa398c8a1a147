import type { ProjectInfo } from "@udt/contract";
import { useEffect } from "react";
import { useParams } from "react-router";
import { storedProject } from "../../lib/project.ts";
import { useProject, useProjects } from "../../lib/session/index.ts";

export interface CurrentProject {
  /** Undefined while the list loads, or when the user has no project. */
  readonly projectId: string | undefined;
  readonly project: ProjectInfo | undefined;
  /** Whose events the page follows: null where there is no project, undefined while nobody knows. */
  readonly followed: string | null | undefined;
}

/** The path's project; elsewhere the one that was open last, else the first of the user's. */
export function useCurrentProject(): CurrentProject {
  const { projectId: ofPath } = useParams();
  const projects = useProjects().data?.list;
  const stored = storedProject.get();
  const known = projects?.find(({ project_id }) => project_id === stored);
  const projectId = ofPath ?? known?.project_id ?? projects?.[0]?.project_id;
  const project = useProject(projectId);
  useEffect(() => {
    // Only a project that is really there: the next visit's home would speak of nothing.
    if (ofPath && project) storedProject.set(ofPath);
  }, [ofPath, project]);
  return { projectId, project, followed: projectId ?? (projects ? null : undefined) };
}
