/** What the page changes of an outside repository: pushed there first, and taken into its mirror once that has it. */
import { say, UdtError, type ScriptRepository } from "@udt/contract";
import { askGit, GitFailure, type GitCall } from "../../platform/git.ts";
import { pushBranch, RemoteFailure } from "../../platform/git-remote.ts";
import type { OutsideMirrors } from "./outside-mirrors.service.ts";

/** What becomes of one branch; nothing is zeroes. */
export interface Update {
  branch: string;
  from: string;
  to: string;
  pack: Buffer;
}

/** So often somebody else may push between the fetch and the push. */
const TRIES = 3;
export const NOTHING = "0".repeat(40);
const idOf = (commit_id: string): string | undefined => (commit_id === NOTHING ? undefined : commit_id);

/**
 * Makes a change on top of what the repository has by now, and pushes it. Where it is refused, nothing of it is kept. For the mirror's only writer.
 * @param call By which git finds what was made
 * @param make Answers nothing where there is nothing to change
 * @throws UdtError script_outside_refused, script_save_refused, what {@link OutsideMirrors.refresh} and `make` throw
 */
export async function pushOutside(
  mirrors: OutsideMirrors,
  target: ScriptRepository,
  call: GitCall,
  make: () => Promise<Update | undefined>,
): Promise<Update | undefined> {
  if (target.outside?.push_refusal?.code === "repository_auth_required")
    throw new UdtError("script_outside_refused", { reason: say("outside_no_push") });
  const source = await mirrors.sourceOf(target);
  for (let tried = 1; ; tried++) {
    const remote = await mirrors.refresh(target, source);
    const update = await make();
    if (!update) return undefined;
    await checked(call, update);
    const { branch, from, to } = update;
    try {
      await pushBranch(call, remote, { ref: `refs/heads/${branch}`, from: idOf(from), to: idOf(to) });
      return update;
    } catch (error) {
      if (!(error instanceof RemoteFailure)) throw error;
      if (error.kind !== "moved" || tried === TRIES) throw pushRefusal(error, branch);
    }
  }
}

/** What the mirror would not take in, the repository elsewhere does not get. @throws UdtError script_save_refused */
async function checked(call: GitCall, { pack }: Update): Promise<void> {
  if (pack.length === 0) return;
  try {
    await askGit(["index-pack", "--stdin", "--fix-thin", "--strict"], { ...call, input: pack });
  } catch (error) {
    if (error instanceof GitFailure)
      throw new UdtError("script_save_refused", { why: error.message }, { cause: error });
    throw error;
  }
}

function pushRefusal({ kind, message }: RemoteFailure, branch: string): UdtError {
  const reasons = {
    moved: say("outside_moved", { branch }, message),
    declined: say("outside_declined", {}, message),
    no_access: say("outside_no_push", {}, message),
  };
  const reason = kind === "moved" || kind === "declined" || kind === "no_access" ? reasons[kind] : undefined;
  return new UdtError("script_outside_refused", { reason: reason ?? say("outside_push_failed", {}, message) });
}
