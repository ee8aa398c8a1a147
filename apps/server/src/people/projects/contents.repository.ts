import type { ProjectContents } from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { project_orgs, project_people } from "../../platform/database/orgs.schema.ts";
import { join_requests, project_tokens } from "../../platform/database/projects.schema.ts";
import { and, eq } from "../../platform/database/sql.ts";

type People = Pick<ProjectContents, "members" | "orgs" | "join_requests" | "tokens">;

/** Who and what belongs to a project by itself; what is kept for it elsewhere its keepers count. */
export async function countPeople(db: Queries, project_id: string): Promise<People> {
  return {
    members: await db.$count(project_people, eq(project_people.project_id, project_id)),
    orgs: await db.$count(project_orgs, eq(project_orgs.project_id, project_id)),
    join_requests: await db.$count(
      join_requests,
      and(eq(join_requests.project_id, project_id), eq(join_requests.state, "requested")),
    ),
    tokens: await db.$count(project_tokens, eq(project_tokens.project_id, project_id)),
  };
}
