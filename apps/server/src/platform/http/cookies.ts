import type { FastifyReply } from "fastify";
import { LIMITS } from "@udt/contract";

/** How this server's cookies are to be. */
export interface CookieSettings {
  /** Of the session cookie. */
  name: string;
  path: string;
  /** Whether browsers reach the server by https. */
  secure: boolean;
  /** Whether pages of other sites may embed the console. */
  embedded: boolean;
}

/**
 * Within a frame of another site a browser sends only `SameSite=None` cookies, takes those only over https, and more and
 * more only when they are `Partitioned`: kept apart for each embedding site. Without https there is no such way, so the
 * console then works in frames of its own site alone. What SameSite would keep out, the XMLHttpRequest header does.
 * https://developer.mozilla.org/docs/Web/Privacy/Guides/Privacy_sandbox/Partitioned_cookies
 */
function attributes({ secure, embedded }: CookieSettings): string {
  if (!secure) return "HttpOnly; SameSite=Lax";
  return embedded ? "HttpOnly; SameSite=None; Secure; Partitioned" : "HttpOnly; SameSite=Lax; Secure";
}

/** Of a sign-in that waits for its second step. */
export const STEP_COOKIE = "udt_second_step";

export function setStepCookie(reply: FastifyReply, step: string, settings: CookieSettings): void {
  sendStep(reply, settings, step, LIMITS.second_step_ms / 1000);
}

export function clearStepCookie(reply: FastifyReply, settings: CookieSettings): void {
  sendStep(reply, settings, "", 0);
}

/** Of a sign-in by a passkey that is under way; it goes to the call that finishes it alone. */
export const PASSKEY_COOKIE = "udt_passkey";

export function setPasskeyCookie(reply: FastifyReply, browser: string, settings: CookieSettings): void {
  sendPasskey(reply, settings, browser, LIMITS.passkey_challenge_ms / 1000);
}

export function clearPasskeyCookie(reply: FastifyReply, settings: CookieSettings): void {
  sendPasskey(reply, settings, "", 0);
}

const sendPasskey = (reply: FastifyReply, settings: CookieSettings, browser: string, maxAge: number) =>
  send(
    reply,
    { ...settings, name: PASSKEY_COOKIE, path: `${settings.path}v1/plat/user/login/passkey` },
    browser,
    maxAge,
  );

/** It goes to the calls that finish a sign-in alone. */
const sendStep = (reply: FastifyReply, settings: CookieSettings, step: string, maxAge: number) =>
  send(reply, { ...settings, name: STEP_COOKIE, path: `${settings.path}v1/plat/user/login/second` }, step, maxAge);

/** Ties a sign-in at a provider that is under way to the browser that began it. */
export const FLOW_COOKIE = "udt_sign_in";

export function setFlowCookie(reply: FastifyReply, browser: string, settings: CookieSettings): void {
  sendFlow(reply, settings, browser, LIMITS.sign_in_flow_ms / 1000);
}

export function clearFlowCookie(reply: FastifyReply, settings: CookieSettings): void {
  sendFlow(reply, settings, "", 0);
}

/** Lax, because the way back is a link from the provider's site; and never within a frame. */
const sendFlow = (reply: FastifyReply, settings: CookieSettings, browser: string, maxAge: number) =>
  send(
    reply,
    { ...settings, embedded: false, name: FLOW_COOKIE, path: `${settings.path}v1/plat/user/login` },
    browser,
    maxAge,
  );

export function setSessionCookie(reply: FastifyReply, token: string, settings: CookieSettings): void {
  send(reply, settings, token, LIMITS.session_days * 86_400);
}

export function clearSessionCookie(reply: FastifyReply, settings: CookieSettings): void {
  send(reply, settings, "", 0);
}

function send(reply: FastifyReply, settings: CookieSettings, value: string, maxAge: number): void {
  reply.header(
    "set-cookie",
    `${settings.name}=${value}; Max-Age=${maxAge}; Path=${settings.path}; ${attributes(settings)}`,
  );
}
