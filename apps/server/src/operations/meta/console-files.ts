import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UdtError } from "@udt/contract";
import { sendRefusal } from "../../platform/http/answers.ts";
import { isHttps, type ServerSettings } from "../../platform/settings.ts";
import type { WebSettings } from "../../platform/settings-web.ts";

/**
 * Scripts, workers and WebAssembly from here alone; Ant Design writes its styles into the page; pictures may be made in
 * the page; sockets to this very host, whose scheme older browsers do not take for `'self'`.
 */
const contentSecurityPolicy = (host: string, { embed_origins, analytics_url }: WebSettings) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self' blob:",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    [
      `connect-src 'self' ws://${host} wss://${host}`,
      ...(analytics_url === "" ? [] : [new URL(analytics_url).origin]),
    ].join(" "),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    ["frame-ancestors 'self'", ...embed_origins].join(" "),
  ].join("; ");

/**
 * Pages that a sign-in window goes through. Their window belongs to a page of ours, which waits for their word: they must not
 * cut themselves off from it, and say nothing to anybody else.
 */
const isSignInWindow = (path: string) => /^\/(oauth\/|finish$|v1\/plat\/user\/login\/)/.test(path);

/** The address is itself what opens it, and is told to nobody, not even to this server again. */
const hasSecret = (path: string) => path.startsWith("/watch/");

/** Set on every answer, the API's too. `path` is below the base path, without its query. */
export function securityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  { web, public_url }: Pick<ServerSettings, "web" | "public_url">,
): void {
  const host = /^[A-Za-z0-9.:[\]-]+$/.test(request.host) ? request.host : "localhost";
  reply.header("content-security-policy", contentSecurityPolicy(host, web));
  reply.header("x-content-type-options", "nosniff");
  // Of this host alone: what else there is below its name is not ours to promise for.
  if (isHttps(public_url)) reply.header("strict-transport-security", "max-age=31536000");
  reply.header("referrer-policy", hasSecret(path) ? "no-referrer" : "same-origin");
  reply.header("cross-origin-opener-policy", isSignInWindow(path) ? "unsafe-none" : "same-origin-allow-popups");
}

/** Vite puts a hash of the content into the name of every file below `assets`. */
const isHashed = (path: string) => /[\\/]assets[\\/]/.test(path);

/**
 * Serves the built console from `folder`; every path that is neither a file nor the API's is a page of it. Without a
 * folder such paths are unknown calls.
 */
export async function serveConsole(app: FastifyInstance, folder: string | undefined, basePath: string): Promise<void> {
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(new UdtError("route_not_found"), request, reply);
  if (folder === undefined) {
    app.setNotFoundHandler(refuse);
    return;
  }
  const index = (await readFile(join(folder, "index.html"), "utf8")).replace(
    '<base href="/"',
    `<base href="${basePath}/"`,
  );
  const sendIndex = (reply: FastifyReply) =>
    reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(index);
  app.get("/", (_request, reply) => sendIndex(reply));
  await app.register(fastifyStatic, {
    root: folder,
    prefix: "/",
    wildcard: true,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      response.header("cache-control", isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.slice(basePath.length).split("?")[0] ?? "/";
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      !/^\/v1(\/|$)/.test(path) &&
      !/\.[A-Za-z0-9]+$/.test(path);
    return isPage ? sendIndex(reply) : refuse(request, reply);
  });
}
