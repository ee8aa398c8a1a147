import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  ENDPOINTS,
  EVENT_HEADER,
  LIMITS,
  say,
  UdtError,
  XHR_HEADER,
  type BodyOf,
  type DataOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from "@udt/contract";
import { sendRefusal, valid } from "./answers.ts";
import type { CountCall } from "./call-limits.ts";
import { readForm } from "./form-body.ts";
import { discardBeforeEnd, discardLeftBodies } from "./left-bodies.ts";
import { credentialsOf, idsOf, isAmbient, judged, type Authority, type Caller, type Credentials } from "./caller.ts";

export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  /** A stream of the bytes for `body_kind: "bytes"`, whose schema is unknown. */
  body: unknown extends BodyOf<E> ? Readable : BodyOf<E>;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Judges the same call again, for what outlives it; rejects when the caller may no longer. */
  recheck(): Promise<void>;
}
/** Answers with the envelope's `data`; a `raw` endpoint sends its own bytes through `call.reply`. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E["response_kind"] extends "raw" ? FastifyReply : DataOf<E>>;

type LooseHandler = (call: Call<Endpoint>) => Promise<unknown>;

/** Where modules register what they implement of the contract. */
export interface Routes {
  implement<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
}

type Judgement = Pick<Call<Endpoint>, "params" | "query" | "caller" | "recheck">;

declare module "fastify" {
  interface FastifyRequest {
    udt_call?: Judgement;
  }
  interface FastifyContextConfig {
    /** Answered by whichever name the server is called. */
    anyHost?: boolean;
    /** Its body is `multipart/form-data`. */
    takesForm?: boolean;
  }
}

/** What the routes need to tell who calls. */
export interface Judging {
  authority: Authority;
  /** The name of the session cookie. */
  sessionCookie: string;
  /** Bounds how many calls one caller makes. */
  count: CountCall;
  /** Gives the browser a session for a ticket, and answers the session's token. @throws UdtError */
  exchange(ticket: string, request: FastifyRequest, reply: FastifyReply): Promise<string>;
  /** The newest event that is known here. */
  lastEventId(): number;
  /** The answer refuses the session whose cookie came with the call: it may have the browser forget it. */
  refused(session: string, reply: FastifyReply): void;
}

export class RouteTable implements Routes {
  readonly #handlers = new Map<string, { endpoint: Endpoint; handler: LooseHandler }>();

  implement<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
    if (this.#handlers.has(endpoint.name)) throw new Error(`endpoint ${endpoint.name} is implemented twice`);
    this.#handlers.set(endpoint.name, { endpoint, handler: handler as unknown as LooseHandler });
  }

  /**
   * Puts every endpoint of the contract on `app`, each behind its declared access.
   * @throws Error when one has no handler.
   */
  mount(app: FastifyInstance, judging: Judging): void {
    const missing = Object.keys(ENDPOINTS).filter((name) => !this.#handlers.has(name));
    if (missing.length > 0) throw new Error(`endpoints without a handler: ${missing.join(", ")}`);
    for (const { endpoint, handler } of this.#handlers.values()) mountOne(app, judging, endpoint, handler);
  }
}

function mountOne(app: FastifyInstance, judging: Judging, endpoint: Endpoint, handler: LooseHandler): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    ...(endpoint.body_max_bytes !== undefined && { bodyLimit: endpoint.body_max_bytes }),
    // Who looks whether the server lives says nothing of its name, and no browser has an agent's token.
    config: {
      anyHost: endpoint === ENDPOINTS.health || endpoint.access === "agent",
      takesForm: endpoint.body_kind === "form",
    },
    // Before the body is read: who may not call makes the server read nothing.
    onRequest: async (request, reply) => {
      // How fast agents work follows from their runs; who looks whether the server lives is told so.
      if (endpoint.access !== "agent" && endpoint !== ENDPOINTS.health) judging.count(request);
      const given = credentialsOf(request.headers, judging.sessionCookie);
      const ticket = ticketOf(endpoint, request);
      const changes = endpoint.method !== "GET" || ticket !== undefined;
      // A browser sends a session's cookie, and follows an address with a ticket, by itself; where neither is there it sent nothing.
      const isSent = given.session !== undefined || ticket !== undefined;
      const mustProve = endpoint.access === "public" || (isAmbient(given) && isSent);
      // Neither an agent's token nor the secret in a path is something that a browser would send by itself.
      if (changes && endpoint.access !== "agent" && endpoint.access !== "signed" && mustProve) {
        const header = request.headers["x-requested-with"];
        if (header !== XHR_HEADER["x-requested-with"]) throw new UdtError("xhr_header_required");
      }
      const session = ticket === undefined ? given.session : await judging.exchange(ticket, request, reply);
      try {
        request.udt_call = await authorise(judging.authority, { ...given, session }, endpoint, request);
      } catch (error) {
        // Who tries one agent's token after the other is no agent.
        if (endpoint.access === "agent") judging.count(request);
        const byCookie = isAmbient(given) && ticket === undefined;
        if (byCookie && given.session !== undefined && isSessionRefusal(error)) judging.refused(given.session, reply);
        throw error;
      }
    },
    handler: async (request, reply) => {
      const call = request.udt_call;
      if (!call) throw new Error(`${endpoint.name} was reached without its access being judged`);
      const body = await bodyOf(endpoint, request);
      if (endpoint.access !== "public") reply.header(EVENT_HEADER, String(judging.lastEventId()));
      const answer = await handler({ ...call, body: body as never, request, reply });
      if (endpoint.response_kind === "raw") return answer;
      const data = endpoint.response.safeParse(answer);
      if (!data.success)
        throw new Error(`the answer of ${endpoint.name} does not fit the contract: ${data.error.message}`);
      return reply
        .header("cache-control", "no-store")
        .type("application/json; charset=utf-8")
        .send(JSON.stringify({ ret: 0, data: data.data, msg: "", request_id: request.id }));
    },
  });
}

async function bodyOf({ body, body_kind }: Endpoint, request: FastifyRequest): Promise<unknown> {
  if (body_kind === "bytes") return request.body;
  if (!body) return undefined;
  if (body_kind !== "form") return valid(body, request.body ?? {}, "body");
  return valid(body, await readForm(request.body, request.headers["content-type"] ?? ""), "body");
}

/** Nothing but what a call shows of its caller is refused so. */
const isSessionRefusal = (error: unknown): boolean =>
  error instanceof UdtError && (error.code === "invalid_session" || error.code === "need_login");

/** A ticket stands for a session that is yet to be made; only calls that declare one take it. */
function ticketOf(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (!(endpoint.query instanceof z.ZodObject) || !("ticket" in endpoint.query.shape)) return undefined;
  const { ticket } = request.query as { ticket?: unknown };
  return typeof ticket === "string" ? ticket : undefined;
}

/** First who calls, then whether the call makes sense, then whether it is about something of theirs. */
async function authorise(
  authority: Authority,
  credentials: Credentials,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Judgement> {
  const judge = await authority.identify(judged(endpoint), credentials, request.ip);
  const params = endpoint.params && valid(endpoint.params, request.params, "path");
  const query = endpoint.query && valid(endpoint.query, request.query, "query");
  const recheck = async () =>
    void (await authority.judge(judged(endpoint), credentials, request.ip, idsOf(params, query)));
  return { params: params as never, query: query as never, caller: await judge(idsOf(params, query)), recheck };
}

/** Bodies: JSON and forms up to their limits, and byte streams that their handler bounds. Everything else is refused. */
export function setUpBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string", bodyLimit: LIMITS.body_size_max_bytes },
    app.getDefaultJsonParser("error", "error"),
  );
  app.addContentTypeParser("application/octet-stream", (_request, payload, done) => done(null, payload));
  // By whoever takes a form alone: to the others it is no content type that they know.
  app.addContentTypeParser("multipart/form-data", (request, payload, done) =>
    request.routeOptions.config.takesForm
      ? done(null, payload)
      : done(new UdtError("invalid_body", { reason: say("content_type") })),
  );
  discardLeftBodies(app);
  app.setErrorHandler(async (error, request, reply) => {
    await discardBeforeEnd(request, reply);
    return sendRefusal(error, request, reply);
  });
}
