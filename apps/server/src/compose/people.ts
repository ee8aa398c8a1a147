import { initialRuntimeSettings, SOCKETS } from "@udt/contract";
import { NoticeService } from "../people/admin/notice.service.ts";
import { PrivateAddressesService } from "../people/admin/private-addresses.service.ts";
import { RuntimeSettingsService } from "../people/admin/runtime-settings.service.ts";
import { startAuditPruning } from "../people/audit/audit-pruning.ts";
import { auditRoutes } from "../people/audit/audit.routes.ts";
import { AuditService } from "../people/audit/audit.service.ts";
import { ProjectsService } from "../people/projects/projects.service.ts";
import { oauthKinds } from "../people/signin/kinds.ts";
import { signInRoutes } from "../people/signin/signin.routes.ts";
import { SignInService } from "../people/signin/signin.service.ts";
import { ExternalUsersService } from "../people/users/external-users.service.ts";
import { ImagesService } from "../people/users/images.service.ts";
import { passkeyPlace } from "../people/users/passkey-place.ts";
import { ProofService } from "../people/users/proof.service.ts";
import { accountsRoutes, usersRoutes } from "../people/users/users.routes.ts";
import { UsersService } from "../people/users/users.service.ts";
import type { CookieSettings } from "../platform/http/cookies.ts";
import { isHttps, type ServerSettings } from "../platform/settings.ts";
import { startKeys } from "./keys.ts";
import type { Platform } from "./open-platform.ts";
import { startOwnAccounts } from "./own-accounts.ts";
import type { Parts } from "./parts.ts";
import { startSecondFactors } from "./second-factors.ts";

/** Who there is, how they sign in, and the projects that they work in. */
export async function startPeople(parts: Parts, platform: Platform) {
  const { settings, database, bus, clock, publicUrl } = platform;
  const audit = new AuditService(database, clock);
  const runtime = await startRuntime(parts, platform, audit);
  const users = new UsersService(database, clock, audit, () => runtime.values);
  const proofs = new ProofService({ database, clock, audit, users });
  const external = new ExternalUsersService({ database, bus, clock, audit, users, runtime });
  const place = () => passkeyPlace(settings, platform.listeningPort());
  const secondFactors = startSecondFactors({ ...platform, audit, users, proofs, place });
  const own = startOwnAccounts({ ...platform, audit, users, proofs, runtime });
  const signIn = new SignInService({
    database,
    clock,
    external,
    kinds: oauthKinds(settings.sign_in, () => clock.now()),
    publicUrl,
    onError: (error) => platform.log.warn({ err: error }, "sign-in by a provider"),
  });
  const images = new ImagesService(database, platform);
  const projects = new ProjectsService({ database, bus, clock, audit, isPlatformSync: settings.web.platform_sync });
  const keys = startKeys({ database, clock, audit, users, projects, proofs });
  const cookie = cookieOf(settings);
  const stopHearing = runtime.changed.on(({ before, after }) => {
    if (after.admin_second_factor && !before.admin_second_factor) users.standingChanged.emit();
  });
  const service = {
    audit,
    runtime,
    users,
    external,
    own,
    projects,
    keys,
    cookie,
    notice: new NoticeService(database, bus, clock, audit),
    addresses: await startAddresses(parts, platform, audit),
  };
  return parts.add({
    service,
    mount({ routes, sockets }) {
      sockets.implement(SOCKETS.waiting, ({ params, socket }) => own.waiting.follow(params.token, socket));
      auditRoutes(routes, audit);
      usersRoutes(routes, { users, waiting: own.waiting }, cookie);
      accountsRoutes(routes, { ...own, images });
      keys.mount(routes, own.mail);
      secondFactors.mount(routes, own.mail, cookie);
      const { web, base_path } = settings;
      const passkeyOrigin = () => place()?.origin ?? "";
      const at = { web, cookie, basePath: base_path, passkeyOrigin };
      signInRoutes(routes, { signIn, external, runtime, mail: own.mail }, at);
    },
    close() {
      stopHearing();
      return own.close();
    },
  });
}

async function startRuntime(parts: Parts, platform: Platform, audit: AuditService): Promise<RuntimeSettingsService> {
  const { settings, database, bus, clock, onError } = platform;
  const runtime = await RuntimeSettingsService.start(
    { database, bus, clock, audit, onError },
    {
      ...initialRuntimeSettings,
      signup_open: settings.signup,
      inactivity_minutes: settings.inactivity_minutes,
      first_look: settings.first_look,
      // On a public host document 1's rule holds: internal accounts alone.
      notifications_external: settings.web.private_build,
    },
  );
  parts.add({ service: runtime, close: () => runtime.close() });
  const days = () => runtime.values.audit_retention_days;
  parts.add({ service: undefined, close: startAuditPruning({ database, clock, days, onError }) });
  return runtime;
}

async function startAddresses(parts: Parts, platform: Platform, audit: AuditService): Promise<PrivateAddressesService> {
  const given = platform.settings.outgoing.outbound_allow;
  const addresses = await PrivateAddressesService.start({ ...platform, audit, given });
  return parts.add({ service: addresses, close: () => addresses.close() });
}

const cookieOf = ({ web, base_path, public_url }: ServerSettings): CookieSettings => ({
  name: web.cookie_name,
  embedded: web.embed_origins.length > 0,
  path: `${base_path}/`,
  secure: isHttps(public_url),
});
