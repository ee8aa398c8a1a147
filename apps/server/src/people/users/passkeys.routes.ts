import { ENDPOINTS } from "@udt/contract";
import { actorOf, cookieOf, originOf } from "../../platform/http/caller.ts";
import {
  clearPasskeyCookie,
  PASSKEY_COOKIE,
  setPasskeyCookie,
  setSessionCookie,
  type CookieSettings,
} from "../../platform/http/cookies.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import type { PasskeySignIn } from "./passkey-sign-in.ts";
import type { PasskeysService } from "./passkeys.service.ts";

export function passkeysRoutes(
  routes: Routes,
  { passkeys, signIn, mail }: { passkeys: PasskeysService; signIn: PasskeySignIn; mail: AccountMail },
  cookie: CookieSettings,
): void {
  routes.implement(ENDPOINTS.passkeyBegin, ({ caller, body, request }) =>
    passkeys.begin({ caller, password: body.password, ip: request.ip }),
  );
  routes.implement(ENDPOINTS.passkeyAdd, async ({ caller, body, request }) => {
    const answer = await passkeys.add(caller, body, request.ip);
    mail.changed(caller.user, "passkey_added", request.language, answer.passkey.name);
    return answer;
  });
  routes.implement(ENDPOINTS.passkeyRename, (call) =>
    passkeys.rename(actorOf(call), call.params.passkey_id, call.body.name),
  );
  routes.implement(ENDPOINTS.passkeyRemove, async ({ caller, params, body, request }) => {
    const proof = { caller, password: body.password, ip: request.ip };
    const name = await passkeys.remove(proof, params.passkey_id);
    mail.changed(caller.user, "passkey_removed", request.language, name);
    return null;
  });
  routes.implement(ENDPOINTS.passkeySignInBegin, async ({ request, reply }) => {
    const { browser, options } = await signIn.begin(request.ip);
    setPasskeyCookie(reply, browser, cookie);
    return { options };
  });
  routes.implement(ENDPOINTS.passkeySignIn, async ({ body, request, reply }) => {
    const browser = cookieOf(request.headers, PASSKEY_COOKIE);
    const old = cookieOf(request.headers, cookie.name);
    const { user, token } = await signIn.finish(body.credential, browser, originOf(request), old);
    clearPasskeyCookie(reply, cookie);
    setSessionCookie(reply, token, cookie);
    return user;
  });
}
