import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { redirectPath } from "../rules.ts";
import { bodyFlag, time } from "../shapes.ts";
import { SIGN_IN_KINDS, webConfig } from "../web-config.ts";

const kindParams = z.object({ kind: z.enum(SIGN_IN_KINDS) });

export const signInEndpoints = {
  webConfig: endpoint({
    name: "webConfig",
    method: "GET",
    path: "/static/data/config.json",
    access: "public",
    summary: "What the console is told at run time: flags, links, ways to sign in.",
    response: webConfig,
    response_kind: "raw",
    errors: [],
  }),
  signInAuthUrl: endpoint({
    name: "signInAuthUrl",
    method: "POST",
    path: "/v1/plat/user/login/{kind}/auth_url",
    access: "public",
    summary:
      "Begin to sign in by this kind: where the browser goes, and a cookie that ties the way back to this browser for 10 minutes.",
    params: kindParams,
    body: z.object({
      redirect: redirectPath.default("/home"),
      /** The way back ends with a ticket rather than a session, for a page that cannot share this browser's cookie. */
      hand_over: bodyFlag.default(false),
    }),
    response: z.object({ auth_url: z.string() }),
    errors: ["sign_in_kind", "sign_in_failed", "too_many_attempts"],
  }),
  signInCallback: endpoint({
    name: "signInCallback",
    method: "GET",
    path: "/v1/plat/user/login/{kind}/callback",
    access: "public",
    summary:
      "Where the provider sends the browser back to. Answers with a redirection to `/oauth/success`, whatever came of it.",
    params: kindParams,
    response: z.unknown(),
    response_kind: "raw",
    raw_answers: { 303: "On to the console." },
    errors: [],
  }),
  ticketCreate: endpoint({
    name: "ticketCreate",
    method: "POST",
    path: "/v1/plat/user/ticket",
    access: "session",
    signed_in: true,
    summary: "A ticket that `user/info` exchanges, once and within a minute, for a session of the same user.",
    response: z.object({ ticket: z.string(), expires_at: time }),
    errors: ["signed_in_only"],
  }),
};
