import { useProject } from "./use-project.ts";
import { useUser } from "./use-user.ts";

/**
 * A guest only looks: no starting, driving or changing. Administrators are never guests. True until it is known: what may
 * not be done must not flash by.
 */
export function useIsGuest(project_id: string): boolean {
  const admin = useUser().user_role.udt_admin;
  const project = useProject(project_id);
  return !admin && (project === undefined || project.user_type === 0);
}
