/** Trials: how a file of a script repository gets from the editor to the device of a debug session. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { scriptPath } from "../script-rules.ts";
import { id, projectQuery } from "../shapes.ts";
import { trialAccount, trialTicket } from "../trials.ts";
import { runSpec } from "./runs.ts";
import { commitId, fileChange } from "./scripts.ts";
import { testDeviceParams } from "./test-device.ts";

export const trialEndpoints = {
  trialStart: endpoint({
    name: "trialStart",
    method: "POST",
    path: "/v1/api/tests/{test_id}/devices/{device_id}/trial",
    access: "driver",
    summary:
      "Have a file of a script repository ready to be run on the device: the files of a commit, with changes on top that nobody has saved. Nothing of it is written to the repository. The stream `trial` runs it by the answer's ticket, once and soon.",
    params: testDeviceParams,
    query: projectQuery,
    body_max_bytes: LIMITS.script_save_max_bytes,
    body: z.object({
      repo_id: id,
      /** What the caller reads. */
      commit_id: commitId,
      changes: z.array(fileChange).max(LIMITS.script_save_max).default([]),
      /** Which file's cases are run. */
      file: scriptPath,
      /** What the scripts find as the device's account, for this trial alone; null: none. */
      account: trialAccount.nullable().default(null),
    }),
    response: z.object({ ticket: trialTicket }),
    errors: [
      ...(["test_not_found", "test_not_in_project", "test_ended", "test_not_running", "test_watched"] as const),
      ...(["script_repository_not_found", "script_not_fetched"] as const),
      ...(["script_commit_not_found", "script_file_not_found"] as const),
      ...(["script_path_taken", "script_git_failed", "trial_no_cases", "trial_too_large", "reading_busy"] as const),
    ],
  }),
};

const agentCall = {
  params: testDeviceParams,
  // `ticket` by itself would be one to sign in by.
  query: z.object({ lease_token: z.coerce.number().int().positive(), trial_ticket: trialTicket }),
};
const agentErrors = ["test_not_found", "agent_stale_lease", "trial_gone"] as const;

export const agentTrialEndpoints = {
  agentTrialSpec: endpoint({
    name: "agentTrialSpec",
    method: "GET",
    path: "/v1/agent/trials/{test_id}/{device_id}",
    access: "agent",
    summary: "What to run for a trial on a device that this agent holds for its debug session, as for a run.",
    ...agentCall,
    response: z.object({ spec: runSpec, file: z.string() }),
    errors: [...agentErrors],
  }),
  agentTrialSnapshot: endpoint({
    name: "agentTrialSnapshot",
    method: "GET",
    path: "/v1/agent/trials/{test_id}/{device_id}/snapshot",
    access: "agent",
    summary: "The files of a trial: a gzipped tar. It is answered once, and gone then.",
    ...agentCall,
    response: z.unknown(),
    response_kind: "raw",
    errors: [...agentErrors],
  }),
};
