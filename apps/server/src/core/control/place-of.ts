import { UdtError } from "@udt/contract";
import type { ProjectsService } from "../../people/projects/projects.service.ts";
import type { CallerProject, CallerUser } from "../../platform/http/caller.ts";

/** How somebody stands in a project; undefined for who has no business in it. */
export async function placeOf(
  projects: ProjectsService,
  user: CallerUser,
  project_id: string,
): Promise<CallerProject | undefined> {
  try {
    return await projects.standing(user, project_id);
  } catch (error) {
    if (error instanceof UdtError) return undefined;
    throw error;
  }
}
