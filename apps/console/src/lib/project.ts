import { useParams } from "react-router";
import { local } from "./storage.ts";

const STORED = "udt_project";

/** The project of the path. Only for screens below `/{projectId}`. */
export function useProjectId(): string {
  const { projectId } = useParams();
  if (!projectId) throw new Error("this screen is not below a project");
  return projectId;
}

/** The project that was open last, so that home speaks of it. */
export const storedProject = {
  get: (): string | undefined => local.getItem(STORED) ?? undefined,
  set: (projectId: string): void => local.setItem(STORED, projectId),
  clear: (): void => local.removeItem(STORED),
};
