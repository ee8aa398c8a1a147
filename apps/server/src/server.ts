/** A server: what it is made of, and how it listens and stops. */
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { UdtError } from "@udt/contract";
import { compose } from "./compose/compose.ts";
import { openPlatform, type Platform } from "./compose/open-platform.ts";
import { Parts } from "./compose/parts.ts";
import { insideOf } from "./core/mcp/inside-client.ts";
import { seedDemo } from "./demo.ts";
import { newApp, watchCalls } from "./http-app.ts";
import { listenToOperators } from "./operators/operator-app.ts";
import { settleUnfinished } from "./operators/unfinished.ts";
import { serveConsole } from "./operations/meta/console-files.ts";
import { answerSignIn } from "./people/users/users.routes.ts";
import { systemServerClock } from "./platform/clock.ts";
import { withoutValues } from "./platform/database/without-values.ts";
import { TrustedProxies } from "./platform/http/addresses.ts";
import { sendRefusal } from "./platform/http/answers.ts";
import { limitCalls } from "./platform/http/call-limits.ts";
import { cookieOf, originOf } from "./platform/http/caller.ts";
import { clearSessionCookie } from "./platform/http/cookies.ts";
import { knownHosts } from "./platform/http/hosts.ts";
import { CallerLanguages } from "./platform/http/language.ts";
import { listen } from "./platform/http/listen.ts";
import { RouteTable, setUpBodies } from "./platform/http/routes.ts";
import { endSlowBodies } from "./platform/http/slow-bodies.ts";
import { SocketTable } from "./platform/http/sockets.ts";
import { hashSecret } from "./platform/ids.ts";
import { localNote } from "./platform/local-note.ts";
import type { ServerSettings } from "./platform/settings.ts";
import type { RunningServer, Server, StartOptions } from "./running-server.ts";

/** How long open connections may take to end by themselves when the server stops. */
const DRAIN_MS = 3_000;

type Composed = Awaited<ReturnType<typeof compose>>;

/** Starts a server and listens. @throws Error with one sentence when the port, the folder or the database cannot be had */
export async function startServer(settings: ServerSettings, options: StartOptions = {}): Promise<Server> {
  const clock = options.clock ?? systemServerClock;
  const proxies = new TrustedProxies(settings.access.trusted_proxies);
  const languages = new CallerLanguages(proxies, settings.web);
  const app = newApp(proxies, languages, options.logLevel);
  const onError = (error: unknown) => app.log.error({ err: error }, "background work");
  const listeningPort = () => (app.server.address() as AddressInfo).port;

  await settleUnfinished(settings);
  const parts = new Parts();
  try {
    const platform = await openPlatform(parts, { settings, clock, log: app.log, onError, listeningPort });
    const services = await compose(parts, platform, proxies, insideOf(app, settings.base_path));
    const { stop } = await serve(app, parts, { platform, services, proxies });
    const first_admin = await firstStart(parts, platform, services);
    await listen(app, settings);
    const { users, own, notifications, alerts } = services;
    const operators = { ...platform, users, mail: own.mail, language: languages.last };
    parts.add({ service: undefined, close: await listenToOperators(operators) });
    notifications.start();
    alerts.start();
    const { database, bus, blobs } = platform;
    const url = platform.publicUrl();
    return {
      app,
      database,
      bus,
      blobs,
      services,
      port: listeningPort(),
      url,
      ...(first_admin && { first_admin }),
      stop,
    };
  } catch (error) {
    withoutValues(error);
    await app.close();
    await parts.close(onError);
    throw error;
  }
}

interface Serving {
  platform: Platform;
  services: Composed;
  proxies: TrustedProxies;
}

/** Has the app answer for all parts; answers how it stops. */
async function serve(
  app: FastifyInstance,
  parts: Parts,
  { platform, services, proxies }: Serving,
): Promise<Pick<Server, "stop">> {
  const { settings, clock, onError, bus } = platform;
  const { metrics, authority, users, external, cookie, git, scriptsGit } = services;
  const [routes, sockets] = [new RouteTable(), new SocketTable()];
  parts.mount({ routes, sockets });
  let isStopping = false;
  const hosts = knownHosts(settings);
  const foreignHost = (request: IncomingMessage) => proxies.hostsOf(request).find((host) => !hosts.knows(host));
  const count = limitCalls(clock, { ...settings.access, sessionCookie: cookie.name });
  watchCalls(app, { settings, metrics, isStopping: () => isStopping, foreignHost });
  setUpBodies(app);
  parts.add({ service: undefined, close: endSlowBodies(app.server, clock) });
  if (settings.base_path !== "") {
    app.setNotFoundHandler((request, reply) => sendRefusal(new UdtError("route_not_found"), request, reply));
  }
  const judging = { authority, sessionCookie: cookie.name, count };
  await app.register(
    async (scope) => {
      routes.mount(scope, {
        ...judging,
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
      scriptsGit.mount(scope, judging);
      await serveConsole(scope, settings.console_dir, settings.base_path);
    },
    { prefix: settings.base_path },
  );
  sockets.mount(app.server, {
    ...judging,
    basePath: settings.base_path,
    publicUrl: settings.public_url,
    ipOf: (request) => proxies.clientOf(request),
    foreignHost,
    onError,
    onOpened: (name) => metrics.countSocket(name),
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    isStopping = true;
    sockets.closeAll();
    const kill = setTimeout(() => {
      sockets.terminateAll();
      app.server.closeAllConnections();
    }, DRAIN_MS);
    await app.close();
    clearTimeout(kill);
    sockets.terminateAll();
    await parts.close(onError);
  };
  return { stop: () => (stopped ??= stop()) };
}

/** Makes what a new installation begins with: an administrator, with `demo` a project to look at, and this machine's agent. */
async function firstStart(parts: Parts, platform: Platform, services: Composed): Promise<RunningServer["first_admin"]> {
  const { settings, log } = platform;
  const { users, projects, agents } = services;
  const admin = await users.ensureFirstAdmin(settings.admin_email, settings.admin_password);
  const owner = admin && (await users.active(admin.user_id));
  if (owner && settings.demo) {
    await projects.ensureDemo(owner.user_id);
    // Its package is made and read meanwhile: nobody waits for that to use the rest.
    const seeding = seedDemo(services, owner).catch((error: unknown) =>
      log.error({ err: error }, "the demo's job could not be made"),
    );
    parts.add({ service: undefined, close: () => seeding });
  }
  if (settings.agent_token !== undefined) {
    await agents.ensureLocal(settings.agent_token, localNote(join(settings.data_dir, "local-agent")));
  }
  return admin && { email: admin.email, ...(admin.password !== undefined && { password: admin.password }) };
}
