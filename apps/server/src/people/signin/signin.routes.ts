import { AUTH_TYPES, ENDPOINTS, webConfig, type RuntimeSettings, type WebConfig } from "@udt/contract";
import { cookieOf, originOf } from "../../platform/http/caller.ts";
import {
  clearFlowCookie,
  FLOW_COOKIE,
  setFlowCookie,
  setSessionCookie,
  setStepCookie,
  type CookieSettings,
} from "../../platform/http/cookies.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { WebSettings } from "../../platform/settings-web.ts";
import type { RuntimeSettingsService } from "../admin/runtime-settings.service.ts";
import type { ExternalUsersService } from "../users/external-users.service.ts";
import type { SignInOutcome, SignInService } from "./signin.service.ts";

interface SignInServices {
  signIn: SignInService;
  external: ExternalUsersService;
  runtime: RuntimeSettingsService;
  /** Whether the server can mail people. */
  mail: { readonly isReady: boolean };
}

const notificationAuthTypes = (values: RuntimeSettings): WebConfig["notification_auth_types"] => [
  ...(values.notifications_internal ? [AUTH_TYPES.internal] : []),
  ...(values.notifications_email ? [AUTH_TYPES.email] : []),
  ...(values.notifications_external ? [AUTH_TYPES.external] : []),
];

/** What an administrator may change while the servers run. */
const runtimeConfig = (values: RuntimeSettings) => ({
  notification_auth_types: notificationAuthTypes(values),
  signup_open: values.signup_open,
  signup_approval: values.signup_approval,
  strong_passwords: values.strong_passwords,
});

export function signInRoutes(
  routes: Routes,
  { signIn, external, runtime, mail }: SignInServices,
  {
    web,
    cookie,
    basePath,
    passkeyOrigin,
  }: { web: WebSettings; cookie: CookieSettings; basePath: string; passkeyOrigin: () => string },
): void {
  const config = webConfig.parse({ ...web, sign_in: signIn.buttons, password_mail: mail.isReady });

  routes.implement(ENDPOINTS.webConfig, async ({ reply }) =>
    reply
      .type("application/json; charset=utf-8")
      .header("cache-control", "no-cache")
      .send(JSON.stringify({ ...config, ...runtimeConfig(runtime.values), passkey_origin: passkeyOrigin() })),
  );
  routes.implement(ENDPOINTS.signInAuthUrl, async ({ params, body, request, reply }) => {
    const { auth_url, browser } = await signIn.begin(params.kind, body, request.ip);
    setFlowCookie(reply, browser, cookie);
    return { auth_url };
  });
  routes.implement(ENDPOINTS.signInCallback, async ({ params, request, reply }) => {
    const outcome = await signIn.finish(
      params.kind,
      new URL(request.url, "http://server").search,
      cookieOf(request.headers, FLOW_COOKIE),
      originOf(request),
      cookieOf(request.headers, cookie.name),
    );
    clearFlowCookie(reply, cookie);
    if ("token" in outcome) setSessionCookie(reply, outcome.token, cookie);
    if ("step" in outcome) setStepCookie(reply, outcome.step, cookie);
    return (
      reply
        // The address has the provider's code in it.
        .header("referrer-policy", "no-referrer")
        .header("cache-control", "no-store")
        .redirect(basePath + successPath(outcome), 303)
    );
  });
  routes.implement(ENDPOINTS.ticketCreate, ({ caller }) =>
    external.issueTicket(caller.user.user_id, caller.session_hash),
  );
}

/** A ticket goes into the fragment, which no server and no other site gets to see. */
function successPath(outcome: SignInOutcome): string {
  const query = new URLSearchParams({
    redirect: outcome.redirect,
    ...("refusal" in outcome && { error: outcome.refusal }),
  });
  const fragment = "ticket" in outcome ? `#ticket=${outcome.ticket}` : "";
  return `/oauth/success?${query}${fragment}`;
}
