import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { email, keyName, nickname, sentPassword } from "../rules.ts";
import { id, page, pageQuery, text, time, userInfo, userSummary } from "../shapes.ts";
import { KEY_ACCESS, KEY_DAYS, KEY_DAYS_DEFAULT } from "../states.ts";

const apiKey = z.object({
  secret_id: z.string(),
  name: z.string(),
  /** The only project that it is good for; null for all of its user's. */
  project_id: id.nullable(),
  project_name: z.string().nullable(),
  access: z.enum(KEY_ACCESS),
  created_at: time,
  /** Null for never. */
  expires_at: time.nullable(),
  last_used_at: time.nullable(),
});
export type ApiKey = z.output<typeof apiKey>;

const userParams = z.object({ user_id: id });

export const userEndpoints = {
  userLogin: endpoint({
    name: "userLogin",
    method: "POST",
    path: "/v1/plat/user/login",
    access: "public",
    summary:
      "Sign in with email and password; answers with the session cookie. Who has a second factor is refused with `second_step_needed` and a cookie by which `login/second` finishes it within 5 minutes. Who waits for an administrator is refused with `user_approving`, whose `token` opens the socket that tells of the decision.",
    body: z.object({ email: text(LIMITS.email_max).min(1), password: sentPassword }),
    response: userInfo,
    errors: [
      "user_name_or_password",
      "too_many_attempts",
      "second_step_needed",
      "email_unconfirmed",
      "user_approving",
      "user_rejected",
      "user_expired",
      "user_disabled",
    ],
  }),
  userSignup: endpoint({
    name: "userSignup",
    method: "POST",
    path: "/v1/plat/user/signup/email",
    access: "public",
    summary:
      "Register with an email address. An administrator approves before the first sign-in, unless the settings say otherwise. Where the server sends mail, there is no account before the address was confirmed, and the answer is the same for one that is taken, whose owner is mailed of it.",
    body: z.object({ email, user_name: nickname, password: sentPassword }),
    /** By which its page hears what an administrator decides; null where nobody is to, or the address is to be confirmed first. */
    response: z.object({ token: z.string().nullable() }),
    errors: ["mailbox_exists", "nickname_exists", "signup_closed", "password_common", "too_many_attempts"],
  }),
  userSignupConfirm: endpoint({
    name: "userSignupConfirm",
    method: "POST",
    path: "/v1/plat/user/signup/confirm",
    access: "public",
    summary:
      "Make the account of an address, by what a mailed link has behind its `#`: it belongs to whoever has the mailbox. `password` is what they registered with; who did not register, or forgot it, sets a `new_password`, and what somebody else registered with is worth nothing. Tells whether an administrator is to approve it.",
    body: z.object({
      token: text(100).min(1),
      password: sentPassword.optional(),
      new_password: sentPassword.optional(),
    }),
    /** `user_name`: the nickname, with a number behind it where somebody took it meanwhile. */
    response: z.object({
      state: z.enum(["approving", "approved"]),
      user_name: z.string(),
      /** By which its page hears what an administrator decides; null where nobody is to. */
      token: z.string().nullable(),
    }),
    errors: ["signup_link_over", "password_required", "wrong_password", "password_common", "too_many_attempts"],
  }),
  userSignupResend: endpoint({
    name: "userSignupResend",
    method: "POST",
    path: "/v1/plat/user/signup/resend",
    access: "public",
    summary:
      "Mail another link to confirm the address of the registration with this password. The answer is the same when there is none.",
    body: z.object({ email, password: sentPassword }),
    response: z.null(),
    errors: ["mail_not_set", "too_many_attempts"],
  }),
  userLogout: endpoint({
    name: "userLogout",
    method: "POST",
    path: "/v1/plat/user/logout",
    access: "self",
    summary: "End this session and clear its cookie, whose name may be given as `session_name`.",
    body: z.object({ session_name: text(100).optional() }),
    response: z.null(),
    errors: [],
  }),
  userInfo: endpoint({
    name: "userInfo",
    method: "GET",
    path: "/v1/plat/user/info",
    access: "self",
    single_project_keys: true,
    summary: "Who is signed in. A `ticket` is exchanged for a session first; that needs the XMLHttpRequest header.",
    query: z.object({ ticket: text(100).optional() }),
    response: userInfo,
    errors: ["sign_in_ticket", "second_step_needed"],
  }),
  userUpdate: endpoint({
    name: "userUpdate",
    method: "PUT",
    path: "/v1/plat/user/info",
    access: "session",
    summary: "Change one's own nickname.",
    body: z.object({ user_name: nickname }),
    response: userInfo,
    errors: ["nickname_exists"],
  }),
  userPassword: endpoint({
    name: "userPassword",
    method: "POST",
    path: "/v1/plat/user/password",
    access: "session",
    signed_in: true,
    summary: "Change one's own password; ends every other session of this user, and the API keys.",
    body: z.object({ old_password: sentPassword, new_password: sentPassword }),
    response: z.null(),
    errors: ["signed_in_only", "wrong_password", "password_common", "too_many_attempts"],
  }),
  userPasswordForgot: endpoint({
    name: "userPasswordForgot",
    method: "POST",
    path: "/v1/plat/user/password/forgot",
    access: "public",
    summary:
      "Mail a link to set a new password, good for 30 minutes and once, to who may sign in by this address and a password. The answer is the same when there is nobody.",
    body: z.object({ email }),
    response: z.null(),
    errors: ["mail_not_set", "too_many_attempts"],
  }),
  userPasswordReset: endpoint({
    name: "userPasswordReset",
    method: "POST",
    path: "/v1/plat/user/password/reset",
    access: "public",
    summary: "Set a new password by what the mailed link has behind its `#`; ends the user's sessions and API keys.",
    body: z.object({ token: text(100).min(1), new_password: sentPassword }),
    response: z.null(),
    errors: ["password_link_over", "password_common", "too_many_attempts"],
  }),
  userImagePut: endpoint({
    name: "userImagePut",
    method: "PUT",
    path: "/v1/plat/user/head_image",
    access: "session",
    summary: "Set one's own picture: PNG, JPEG, WebP or GIF, at most 1 MiB, told by its first bytes.",
    body: z.unknown(),
    body_kind: "bytes",
    response: userInfo,
    errors: ["image_type", "body_too_large"],
  }),
  userImageGet: endpoint({
    name: "userImageGet",
    method: "GET",
    path: "/v1/plat/user/{user_id}/head_image",
    access: "session",
    summary: "A user's picture.",
    params: userParams,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["user_not_found"],
  }),
  userSearch: endpoint({
    name: "userSearch",
    method: "GET",
    path: "/v1/plat/user/search",
    access: "session",
    summary:
      "Approved users by keyword in nickname or email, or the one with this id. The email is looked into and told (else it is empty) of people with whom one shares a project, to administrators, and to who gives all of it.",
    query: z.object({ keyword: text(LIMITS.keyword_max).default(""), user_id: id.optional(), ...pageQuery }),
    response: page(userSummary),
    errors: [],
  }),
  sessionList: endpoint({
    name: "sessionList",
    method: "GET",
    path: "/v1/plat/user/sessions",
    access: "session",
    summary: "One's own signed-in browsers.",
    response: z.object({
      list: z.array(
        z.object({
          session_id: id,
          created_at: time,
          last_seen_at: time,
          expires_at: time,
          ip: z.string(),
          user_agent: z.string(),
          /** The session that asks. */
          current: z.boolean(),
        }),
      ),
    }),
    errors: [],
  }),
  sessionEnd: endpoint({
    name: "sessionEnd",
    method: "DELETE",
    path: "/v1/plat/user/sessions/{session_id}",
    access: "session",
    summary: "End one of one's own sessions; its sockets close at once.",
    params: z.object({ session_id: id }),
    response: z.null(),
    errors: ["session_not_found"],
  }),
  keyList: endpoint({
    name: "keyList",
    method: "GET",
    path: "/v1/plat/user/keys",
    access: "session",
    summary: "One's own API keys, newest first: never their secrets.",
    response: z.object({ list: z.array(apiKey) }),
    errors: [],
  }),
  keyCreate: endpoint({
    name: "keyCreate",
    method: "POST",
    path: "/v1/plat/user/keys",
    access: "session",
    signed_in: true,
    summary:
      "Make an API key, of one project or of all. Its secret is shown this once. Used as HTTP Basic `SecretId:SecretKey`. Who has a password enters it again; who has none must have signed in within the last 10 minutes.",
    body: z.object({
      name: keyName,
      project_id: id.nullable().default(null),
      access: z.enum(KEY_ACCESS),
      expires_in_days: z.literal(KEY_DAYS).nullable().default(KEY_DAYS_DEFAULT),
      password: sentPassword.optional(),
    }),
    response: apiKey.extend({ secret_key: z.string() }),
    errors: [
      "key_limit",
      "key_name_exists",
      "project_not_exists",
      "user_not_in_project",
      "password_required",
      "wrong_password",
      "sign_in_again",
      "too_many_attempts",
      "signed_in_only",
    ],
  }),
  keyDelete: endpoint({
    name: "keyDelete",
    method: "DELETE",
    path: "/v1/plat/user/keys/{secret_id}",
    access: "session",
    signed_in: true,
    summary: "End one of one's own API keys; its sockets close at once.",
    params: z.object({ secret_id: id }),
    response: z.null(),
    errors: ["key_not_found", "signed_in_only"],
  }),
  keyGet: endpoint({
    name: "keyGet",
    method: "GET",
    path: "/v1/plat/user/key",
    access: "session",
    summary: "One's own API key of the name `default`: its id, never its secret. Null when there is none.",
    response: z.object({ secret_id: z.string(), created_at: time, last_used_at: time.nullable() }).nullable(),
    errors: [],
  }),
  keyReset: endpoint({
    name: "keyReset",
    method: "POST",
    path: "/v1/plat/user/key",
    access: "session",
    signed_in: true,
    summary:
      "Make the API key of the name `default` anew and end the old one: of all projects, to read and write, for 90 days. Who the caller is must be proved again, as for `keyCreate`. The secret is shown this once.",
    body: z.object({ password: sentPassword.optional() }),
    response: z.object({ secret_id: z.string(), secret_key: z.string() }),
    errors: [
      "key_limit",
      "password_required",
      "wrong_password",
      "sign_in_again",
      "too_many_attempts",
      "signed_in_only",
    ],
  }),
};
