import { UdtError } from "@udt/contract";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { AgentsService, KnownAgent } from "../agents/agents.service.ts";

/** Whose task something is asked for. */
export interface HeldTask {
  agent_id: string;
  task_id: string;
}

/**
 * The agent that has a task and is its project's still; the task stays its own to the end of the transaction.
 * @throws UdtError agent_task_not_found
 */
export async function servingAgent(
  tx: Queries,
  {
    agents,
    queue,
  }: { agents: Pick<AgentsService, "find" | "audience">; queue: { held(tx: Queries, of: HeldTask): Promise<unknown> } },
  of: HeldTask,
  project_id: string,
): Promise<KnownAgent> {
  // As everywhere: the project before what belongs to it.
  await lockProject(tx, project_id, "use");
  await queue.held(tx, of);
  const agent = await agents.find(of.agent_id, tx);
  const audience = await agents.audience(tx, of.agent_id);
  const isServing = audience.includes(null) || audience.includes(project_id);
  if (!agent || !isServing) throw new UdtError("agent_task_not_found", { task_id: of.task_id });
  return agent;
}
