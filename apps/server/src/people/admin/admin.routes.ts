import { ENDPOINTS, type AdminUser, type UiLanguage } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { Attempts } from "../../platform/attempts.ts";
import type { PeopleService } from "../users/people.service.ts";
import type { SignupsService } from "../users/signups.service.ts";
import { systemHealth, type HealthSources } from "./health.service.ts";
import type { RuntimeSettingsService } from "./runtime-settings.service.ts";
import type { NoticeService } from "./notice.service.ts";
import type { PrivateAddressesService } from "./private-addresses.service.ts";

/** A console that fails in a loop must not fill the log. */
const REPORTS_PER_USER = 60;

export function adminRoutes(
  routes: Routes,
  needs: {
    people: PeopleService;
    signups: SignupsService;
    notice: NoticeService;
    runtime: RuntimeSettingsService;
    addresses: PrivateAddressesService;
    health: HealthSources;
    clock: ServerClock;
    mail: {
      /** Tells somebody of what is gone that they signed in by. */
      secondFactorsRemoved(
        to: AdminUser,
        removed: { totp: boolean; passkeys: readonly string[] },
        language: UiLanguage,
      ): void;
    };
  },
): void {
  const { people, signups, notice, runtime, addresses } = needs;
  const reports = new Attempts(needs.clock, REPORTS_PER_USER);
  routes.implement(ENDPOINTS.adminNames, () => people.administrators());
  routes.implement(ENDPOINTS.adminUserList, ({ query }) => people.list(query));
  routes.implement(ENDPOINTS.adminWaiting, () => people.waiting());
  routes.implement(ENDPOINTS.adminUserUpdate, ({ caller, params, body, request }) =>
    people.update(caller.user, params.user_id, body, request.ip),
  );
  routes.implement(ENDPOINTS.adminSignupList, ({ query }) => signups.list(query));
  routes.implement(ENDPOINTS.adminSignupConfirm, (call) => signups.admit(actorOf(call), call.params.signup_id));
  routes.implement(ENDPOINTS.adminSecondFactorRemove, async ({ caller, params, request }) => {
    const { person, removed, language } = await people.removeSecondFactor(caller.user, params.user_id, request.ip);
    needs.mail.secondFactorsRemoved(person, removed, language ?? request.language);
    return person;
  });
  routes.implement(ENDPOINTS.systemHealth, () => systemHealth(needs.health));
  routes.implement(ENDPOINTS.adminSettingsGet, async () => runtime.values);
  routes.implement(ENDPOINTS.adminSettingsSet, ({ caller, body, request }) =>
    runtime.set(caller.user, body, request.ip),
  );
  routes.implement(ENDPOINTS.adminAddressList, () => addresses.list());
  routes.implement(ENDPOINTS.adminAddressAllow, (call) => addresses.allow(actorOf(call), call.body.address));
  routes.implement(ENDPOINTS.adminAddressDisallow, (call) => addresses.disallow(actorOf(call), call.query.address));
  routes.implement(ENDPOINTS.noticeGet, () => notice.get());
  routes.implement(ENDPOINTS.noticeSet, ({ caller, body, request }) => notice.set(caller.user, body, request.ip));
  routes.implement(ENDPOINTS.errorReport, async ({ caller, body, request }) => {
    reports.take(caller.user.user_id);
    request.log.warn({ user_id: caller.user.user_id, console_error: body }, "fault in the console");
    return null;
  });
}
