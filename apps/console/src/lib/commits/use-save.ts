import { ApiError } from "@udt/client";
import { scriptRules, type BodyInputOf } from "@udt/contract";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { useState } from "react";
import { api } from "../api/api.ts";
import { useRuleText } from "../rules/index.ts";

export interface SaveWish {
  message: string;
  /** Made for what is saved; empty: it goes to the branch that was read. */
  new_branch: string;
}

/** What has to be read anew once something was saved. */
export const STALE_BY_SAVES = ["scriptTree", "scriptBranches", "scriptCommits", "scriptGet"] as const;

/** Saves changed files as one commit. @returns with it, the branch that it was saved to */
export async function saveCommit(
  { project, repo_id }: { project: string; repo_id: string },
  body: BodyInputOf<typeof scriptEndpoints.scriptSave>,
) {
  const saved = await api.call(scriptEndpoints.scriptSave, { params: { repo_id }, query: { project }, body });
  return { ...saved, branch: body.new_branch || (body.branch ?? "") };
}

/** Others changed one of the files since they were read; nothing was saved. */
export const isChangedByOthers = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "script_file_changed";

/** What a commit says of itself and where it goes, as somebody fills it in. @param usual what it says unless they write it */
export function useSaveWish(usual: string) {
  const { check } = useRuleText();
  const [written, setMessage] = useState<string>();
  const message = written ?? usual;
  const [isBranch, setIsBranch] = useState(false);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const nameFault = isBranch ? check(scriptRules.newBranchName, name) : undefined;
  const messageFault = check(scriptRules.commitMessage, message);
  return {
    message,
    messageFault,
    setMessage,
    isBranch,
    setIsBranch,
    name,
    /** Said once there is something to be said of it. */
    nameFault: tried || name !== "" ? nameFault : undefined,
    setName,
    /** From now on all that is wrong is said. @returns undefined where something is */
    wish(): SaveWish | undefined {
      setTried(true);
      if (messageFault !== undefined || nameFault !== undefined) return undefined;
      return { message, new_branch: isBranch ? name.trim() : "" };
    },
  };
}
export type Saving = ReturnType<typeof useSaveWish>;
