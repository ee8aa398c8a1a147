import { type Said, say } from "@udt/base";
import type { Exit } from "../isolation/workplace.ts";

const BOUNDS = {
  time: "process_bound_time",
  memory: "process_bound_memory",
  processes: "process_bound_processes",
  disk: "process_bound_disk",
  disk_full: "process_bound_disk_full",
  output: "process_bound_output",
} as const;

/** Which bound a process was ended for. @param evidence What it said itself. */
export const boundSaid = (bound: NonNullable<Exit["bound"]>, evidence = ""): Said => say(BOUNDS[bound], {}, evidence);
