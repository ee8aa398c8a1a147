/** Apple's memory graphs (`.memgraph`), which its own tools alone read: at an agent that runs on a Mac. */
import { z } from "zod";

/** Those that write of a memory graph what is read here, the one that tells the footprint closest first. */
export const MEMGRAPH_TOOLS = ["footprint", "vmmap", "heap", "leaks", "malloc_history"] as const;
export type MemgraphTool = (typeof MEMGRAPH_TOOLS)[number];
export const memgraphTool = z.enum(MEMGRAPH_TOOLS);
/** What each writes, as files of samples call it. */
export const MEMGRAPH_TOOL_FORMATS = {
  footprint: "footprint_json",
  vmmap: "vmmap",
  heap: "heap",
  leaks: "leaks",
  malloc_history: "all_by_size",
} as const satisfies Record<MemgraphTool, string>;

/** At what it failed; the message beside says why. */
export const MEMGRAPH_FAILURES = ["file_not_had", "tools_failed", "agent_lost"] as const;
export type MemgraphFailure = (typeof MEMGRAPH_FAILURES)[number];
