import type { FastifyReply } from "fastify";
import { ENDPOINTS, UdtError } from "@udt/contract";
import { actorOf, cookieOf, originOf } from "../../platform/http/caller.ts";
import {
  clearSessionCookie,
  setSessionCookie,
  setStepCookie,
  type CookieSettings,
} from "../../platform/http/cookies.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { DEFAULT_KEY_NAME, type ApiKeysService } from "./api-keys.service.ts";
import type { AccountWaiting } from "./account-waiting.ts";
import type { AccountsService } from "./accounts.service.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import type { ForgottenPasswords } from "./forgotten-passwords.ts";
import type { ImagesService } from "./images.service.ts";
import type { SignupsService } from "./signups.service.ts";
import { userInfo, type LoginSessionStart, type StepStart, type UsersService } from "./users.service.ts";

/** Gives the browser its session, or what it does the second step with. @throws UdtError second_step_needed */
export function answerSignIn(
  done: LoginSessionStart | StepStart,
  reply: FastifyReply,
  cookie: CookieSettings,
): LoginSessionStart {
  if ("step" in done) {
    setStepCookie(reply, done.step, cookie);
    throw new UdtError("second_step_needed");
  }
  setSessionCookie(reply, done.token, cookie);
  return done;
}

export function usersRoutes(
  routes: Routes,
  { users, waiting }: { users: UsersService; waiting: AccountWaiting },
  cookie: CookieSettings,
): void {
  routes.implement(ENDPOINTS.userLogin, async ({ body, request, reply }) => {
    const old = cookieOf(request.headers, cookie.name);
    const done = await users.signIn(body.email, body.password, originOf(request), old).catch(async (why: unknown) => {
      throw await waiting.refusal(why, body.email);
    });
    return answerSignIn(done, reply, cookie).user;
  });
  routes.implement(ENDPOINTS.userLogout, async ({ caller, body, request, reply }) => {
    if (body.session_name !== undefined && body.session_name !== cookie.name)
      throw new UdtError("invalid_param", { field: "session_name", rule: "session_cookie" });
    await users.signOut(caller.user, caller.session_hash, request.ip);
    clearSessionCookie(reply, cookie);
    return null;
  });
  routes.implement(ENDPOINTS.userInfo, async ({ caller, query, request, reply }) => {
    // The console asks on every load: the browser keeps the cookie as long as the server keeps the session.
    if (caller.by === "session" && query.ticket === undefined) {
      setSessionCookie(reply, cookieOf(request.headers, cookie.name) ?? "", cookie);
      await users.keepLanguage(caller.user, request.language);
    }
    return userInfo(caller.user);
  });
}

export function accountsRoutes(
  routes: Routes,
  {
    accounts,
    forgotten,
    signups,
    images,
  }: { accounts: AccountsService; forgotten: ForgottenPasswords; signups: SignupsService; images: ImagesService },
): void {
  routes.implement(ENDPOINTS.userSignup, ({ body, request }) => signups.signUp(body, request.language, request.ip));
  routes.implement(ENDPOINTS.userSignupConfirm, ({ body, request }) =>
    signups.confirm(body, request.language, request.ip),
  );
  routes.implement(ENDPOINTS.userSignupResend, async ({ body, request }) => {
    signups.resend(body, request.language, request.ip);
    return null;
  });
  routes.implement(ENDPOINTS.userUpdate, ({ caller, body }) => accounts.rename(caller.user, body.user_name));
  routes.implement(ENDPOINTS.userPassword, async ({ caller, body, request }) => {
    const proof = { caller, password: body.old_password, ip: request.ip };
    await accounts.changePassword(proof, body.new_password, request.language);
    return null;
  });
  routes.implement(ENDPOINTS.userPasswordForgot, async ({ body, request }) => {
    forgotten.ask(body.email, request.language, request.ip);
    return null;
  });
  routes.implement(ENDPOINTS.userPasswordReset, async ({ body, request }) => {
    await forgotten.set(body, request.language, request.ip);
    return null;
  });
  routes.implement(ENDPOINTS.userImagePut, ({ caller, body }) => images.put(caller.user, body));
  routes.implement(ENDPOINTS.userImageGet, async ({ params, request, reply }) => {
    const { stream, size_bytes, version, content_type } = await images.open(params.user_id);
    const asked = new URL(request.url, "http://server").searchParams.get("v");
    return reply
      .type(content_type)
      .header("content-length", size_bytes)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", asked === version ? "private, max-age=31536000, immutable" : "private, no-cache")
      .send(stream);
  });
  routes.implement(ENDPOINTS.userSearch, ({ caller, query }) => accounts.search(caller.user, query));
  routes.implement(ENDPOINTS.sessionList, async ({ caller }) => ({
    list: await accounts.sessions(caller.user.user_id, caller.session_hash),
  }));
  routes.implement(ENDPOINTS.sessionEnd, async ({ caller, params, request }) => {
    await accounts.endLoginSession(caller.user, params.session_id, request.ip);
    return null;
  });
}

export function apiKeysRoutes(routes: Routes, keys: ApiKeysService, mail: AccountMail): void {
  routes.implement(ENDPOINTS.keyList, async ({ caller }) => ({ list: await keys.list(caller.user.user_id) }));
  routes.implement(ENDPOINTS.keyCreate, async ({ caller, request, body: { password, ...wish } }) => {
    const made = await keys.create({ caller, password, ip: request.ip }, wish);
    mail.changed(caller.user, "api_key", request.language, wish.name);
    return made;
  });
  routes.implement(ENDPOINTS.keyDelete, async (call) => {
    const name = await keys.delete(actorOf(call), call.params.secret_id);
    mail.changed(call.caller.user, "api_key_deleted", call.request.language, name);
    return null;
  });
  routes.implement(ENDPOINTS.keyGet, ({ caller }) => keys.default(caller.user.user_id));
  routes.implement(ENDPOINTS.keyReset, async ({ caller, request, body: { password } }) => {
    const made = await keys.resetDefault({ caller, password, ip: request.ip });
    mail.changed(caller.user, "api_key", request.language, DEFAULT_KEY_NAME);
    return made;
  });
}
