/** Names and passwords that a project keeps for repositories and image registries. Passwords go in and never come out. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import * as rules from "../library-rules.ts";
import { LIMITS } from "../limits.ts";
import { id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";

export const credential = z.object({
  credential_id: id,
  name: z.string(),
  username: z.string(),
  user_name: z.string(),
  created_at: time,
  updated_at: time,
  /** What cannot do without it: libraries that sign in with it, and jobs whose image is pulled with it. */
  uses: z.array(z.object({ kind: z.enum(["library", "job"]), id, name: z.string() })),
});
export type Credential = z.output<typeof credential>;

const credentialParams = z.object({ credential_id: id });

export const credentialEndpoints = {
  credentialList: endpoint({
    name: "credentialList",
    method: "GET",
    path: "/v1/api/credentials",
    access: { privilege: "cred.view" },
    summary: "The project's credentials, by name. The keyword looks in both names.",
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(credential),
    errors: [],
  }),
  credentialGet: endpoint({
    name: "credentialGet",
    method: "GET",
    path: "/v1/api/credentials/{credential_id}",
    access: { privilege: "cred.view" },
    summary: "One credential, without its password.",
    params: credentialParams,
    query: projectQuery,
    response: credential,
    errors: ["credential_not_found"],
  }),
  credentialCreate: endpoint({
    name: "credentialCreate",
    method: "POST",
    path: "/v1/api/credentials",
    access: "member",
    summary: "Keep a credential.",
    query: projectQuery,
    body: z.object({
      name: rules.credentialName,
      username: rules.credentialUsername,
      password: rules.credentialPassword,
    }),
    response: credential,
    errors: ["credential_name_exists"],
  }),
  credentialUpdate: endpoint({
    name: "credentialUpdate",
    method: "PUT",
    path: "/v1/api/credentials/{credential_id}",
    access: "member",
    summary: "Change a credential. Without a password it keeps the one it has, unless the user name changes.",
    params: credentialParams,
    query: projectQuery,
    body: z.object({
      name: rules.credentialName,
      username: rules.credentialUsername,
      password: rules.credentialPassword.optional(),
    }),
    response: credential,
    errors: ["credential_not_found", "credential_name_exists"],
  }),
  credentialDelete: endpoint({
    name: "credentialDelete",
    method: "DELETE",
    path: "/v1/api/credentials/{credential_id}",
    access: "member",
    summary: "Delete a credential that nothing uses.",
    params: credentialParams,
    query: projectQuery,
    response: z.null(),
    errors: ["credential_not_found", "credential_used"],
  }),
};
