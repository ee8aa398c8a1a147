import type { AgentTask, AgentTaskEnd, AgentTaskKind } from "@udt/contract";
import { parse } from "./parse.ts";
import type { TaskRoom, WorkOn } from "./task-room.ts";

/** How each kind of task is done: a new kind is an entry here and one in the contract. */
const TASK_KINDS: { readonly [K in AgentTaskKind]: WorkOn<K> } = { parse };

export const workOn = (task: AgentTask, room: TaskRoom): Promise<AgentTaskEnd> => TASK_KINDS[task.kind](task, room);
