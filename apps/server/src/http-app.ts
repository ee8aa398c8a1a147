/** What every call goes through, whichever module answers it. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import Fastify, { LogController, type FastifyInstance } from "fastify";
import { LIMITS, UdtError } from "@udt/contract";
import { securityHeaders } from "./operations/meta/console-files.ts";
import type { Metrics } from "./operations/meta/metrics.ts";
import type { TrustedProxies } from "./platform/http/addresses.ts";
import { sendRefusal } from "./platform/http/answers.ts";
import type { CallerLanguages } from "./platform/http/language.ts";
import { logging } from "./platform/log.ts";
import type { ServerSettings } from "./platform/settings.ts";
import { CONNECTIONS_CHECKED_EVERY_MS, HEADERS_TIMEOUT_MS } from "./platform/http/slow-bodies.ts";
import type { StartOptions } from "./running-server.ts";

/** @param proxies Whose word about who calls is believed. */
export function newApp(
  proxies: TrustedProxies,
  languages: CallerLanguages,
  logLevel: StartOptions["logLevel"] = "info",
): FastifyInstance {
  const app = Fastify({
    logger: logging(logLevel),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request_id" }),
    genReqId: () => randomUUID(),
    bodyLimit: LIMITS.body_size_max_bytes,
    // What is slow is told by its rate: large files take their time.
    requestTimeout: 0,
    trustProxy: (address) => proxies.trusts(address),
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => sendRefusal(error, request, reply),
  });
  // Fastify's own takes whatever text a proxy hands on for an address. Before all other hooks, so that sessions, limits and
  // logs hear of one caller, and the same as sockets do.
  app.addHook("onRequest", async (request) => {
    Object.defineProperty(request, "ip", { value: proxies.clientOf(request.raw) });
  });
  app.decorateRequest("language", {
    getter() {
      return languages.of(this.raw);
    },
  });
  return app;
}

/** Gives each answer the headers that all have, counts it and logs it; refuses calls while the server stops. */
export function watchCalls(
  app: FastifyInstance,
  needs: {
    settings: ServerSettings;
    metrics: Metrics;
    isStopping: () => boolean;
    /** The name by which the request calls this server, when that is none of its own. */
    foreignHost: (request: IncomingMessage) => string | undefined;
  },
): void {
  const { settings, metrics, isStopping, foreignHost } = needs;
  const { base_path } = settings;
  app.addHook("onRequest", async (request, reply) => {
    securityHeaders(request, reply, request.url.slice(base_path.length).split("?")[0] ?? "/", settings);
    reply.header("x-request-id", request.id);
    const foreign = request.routeOptions.config.anyHost === true ? undefined : foreignHost(request.raw);
    if (foreign !== undefined) throw new UdtError("host_unknown", { host: foreign.slice(0, 253) });
    if (isStopping()) throw new UdtError("unavailable");
  });
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "unknown";
    metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
        ...request.udt_call?.caller.ids,
      },
      "call",
    );
  });
}
