import type { AgentTaskEndOf, AgentTaskKind, AgentTaskOf } from "@udt/contract";
import { memgraph } from "./memgraph.ts";
import { parse } from "./parse.ts";
import { resign } from "./resign.ts";
import type { TaskRoom, WorkOn } from "./task-room.ts";

/** How each kind of task is done: a new kind is an entry here and one in the contract. */
const TASK_KINDS: { readonly [K in AgentTaskKind]: WorkOn<K> } = { parse, resign, memgraph };

/** Does a task, as its kind is done. */
export const workOn = <K extends AgentTaskKind>(
  kind: K,
  task: AgentTaskOf<K>,
  room: TaskRoom,
): Promise<AgentTaskEndOf<K>> => TASK_KINDS[kind](task, room);
