import { useQuery } from "@tanstack/react-query";
import type { CandidateLocator, Run } from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { queryOf } from "../../../lib/api/queries.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useIsGuest } from "../../../lib/session/index.ts";
import type { OneCase } from "../failure-text.tsx";

/** The file of a case as it was run, and where it is changed. */
export interface MendableScript {
  project: string;
  repo_id: string;
  branch: string;
  path: string;
  commit_id: string;
}

/** Undefined where the caller may not change it, or it is none of a script repository of this server. */
export function useMendable(run: Run, one: OneCase): MendableScript | undefined {
  const project = useProjectId();
  const isGuest = useIsGuest(project);
  const isAsked = one.detail.steps.some((step) => step.candidate_locators !== undefined);
  const { library_id, commit_id } = run;
  const { data } = useQuery({
    ...queryOf(libraryEndpoints.libraryGet, { params: { library_id: library_id ?? "" }, query: { project } }),
    enabled: isAsked && !isGuest && library_id !== null,
  });
  if (isGuest || !data || data.repo_id === null) return undefined;
  return { project, repo_id: data.repo_id, branch: data.branch, path: one.file, commit_id };
}

export interface MendProps {
  script: MendableScript;
  /** Where the locator stands that the candidate's is to replace. */
  at: readonly (string | number)[];
  candidate: CandidateLocator;
}
