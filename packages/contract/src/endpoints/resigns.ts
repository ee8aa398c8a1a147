/** Signing apps anew: asking for it, following it, and what the agent that does it calls. */
import { z } from "zod";
import { AGENT_TASK_STATES, TASK_STAGES } from "../agent-tasks.ts";
import { endpoint } from "../endpoint.ts";
import { signingTool, RESIGN_FAILURES } from "../resigns.ts";
import { rule } from "../rules.ts";
import { id, page, pageQuery, projectQuery, time } from "../shapes.ts";
import { said } from "../words.ts";
import { APP_READ_ERRORS } from "./ios-certificates.ts";

export const resign = z.object({
  task_id: id,
  /** The app that was to be signed, as it was called then; it may be gone. */
  app_id: id,
  app_name: z.string(),
  version_name: z.string(),
  state: z.enum(AGENT_TASK_STATES),
  /** `waiting` until its agent says what it does. */
  stage: z.enum(["waiting", ...TASK_STAGES.resign]),
  percent: z.int().nullable(),
  agent_name: z.string(),
  failure: z.enum(RESIGN_FAILURES).nullable(),
  message: said.nullable(),
  /** The app that came of it, while it is there. */
  signed_app_id: id.nullable(),
  user_name: z.string(),
  created_at: time,
  ended_at: time.nullable(),
});
export type Resign = z.output<typeof resign>;

/** An agent of the project that has a signing tool. */
const projectSigningTool = signingTool.extend({
  agent_name: z.string(),
  /** Whether it takes work now: it is there, is not being drained, and isolates users' scripts. */
  is_ready: z.boolean(),
});
export type ProjectSigningTool = z.output<typeof projectSigningTool>;

const projectSigners = z.object({
  list: z.array(projectSigningTool),
  /** Why signing is refused whichever of them is asked; null where any signs, or may turn out to once it has said how it runs scripts. */
  refusal: z.enum(["resign_no_tool", "resign_unisolated"]).nullable(),
});
export type ProjectSigners = z.output<typeof projectSigners>;

const certParams = z.object({ cert_id: id });
const taskParams = z.object({ task_id: id });
const use = { privilege: "cred.view" } as const;

export const resignEndpoints = {
  resignList: endpoint({
    name: "resignList",
    method: "GET",
    path: "/v1/api/ios_certificates/{cert_id}/resigns",
    access: use,
    summary: "What was signed anew with a certificate, the newest first.",
    params: certParams,
    query: projectQuery.extend(pageQuery),
    response: page(resign),
    errors: ["ios_certificate_not_found"],
  }),
  signingToolList: endpoint({
    name: "signingToolList",
    method: "GET",
    path: "/v1/api/signing_tools",
    access: use,
    summary: "Which agents of the project could sign iOS apps, those that take work now first.",
    query: projectQuery,
    response: projectSigners,
    errors: [],
  }),
  resignStart: endpoint({
    name: "resignStart",
    method: "POST",
    path: "/v1/api/ios_certificates/{cert_id}/resigns",
    access: use,
    summary:
      "Have an agent sign an IPA of the project anew; what comes of it is another version of the app. Waits while those with a signing tool are away, and is refused where none has one that isolates users' scripts, or where the check finds what blocks it.",
    params: certParams,
    query: projectQuery,
    body: z.object({ app_id: id }),
    response: resign,
    errors: [
      "ios_certificate_not_found",
      "ios_certificate_files_lost",
      ...APP_READ_ERRORS,
      "app_wrong_device",
      "reading_busy",
      "resign_no_tool",
      "resign_unisolated",
      "resign_blocked",
      "resign_under_way",
    ],
  }),
  resignCancel: endpoint({
    name: "resignCancel",
    method: "POST",
    path: "/v1/api/ios_certificates/{cert_id}/resigns/{task_id}/cancelation",
    access: use,
    summary: "Call off a re-signing that waits or runs.",
    params: certParams.extend(taskParams.shape),
    query: projectQuery,
    response: resign,
    errors: ["ios_certificate_not_found", "resign_not_found", "resign_over"],
  }),
  agentResignApp: endpoint({
    name: "agentResignApp",
    method: "GET",
    path: "/v1/agent/tasks/{task_id}/app",
    access: "agent",
    summary: "The app that this agent is to sign anew.",
    params: taskParams,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["agent_task_not_found", "app_not_found", "app_not_in_project"],
  }),
  agentResignFiles: endpoint({
    name: "agentResignFiles",
    method: "GET",
    path: "/v1/agent/tasks/{task_id}/signing",
    access: "agent",
    summary:
      "What this agent is to sign with, while it has the task. The P12 is opened by the server: its password goes nowhere.",
    params: taskParams,
    response: z.object({
      /** PKCS#8 and X.509, as PEM. */
      key_pem: z.string(),
      certificate_pem: z.string(),
      /** The provisioning profile, as base64. */
      profile: z.base64(),
      /** The app first, then what lies in it: what each is to be granted, as a property list. */
      bundles: z.array(z.object({ path: z.string(), entitlements: z.string() })),
    }),
    errors: [
      "agent_task_not_found",
      "ios_certificate_not_found",
      "ios_certificate_files_lost",
      "unavailable",
      ...APP_READ_ERRORS,
    ],
  }),
  agentResignSigned: endpoint({
    name: "agentResignSigned",
    method: "PUT",
    path: "/v1/agent/tasks/{task_id}/signed",
    access: "agent",
    summary: "Keep the signed app. Sent twice, the first stays.",
    params: taskParams,
    query: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/, rule("hash_format")) }),
    body: z.unknown(),
    body_kind: "bytes",
    response: z.null(),
    errors: [
      "agent_task_not_found",
      "body_too_large",
      ...APP_READ_ERRORS,
      "ios_certificate_not_found",
      "resign_delivered",
    ],
  }),
};
