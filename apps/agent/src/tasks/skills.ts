import type { SigningTool } from "@udt/contract";
import { readsMemgraphs } from "./memgraph-tools.ts";
import { findSigningTool } from "./signing-tools.ts";

/** What this computer has for tasks, as an agent tells it; what it has not is left out. */
export interface Skills {
  signing_tool?: SigningTool;
  reads_memgraphs?: true;
}

/** @param platform of this computer: what reads memory graphs is there on a Mac alone */
export async function findSkills(platform: NodeJS.Platform, signal: AbortSignal): Promise<Skills> {
  const signing_tool = await findSigningTool(signal);
  return { ...(signing_tool && { signing_tool }), ...((await readsMemgraphs(platform)) && { reads_memgraphs: true }) };
}
