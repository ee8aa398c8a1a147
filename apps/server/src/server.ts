/** The composition root: what exists, and who knows whom. */
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { initialRuntimeSettings, UdtError } from "@udt/contract";
import { startAutomation } from "./automation.ts";
import { agentsRoutes } from "./modules/agents/agents.routes.ts";
import { AgentsService } from "./modules/agents/agents.service.ts";
import { agentListener } from "./modules/agents/agent-listener.ts";
import { AgentRelay } from "./modules/agents/agent-relay.ts";
import { adminRoutes } from "./modules/admin/admin.routes.ts";
import { RuntimeSettingsService } from "./modules/admin/runtime-settings.service.ts";
import { NoticeService } from "./modules/admin/notice.service.ts";
import { appsRoutes } from "./modules/apps/apps.routes.ts";
import { AppsService } from "./modules/apps/apps.service.ts";
import { InstallsService } from "./modules/apps/installs.service.ts";
import { threadedPackageReader } from "./modules/apps/package-reader.ts";
import { UploadsService } from "./modules/apps/uploads.service.ts";
import { assistdRoutes } from "./modules/assistd/assistd.routes.ts";
import { AssistdService } from "./modules/assistd/assistd.service.ts";
import { startAuditPruning } from "./modules/audit/audit-pruning.ts";
import { auditRoutes } from "./modules/audit/audit.routes.ts";
import { AuditService } from "./modules/audit/audit.service.ts";
import { devicesRoutes } from "./modules/devices/devices.routes.ts";
import { DevicesService } from "./modules/devices/devices.service.ts";
import { eventsRoutes } from "./modules/events/events.routes.ts";
import { EventsService } from "./modules/events/events.service.ts";
import { seedDemo } from "./demo.ts";
import { knownHosts } from "./platform/http/hosts.ts";
import { TrustedProxies } from "./platform/http/addresses.ts";
import { newApp, watchCalls } from "./http-app.ts";
import { newHealth } from "./health.ts";
import { startKeys } from "./keys.ts";
import { startLibraries } from "./libraries.ts";
import { listenToOperators } from "./operators/operator-app.ts";
import { startSecondFactors } from "./second-factors.ts";
import { settleUnfinished } from "./operators/unfinished.ts";
import type { Server, StartOptions } from "./running-server.ts";
import { serveConsole } from "./modules/meta/console-files.ts";
import { metaRoutes } from "./modules/meta/meta.routes.ts";
import { Metrics } from "./modules/meta/metrics.ts";
import { AccessService } from "./modules/projects/access.service.ts";
import { MembersService } from "./modules/projects/members.service.ts";
import { membersRoutes } from "./modules/projects/members.routes.ts";
import { Membership } from "./modules/projects/membership.ts";
import { OrgTreeService } from "./modules/projects/org-tree.service.ts";
import { orgsRoutes } from "./modules/projects/orgs.routes.ts";
import { OrgsService } from "./modules/projects/orgs.service.ts";
import { ProjectDeletion } from "./modules/projects/project-deletion.service.ts";
import { ProjectIcons } from "./modules/projects/project-icons.ts";
import { projectsRoutes } from "./modules/projects/projects.routes.ts";
import { ProjectsService } from "./modules/projects/projects.service.ts";
import { SyncService } from "./modules/projects/sync.service.ts";
import { notificationsRoutes } from "./modules/notifications/notifications.routes.ts";
import { NotificationsService } from "./modules/notifications/notifications.service.ts";
import { exportsRoutes } from "./modules/reports/exports.routes.ts";
import { ExportsService } from "./modules/reports/exports.service.ts";
import { reportsRoutes } from "./modules/reports/reports.routes.ts";
import { ReportsService } from "./modules/reports/reports.service.ts";
import { SharesService } from "./modules/reports/shares.service.ts";
import { resourcesRoutes } from "./modules/resources/resources.routes.ts";
import { ResourcesService } from "./modules/resources/resources.service.ts";
import { statisticsRoutes } from "./modules/statistics/statistics.routes.ts";
import { StatisticsService } from "./modules/statistics/statistics.service.ts";
import { isWanted } from "./modules/runs/device-choice.ts";
import { streamsRoutes } from "./modules/streams/streams.routes.ts";
import { StreamsService } from "./modules/streams/streams.service.ts";
import { testsRoutes } from "./modules/tests/tests.routes.ts";
import { TestsService } from "./modules/tests/tests.service.ts";
import { kindsOf } from "./modules/signin/kinds.ts";
import { signInRoutes } from "./modules/signin/signin.routes.ts";
import { SignInService } from "./modules/signin/signin.service.ts";
import { ExternalUsersService } from "./modules/users/external-users.service.ts";
import { ImagesService } from "./modules/users/images.service.ts";
import { startOwnAccounts } from "./modules/users/own-accounts.ts";
import { passkeyPlace } from "./modules/users/passkey-place.ts";
import { PeopleService } from "./modules/users/people.service.ts";
import { ProofService } from "./modules/users/proof.service.ts";
import { accountsRoutes, answerSignIn, usersRoutes } from "./modules/users/users.routes.ts";
import { UsersService } from "./modules/users/users.service.ts";
import { folderBlobs } from "./platform/blobs/blobs.ts";
import { startBus } from "./platform/bus.ts";
import { systemServerClock } from "./platform/clock.ts";
import { closeAll, type Closer } from "./platform/closers.ts";
import { openDatabase } from "./platform/database/database.ts";
import { sealedByKey } from "./platform/database/sealed.ts";
import { startUpkeep } from "./platform/database/upkeep.ts";
import { withoutValues } from "./platform/database/without-values.ts";
import { limitCalls } from "./platform/http/call-limits.ts";
import { sendRefusal } from "./platform/http/answers.ts";
import { CallerLanguages } from "./platform/http/language.ts";
import { hostInUrl, listen } from "./platform/http/listen.ts";
import { cookieOf, originOf } from "./platform/http/caller.ts";
import { clearSessionCookie } from "./platform/http/cookies.ts";
import { RouteTable, setUpBodies } from "./platform/http/routes.ts";
import { endSlowBodies } from "./platform/http/slow-bodies.ts";
import { SocketTable } from "./platform/http/sockets.ts";
import { hashSecret } from "./platform/ids.ts";
import { openSecretBox } from "./platform/crypto.ts";
import { smtpMailer } from "./platform/mail.ts";
import { outboundGuard } from "./platform/outbound.ts";
import { localNote } from "./platform/local-note.ts";
import { blobFolder, databaseTarget, isHttps, secretKeySource, type ServerSettings } from "./platform/settings.ts";
import { VERSION } from "./version.ts";

/** How long open connections may take to end by themselves when the server stops. */
const DRAIN_MS = 3_000;

/** Starts a server and listens. @throws Error with one sentence when the port, the folder or the database cannot be had */
export async function startServer(settings: ServerSettings, options: StartOptions = {}): Promise<Server> {
  const clock = options.clock ?? systemServerClock;
  const proxies = new TrustedProxies(settings.access.trusted_proxies);
  const languages = new CallerLanguages(proxies, settings.web);
  const app = newApp(proxies, languages, options.logLevel);
  const log: FastifyBaseLogger = app.log;
  const logError = (error: unknown) => log.error({ err: error }, "background work");

  await settleUnfinished(settings);
  const database = await openDatabase(databaseTarget(settings));
  const closers: Closer[] = [() => database.close()];
  try {
    const metrics = new Metrics({
      openStreams: () => streams.openCount,
      agentsOnline: () => agents.online,
      devicesByState: () => devices.countByState(),
      waitingMessages: () => notifications.countWaiting(),
      pool: database.pool,
    });
    database.stated.on((statement) => metrics.countStatement(statement));
    const blobs = folderBlobs(blobFolder(settings));
    closers.push(startUpkeep({ database, clock, onError: logError }));
    const bus = await startBus(database, clock, logError);
    closers.push(() => bus.close());
    const audit = new AuditService(database, clock);
    const { outgoing } = settings;
    const secrets = await openSecretBox(secretKeySource(settings), await sealedByKey(database.db));
    const outbound = outboundGuard(outgoing.outbound_allow);
    const mailer = smtpMailer({ url: outgoing.smtp_url, from: outgoing.mail_from });
    closers.push(() => mailer.close());
    const runtime = await RuntimeSettingsService.start(
      { database, bus, clock, audit, onError: logError },
      {
        ...initialRuntimeSettings,
        signup_open: settings.signup,
        inactivity_minutes: settings.inactivity_minutes,
        // On a public host document 1's rule holds: internal accounts alone.
        notifications_external: settings.web.private_build,
      },
    );
    closers.push(() => runtime.close());
    closers.push(
      startAuditPruning({ database, clock, days: () => runtime.values.audit_retention_days, onError: logError }),
    );
    const users = new UsersService(database, clock, audit, () => runtime.values);
    const proofs = new ProofService({ database, clock, audit, users });
    const external = new ExternalUsersService({ database, clock, audit, users, runtime });
    const listeningPort = () => (app.server.address() as AddressInfo).port;
    const listeningUrl = () => `http://${hostInUrl(settings.host)}:${listeningPort()}${settings.base_path}`;
    const place = () => passkeyPlace(settings, listeningPort());
    const secondFactors = startSecondFactors({ database, clock, audit, users, secrets, proofs, place });
    const publicUrl = () => settings.public_url ?? listeningUrl();
    const ownNeeds = { database, clock, audit, users, proofs, runtime, mailer, publicUrl };
    const own = startOwnAccounts({ ...ownNeeds, onError: logError });
    closers.push(() => own.close());
    const signIn = new SignInService({
      database,
      clock,
      external,
      kinds: kindsOf(settings.sign_in, () => clock.now()),
      publicUrl,
      onError: (error) => log.warn({ err: error }, "sign-in by a provider"),
    });
    const notifications = new NotificationsService({
      database,
      bus,
      clock,
      audit,
      log,
      mailer,
      outbound,
      secrets,
      baseUrl: publicUrl,
    });
    closers.push(() => notifications.close());
    const images = new ImagesService(database, blobs);
    const endTests = (user_id: string) => tests.endOfUser(user_id);
    const people = new PeopleService({ database, clock, audit, users, runtime, endTests });
    const projectNeeds = { database, bus, clock, audit, isPlatformSync: settings.web.platform_sync };
    const projects = new ProjectsService(projectNeeds);
    const keys = startKeys({ database, clock, audit, users, projects, proofs });
    const agents = new AgentsService(database, clock, projects, audit, log);
    closers.push(() => agents.close());
    const devices = new DevicesService(database, bus, clock, agents);
    const apps = new AppsService({
      database,
      bus,
      clock,
      audit,
      blobs,
      testsWith: (project_id, app_id) => tests.countWithApp(project_id, app_id),
      jobsWith: (project_id, app_id) => automation.jobs.withApp(project_id, app_id),
    });
    const uploads = new UploadsService({
      database,
      bus,
      clock,
      audit,
      blobs,
      log,
      readPackage: threadedPackageReader(),
    });
    closers.push(() => uploads.close());
    const parallelLimits = () => ({
      per_user: runtime.values.parallel_tests_per_user,
      per_project: runtime.values.parallel_tests_per_project,
    });
    const tests = new TestsService(
      { database, bus, clock, agents, devices, log, inactivityMinutes: () => runtime.values.inactivity_minutes },
      {
        app: async (project_id, app_id) => (await apps.find(project_id, app_id)).app,
        place: (tx, user, project_id) => projects.holdPlace(tx, user, project_id),
        parallelLimits,
      },
    );
    closers.push(() => tests.close());
    closers.push(
      runtime.changed.on(({ before, after }) => {
        if (before.inactivity_minutes !== after.inactivity_minutes) void tests.inactivityChanged().catch(logError);
        if (after.admin_second_factor && !before.admin_second_factor) users.standingChanged.emit();
      }),
    );
    closers.push(
      bus.subscribe(({ payload }) => {
        if (payload.type === "device.changed") agents.offer(payload.device_id);
      }),
    );
    const resources = new ResourcesService({ database, blobs, clock, tests, notes: apps, log }, settings.base_path);
    closers.push(() => resources.close());
    const membership = new Membership(projectNeeds, tests);
    const reports = new ReportsService({
      database,
      clock,
      tests,
      isWanted,
      limitOf: (test) => automation.runs.limitOf(test),
      source: (...place) => libraries.source(...place),
    });
    const exports = new ExportsService(database, clock, reports, apps);
    const shares = new SharesService({ database, clock, audit, reports, exports });
    const members = new MembersService(membership);
    const orgs = new OrgsService(membership);
    const orgTree = new OrgTreeService(membership);
    const sync = new SyncService(projectNeeds, projects, settings.web.platform_sync);
    const statistics = new StatisticsService({ database, clock, projects, tests, onError: logError });
    closers.push(() => statistics.close());
    const {
      libraries,
      mount: mountLibraries,
      git,
      ...ofLibraries
    } = startLibraries({
      database,
      bus,
      clock,
      audit,
      log,
      blobs,
      secrets,
      outbound,
      agents,
      publicUrl,
      loose: apps,
      allowsUnisolated: () => runtime.values.allow_unisolated_scripts,
      folder: join(settings.data_dir, "git"),
    });
    closers.push(() => ofLibraries.close());
    const deletion = new ProjectDeletion(projectNeeds, { tests, apps, resources, agents, libraries });
    const assistd = new AssistdService(agents, tests);
    const installs = new InstallsService({ database, bus, clock, log, apps, sessions: tests.sessions, assistd });
    closers.push(() => installs.close());
    const relay = await AgentRelay.start({ database, clock, log, links: () => agents.links });
    // Closed before whoever waits for what it was asked.
    closers.push(() => relay.close());
    agents.relayWith(relay, (dialled) => (settings.own_url ?? dialled ?? listeningUrl()).replace(/^http/, "ws"));
    const listener = agentListener(devices, tests.sessions, (agent_id, report) => installs.report(agent_id, report));
    agents.listenWith({
      ...listener,
      tasks: (agent_id, task_ids) => libraries.tasks.reconcile(agent_id, task_ids),
      task: (agent_id, report) => libraries.tasks.report(agent_id, report),
      lost: async (agent_id) => {
        await listener.lost(agent_id);
        await libraries.tasks.agentLost(agent_id);
      },
      welcomed: async (agent_id) => {
        await listener.welcomed(agent_id);
        installs.resume(agent_id);
        libraries.tasks.wake();
      },
    });
    const streams = new StreamsService({
      bus,
      clock,
      agents,
      tests,
      users,
      log,
      onBytes: (bytes) => metrics.countStreamBytes(bytes),
    });
    closers.push(() => streams.close());
    const events = new EventsService(bus, clock, users, log);
    closers.push(() => events.close());
    agents.said.on(({ direction, type }) => metrics.countMessage(direction, type));

    const { web } = settings;
    const cookie = {
      name: web.cookie_name,
      embedded: web.embed_origins.length > 0,
      path: `${settings.base_path}/`,
      secure: isHttps(settings.public_url),
    };
    const automation = startAutomation({
      database,
      bus,
      clock,
      audit,
      log,
      blobs,
      secrets,
      agents,
      apps,
      devices,
      tests,
      projects,
      notifications,
      library: libraries,
      outbound,
      parallelLimits,
      allowsUnisolated: () => runtime.values.allow_unisolated_scripts,
      userOf: (user_id) => users.active(user_id),
    });
    closers.push(() => automation.close());
    const openStreams = () => streams.openCount;
    const shared = { settings, database, bus, blobs, clock, log, runtime, notifications, tests, agents };
    const health = newHealth({ ...shared, openStreams });
    closers.push(() => health.close());
    const routes = new RouteTable();
    const sockets = new SocketTable();
    metaRoutes(routes, { database, blobs, metrics, version: VERSION, metricsToken: settings.access.metrics_token });
    usersRoutes(routes, users, cookie);
    accountsRoutes(routes, { ...own, images });
    keys.mount(routes, own.mail);
    const signInPlace = { web, cookie, basePath: settings.base_path, passkeyOrigin: () => place()?.origin ?? "" };
    signInRoutes(routes, { signIn, external, runtime, mail: own.mail }, signInPlace);
    secondFactors.mount(routes, own.mail, cookie);
    auditRoutes(routes, audit);
    adminRoutes(routes, {
      people,
      signups: own.signups,
      notice: new NoticeService(database, bus, clock, audit),
      runtime,
      clock,
      mail: own.mail,
      health: health.sources,
    });
    projectsRoutes(routes, { projects, icons: new ProjectIcons(projectNeeds, blobs), deletion, sync });
    membersRoutes(routes, members);
    orgsRoutes(routes, orgs, orgTree);
    statisticsRoutes(routes, statistics);
    devicesRoutes(routes, devices);
    testsRoutes(routes, tests, (test_id) => streams.viewers(test_id));
    agentsRoutes(routes, sockets, agents, { ...settings, ipOf: (request) => proxies.clientOf(request) });
    notificationsRoutes(routes, notifications);
    health.mount(routes);
    resourcesRoutes(routes, resources);
    reportsRoutes(routes, reports);
    exportsRoutes(routes, exports, shares);
    automation.mount(routes);
    mountLibraries(routes);
    assistdRoutes(routes, assistd, resources);
    appsRoutes(routes, { uploads, apps, installs }, blobs);
    streamsRoutes(sockets, streams);
    eventsRoutes(sockets, events);

    const authority = new AccessService({ users, projects, tests, agents, ...keys });
    let isStopping = false;
    const hosts = knownHosts(settings);
    const foreignHost = (request: IncomingMessage) => proxies.hostsOf(request).find((host) => !hosts.knows(host));
    const count = limitCalls(clock, { ...settings.access, sessionCookie: cookie.name });
    watchCalls(app, { settings, metrics, isStopping: () => isStopping, foreignHost });
    setUpBodies(app);
    closers.push(endSlowBodies(app.server, clock));
    if (settings.base_path !== "") {
      app.setNotFoundHandler((request, reply) => sendRefusal(new UdtError("route_not_found"), request, reply));
    }
    await app.register(
      async (scope) => {
        routes.mount(scope, {
          authority,
          sessionCookie: cookie.name,
          count,
          lastEventId: () => bus.last_event_id,
          async exchange(ticket, request, reply) {
            const done = await external.redeem(ticket, originOf(request), cookieOf(request.headers, cookie.name));
            return answerSignIn(done, reply, cookie).token;
          },
          refused(session, reply) {
            if (users.stale.mayForget(hashSecret(session))) clearSessionCookie(reply, cookie);
          },
        });
        git.mount(scope);
        await serveConsole(scope, settings.console_dir, settings.base_path);
      },
      { prefix: settings.base_path },
    );
    sockets.mount(app.server, {
      authority,
      basePath: settings.base_path,
      publicUrl: settings.public_url,
      sessionCookie: cookie.name,
      ipOf: (request) => proxies.clientOf(request),
      count,
      foreignHost,
      onError: logError,
      onOpened: (name) => metrics.countSocket(name),
    });

    const admin = await users.ensureFirstAdmin(settings.admin_email, settings.admin_password);
    const owner = admin && (await users.active(admin.user_id));
    if (owner && settings.demo) {
      await projects.ensureDemo(owner.user_id);
      // Its package is made and read meanwhile: nobody waits for that to use the rest.
      const seeding = seedDemo({ libraries, uploads, jobs: automation.jobs }, owner).catch((error: unknown) =>
        log.error({ err: error }, "the demo's job could not be made"),
      );
      closers.push(() => seeding);
    }
    if (settings.agent_token !== undefined) {
      await agents.ensureLocal(settings.agent_token, localNote(join(settings.data_dir, "local-agent")));
    }
    await listen(app, settings);
    closers.push(await listenToOperators({ settings, database, log, users, mail: own.mail, language: languages.last }));
    notifications.start();
    health.start();
    const port = listeningPort();
    let stopped: Promise<void> | undefined;
    return {
      app,
      database,
      bus,
      blobs,
      services: {
        users,
        audit,
        runtime,
        projects,
        agents,
        devices,
        tests,
        streams,
        resources,
        uploads,
        apps,
        installs,
        notifications,
        libraries,
      },
      port,
      url: publicUrl(),
      ...(admin && {
        first_admin: { email: admin.email, ...(admin.password !== undefined && { password: admin.password }) },
      }),
      stop: () =>
        (stopped ??= (async () => {
          isStopping = true;
          sockets.closeAll();
          const kill = setTimeout(() => {
            sockets.terminateAll();
            app.server.closeAllConnections();
          }, DRAIN_MS);
          await app.close();
          clearTimeout(kill);
          sockets.terminateAll();
          await closeAll(closers, logError);
        })()),
    };
  } catch (error) {
    withoutValues(error);
    await app.close();
    await closeAll(closers, logError);
    throw error;
  }
}
