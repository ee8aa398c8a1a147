/** Sessions of the Model Context Protocol: each belongs to the API key that began it, and ends with it. */
import { randomUUID } from "node:crypto";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { UdtError } from "@udt/contract";
import { every, type ServerClock } from "../../platform/clock.ts";
import { drivesTest, type Caller } from "../../platform/http/caller.ts";
import { VERSION } from "../../platform/version.ts";
import type { UsersService } from "../../people/users/users.service.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import type { Inside, InsideCaller } from "./inside-client.ts";
import { toolServer } from "./tool-server.ts";

/** A client that said nothing for so long is gone; one that comes back begins anew. */
const IDLE_MS = 60 * 60_000;
const LOOK_EVERY_MS = 60_000;
/** Of one key; the one that was silent for longest makes room. */
const SESSIONS_A_KEY = 20;
/** So that what is between does not take a tool that lasts for a dead connection. */
const KEEP_ALIVE_MS = 15_000;

export interface McpDependencies {
  clock: ServerClock;
  users: UsersService;
  tests: TestsService;
  inside: Inside;
  onError(error: unknown): void;
  /** What browsers call this server, without a trailing slash. */
  publicUrl(): string;
}

/** One message to the door, whose caller was let in. */
export interface McpCall {
  caller: Caller;
  from: InsideCaller;
  request: Request;
  session_id: string | undefined;
  body: unknown;
}

interface Carried {
  caller: Caller;
  from: InsideCaller;
}
/** What a call brought along through the protocol. */
function carriedBy(authInfo: { extra?: Record<string, unknown> } | undefined): Carried {
  if (authInfo?.extra === undefined) throw new Error("a tool was called by nobody");
  return authInfo.extra as unknown as Carried;
}

interface Session {
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  key: string;
  heard_at: number;
}

export class McpService {
  readonly #needs: McpDependencies;
  readonly #sessions = new Map<string, Session>();
  readonly #stop: (() => void)[];

  constructor(needs: McpDependencies) {
    this.#needs = needs;
    this.#stop = [
      needs.users.loginSessionEnded.on((key) => this.#endWhere((session) => session.key === key)),
      every(needs.clock, LOOK_EVERY_MS, async () => this.#endSilent()),
    ];
  }

  get openCount(): number {
    return this.#sessions.size;
  }

  /** Has the protocol answer. @throws UdtError mcp_session_unknown: also for one of another key */
  async answer(call: McpCall): Promise<Response> {
    const { caller, request, body, session_id, from } = call;
    this.#endSilent();
    const session = session_id === undefined ? await this.#begin(caller) : this.#sessions.get(session_id);
    if (session?.key !== caller.session_hash) throw new UdtError("mcp_session_unknown");
    session.heard_at = this.#needs.clock.elapsed();
    const authInfo = { token: "", clientId: session.key, scopes: [], extra: { caller, from } satisfies Carried };
    const answer = await session.transport.handleRequest(request, { parsedBody: body, authInfo });
    // It was no beginning of a session: nothing is kept of it.
    if (session_id === undefined && session.transport.sessionId === undefined) await session.server.close();
    return answer;
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.#endWhere(() => true);
  }

  async #begin(caller: Caller): Promise<Session> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      keepAliveMs: KEEP_ALIVE_MS,
      onsessioninitialized: (id) => this.#keep(id, session),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    const session: Session = {
      transport,
      server: this.#server(caller),
      key: caller.session_hash,
      heard_at: this.#needs.clock.elapsed(),
    };
    await session.server.connect(transport);
    return session;
  }

  #server({ only_reads }: Caller): McpServer {
    const { inside, onError, publicUrl } = this.#needs;
    return toolServer({
      version: VERSION,
      only_reads,
      onError,
      room: ({ authInfo, signal }) => {
        const { caller, from } = carriedBy(authInfo);
        return { access: inside(from, signal), project: caller.only_project, pages: publicUrl() };
      },
      used: ({ authInfo }, of) => this.#used(carriedBy(authInfo).caller, of),
    });
  }

  /** Whatever a program does with a session that it drives is done in it: the session does not end by inactivity. */
  async #used(caller: Caller, { project, test_id }: { project: string; test_id: string }): Promise<void> {
    const { user, only_reads, only_project } = caller;
    if (only_project !== undefined && only_project !== project) return;
    const test = await this.#needs.tests.locate(project, test_id, undefined).catch(() => undefined);
    if (test && !only_reads && drivesTest(user, test)) this.#needs.tests.touch(test_id);
  }

  #keep(id: string, session: Session): void {
    this.#sessions.set(id, session);
    const own = [...this.#sessions].filter(([, { key }]) => key === session.key);
    own.sort(([, a], [, b]) => b.heard_at - a.heard_at);
    for (const [old] of own.slice(SESSIONS_A_KEY)) this.#end(old);
  }

  #endSilent(): void {
    const since = this.#needs.clock.elapsed() - IDLE_MS;
    this.#endWhere(({ heard_at }) => heard_at <= since);
  }

  #endWhere(isOver: (session: Session) => boolean): void {
    for (const [id, session] of this.#sessions) if (isOver(session)) this.#end(id);
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.server.close().catch(this.#needs.onError);
  }
}
