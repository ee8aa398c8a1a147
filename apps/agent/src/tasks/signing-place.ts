/** Where an app is signed: where a tool works, but that no user's script can read the private key there. */
import { SaidError, say } from "@udt/base";
import type { SigningToolName } from "@udt/contract";
import type { Isolation } from "../isolation/isolation.ts";
import { pathOf } from "./program-path.ts";
import { programsOf } from "./signing-tools.ts";
import { openToolPlace, type ToolBounds, type ToolPlace } from "./tool-place.ts";

const MEMORY_MAX_BYTES = 4 * 1024 ** 3;

/**
 * @param at Becomes the place's own.
 * @param bounds Of each step.
 * @throws SaidError where the tool has gone, or nothing can be isolated: any user's script could read the private key there
 */
export async function openSigningPlace(
  isolation: Isolation,
  tool: SigningToolName,
  at: string,
  bounds: Omit<ToolBounds, "memoryBytes">,
): Promise<ToolPlace> {
  if (isolation.mode === "none") throw new SaidError(isolation.reason ?? say("scripts_not_isolated"));
  const programs = new Map<string, string>();
  for (const program of programsOf(tool)) {
    const path = await pathOf(program);
    if (path === undefined) throw new SaidError(say("resign_tool_gone"));
    programs.set(program, path);
  }
  return openToolPlace(isolation, programs, at, { ...bounds, memoryBytes: MEMORY_MAX_BYTES });
}
