/** Self-checks as the contract shows them. */
import { say, type SelfCheck } from "@udt/contract";
import type { CheckListing } from "./self-checks.repository.ts";

/** In which project a check is read, and whether its reader may see tags there. */
export interface CheckReader {
  project_id: string;
  sees_tags: boolean;
}

/** By which tag it was done is told in the tag's own project alone. */
export function checkOf(row: CheckListing, { project_id, sees_tags }: CheckReader): SelfCheck {
  const { user_id: _, test_id: __, tag_id, tag_name, project_id: owner, config, results, ...check } = row;
  const isSeen = sees_tags && owner === project_id;
  const tag = isSeen ? tag_name : null;
  return {
    ...check,
    results: results.map((result) => ({
      ...result,
      ...(tag !== null && result.message?.code === "check_off" && { message: say("check_off_in", { tag }) }),
      // The files are the session's, which is in its own project.
      ...(check.before !== null && owner !== project_id && { evidence_name: null }),
    })),
    inspection: tag === null || config === null ? null : { tag_id, tag_name: tag, config },
  };
}
