import { ENDPOINTS } from "@udt/contract";
import { cookieOf, originOf } from "../../platform/http/caller.ts";
import { clearStepCookie, setSessionCookie, STEP_COOKIE, type CookieSettings } from "../../platform/http/cookies.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { AccountMail } from "./mail/account-mail.ts";
import type { SecondFactorService } from "./second-factor.service.ts";

export function secondFactorRoutes(
  routes: Routes,
  factors: SecondFactorService,
  mail: AccountMail,
  cookie: CookieSettings,
): void {
  routes.implement(ENDPOINTS.secondFactorGet, ({ caller }) => factors.mine(caller.user.user_id));
  routes.implement(ENDPOINTS.totpBegin, ({ caller, body, request }) =>
    factors.beginTotp(caller, body.password, request.ip),
  );
  routes.implement(ENDPOINTS.totpConfirm, async ({ caller, body, request }) => {
    const answer = await factors.confirmTotp(caller, body.code, request.ip);
    mail.changed(caller.user, "second_factor_set", request.language);
    return answer;
  });
  routes.implement(ENDPOINTS.totpRemove, async ({ caller, body, request }) => {
    await factors.removeTotp(caller, body.password, request.ip);
    mail.changed(caller.user, "second_factor_removed", request.language);
    return null;
  });
  routes.implement(ENDPOINTS.recoveryCodesMake, async ({ caller, body, request }) => {
    const answer = await factors.remakeRecoveryCodes(caller, body.password, request.ip);
    mail.changed(caller.user, "recovery_codes", request.language);
    return answer;
  });
  routes.implement(ENDPOINTS.secondStepGet, ({ request }) => factors.pending(cookieOf(request.headers, STEP_COOKIE)));
  routes.implement(ENDPOINTS.secondStepCode, async ({ body, request, reply }) => {
    const step = cookieOf(request.headers, STEP_COOKIE);
    const { user, token } = await factors.finish(step, body, originOf(request), cookieOf(request.headers, cookie.name));
    clearStepCookie(reply, cookie);
    setSessionCookie(reply, token, cookie);
    return user;
  });
}
