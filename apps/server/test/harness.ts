/** A whole server on a free port, with people, projects and agents to test with. */
import { expect, vi } from "vitest";
import { WebSocket } from "ws";
import {
  DEFAULT_MEMBER_PRIVILEGES,
  envelope,
  failureData,
  fillPath,
  SOCKETS,
  webConfig,
  XHR_HEADER,
  type DataOf,
  type Endpoint,
  type ErrorName,
  type SocketRoute,
  type SwitchablePrivilege,
  type UserState,
} from "@udt/contract";
import { insertMember } from "../src/people/projects/members.repository.ts";
import { insertProject } from "../src/people/projects/projects.repository.ts";
import { insertLoginSession, insertUser } from "../src/people/users/users.repository.ts";
import { hashSecret, newId, newSecret } from "../src/platform/ids.ts";
import type { ServerSettings } from "../src/platform/settings.ts";
import type { Server } from "../src/running-server.ts";
import { startServer } from "../src/server.ts";
import { embedded, type TestDatabase } from "./databases.ts";
import { ScriptedAgent } from "./scripted-agent.ts";
import { TurnableClock } from "./turnable-clock.ts";

export interface Person {
  user_id: string;
  user_name: string;
  cookie: string;
  token: string;
}

export interface CallOptions {
  as?: Person | undefined;
  bearer?: string;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  ret: number;
  /** The error row's name, when it is a refusal. */
  code: string | undefined;
  data: unknown;
  headers: Record<string, unknown>;
  text: string;
}

export type TestAgent = ScriptedAgent & { agent_id: string; token: string };

/** A body as it travels; a form is sent for a `FormData`. */
async function sentBody({ body_kind }: Endpoint, body: unknown) {
  if (body === undefined) return undefined;
  if (body instanceof FormData) {
    const made = new Response(body);
    return { type: made.headers.get("content-type") ?? "", payload: Buffer.from(await made.arrayBuffer()) };
  }
  if (body_kind === "bytes") return { type: "application/octet-stream", payload: body as Buffer };
  return { type: "application/json", payload: JSON.stringify(body) };
}

/** Resolves once `check` no longer throws; asks again and again up to a generous limit, for the machine may be busy. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

export const settingsFor = (database: TestDatabase, change: Partial<ServerSettings> = {}): ServerSettings => ({
  port: 0,
  host: "127.0.0.1",
  public_url: undefined,
  own_url: undefined,
  blob_url: undefined,
  base_path: "",
  admin_email: "admin@udt.local",
  admin_password: "sunny day 1",
  signup: true,
  demo: false,
  agent_token: undefined,
  inactivity_minutes: 15,
  // What they look at wants devices that are idle at once.
  first_look: false,
  console_dir: undefined,
  direct: { mode: "on", stun_urls: [], turn: undefined },
  adb: { ports: { first: 0, last: 0 }, host: "127.0.0.1", name: undefined },
  access: { metrics_token: undefined, allowed_hosts: [], calls_per_minute: 0, trusted_proxies: [] },
  web: webConfig.parse({}),
  sign_in: {},
  outgoing: { smtp_url: undefined, mail_from: undefined, outbound_allow: [], secret_key: undefined },
  ...database.settings,
  ...change,
});

export class TestServer {
  server: Server;
  readonly clock: TurnableClock;
  readonly settings: ServerSettings;
  readonly #database: TestDatabase;
  readonly #agents: ScriptedAgent[] = [];
  readonly #taps: Tap[] = [];

  private constructor(server: Server, clock: TurnableClock, settings: ServerSettings, database: TestDatabase) {
    this.server = server;
    this.clock = clock;
    this.settings = settings;
    this.#database = database;
  }

  static async start(
    open: () => Promise<TestDatabase> = embedded,
    change: Partial<ServerSettings> = {},
  ): Promise<TestServer> {
    const database = await open();
    const clock = new TurnableClock();
    const settings = settingsFor(database, change);
    try {
      return new TestServer(await startServer(settings, { clock, logLevel: "silent" }), clock, settings, database);
    } catch (error) {
      await database.dispose();
      throw error;
    }
  }

  /** Another server on the same database, by the same clock: only PostgreSQL lets them be two. It goes before this one. */
  async beside(change: Partial<ServerSettings> = {}): Promise<TestServer> {
    const settings = { ...this.settings, port: 0, ...change };
    const server = await startServer(settings, { clock: this.clock, logLevel: "silent" });
    return new TestServer(server, this.clock, settings, { settings, dispose: () => Promise.resolve() });
  }

  /** Stops the server and starts another one on the same database and port. */
  async restart(): Promise<void> {
    await this.server.stop();
    this.server = await startServer(
      { ...this.settings, port: this.server.port },
      { clock: this.clock, logLevel: "silent" },
    );
  }

  /** What it has counted, as `/metrics` tells it. */
  async metrics(): Promise<string> {
    return (await this.server.app.inject({ url: `${this.settings.base_path}/metrics` })).body;
  }

  async dispose(): Promise<void> {
    for (const agent of this.#agents) agent.close();
    for (const tap of this.#taps) tap.socket.terminate();
    await this.server.stop();
    await this.#database.dispose();
  }

  async person(
    user_name: string,
    change: {
      udt_admin?: boolean;
      password_hash?: string;
      email?: string;
      state?: UserState;
      expires_at?: number;
    } = {},
  ): Promise<Person> {
    const user_id = newId();
    const { db } = this.server.database;
    await insertUser(db, {
      user_id,
      user_name,
      // Suites make people of the same name again and again.
      name_key: user_id,
      email: `${user_name}-${user_id}@example.com`,
      auth_type: 1,
      // No password is right, as for who signs in elsewhere.
      password_hash: "",
      created_at: this.clock.now(),
      ...change,
    });
    return { user_id, user_name, ...(await this.session({ user_id })) };
  }

  /** A new session of a person. */
  async session({ user_id }: Pick<Person, "user_id">): Promise<Pick<Person, "token" | "cookie">> {
    const token = newSecret();
    const now = this.clock.now();
    await insertLoginSession(this.server.database.db, {
      token_hash: hashSecret(token),
      user_id,
      created_at: now,
      last_seen_at: now,
      expires_at: now + 14 * 86_400_000,
    });
    return { token, cookie: `udt_session_id=${token}` };
  }

  async project(
    project_id: string,
    members: { person: Person; user_type: 1 | 2 }[],
    change: { visibility?: 1 | 2 | 3; member_privileges?: SwitchablePrivilege[] } = {},
  ): Promise<string> {
    const { db } = this.server.database;
    await insertProject(db, {
      project_id,
      name: project_id,
      member_privileges: [...DEFAULT_MEMBER_PRIVILEGES],
      created_at: this.clock.now(),
      ...change,
    });
    for (const { person, user_type } of members)
      await insertMember(db, { project_id, user_id: person.user_id, user_type, joined_at: this.clock.now() });
    return project_id;
  }

  /** An agent with a token of its own, not yet connected. */
  async agent(name = "agent", project_ids: string[] = []): Promise<TestAgent> {
    const made = await this.server.services.agents.create(name, project_ids);
    // What browsers call the server need not be a host that there is.
    const { port, url } = this.server;
    const agent = Object.assign(
      new ScriptedAgent(url.replace(new URL(url).origin, `http://127.0.0.1:${port}`), made.token),
      made,
    );
    this.#agents.push(agent);
    return agent;
  }

  async call(endpoint: Endpoint, options: CallOptions = {}): Promise<Answer> {
    const sent = await sentBody(endpoint, options.body);
    const response = await this.server.app.inject({
      method: endpoint.method,
      url: this.settings.base_path + fillPath(endpoint.path, options.params),
      ...(options.query && { query: mapValues(options.query, String) }),
      headers: {
        ...XHR_HEADER,
        ...(options.as && { cookie: options.as.cookie }),
        ...(options.bearer !== undefined && { authorization: `Bearer ${options.bearer}` }),
        ...(sent && { "content-type": sent.type }),
        ...options.headers,
      },
      ...(sent && { payload: sent.payload }),
    });
    const body = envelope.safeParse(tryJson(response.body));
    const failure = body.success && body.data.ret !== 0 ? failureData.parse(body.data.data) : undefined;
    return {
      status: response.statusCode,
      ret: body.data?.ret ?? -1,
      code: failure?.code,
      data: body.data?.data,
      headers: response.headers,
      text: response.body,
    };
  }

  /** The data of a call that must succeed. */
  async ok<E extends Endpoint>(endpoint: E, options: CallOptions = {}): Promise<DataOf<E>> {
    const answer = await this.call(endpoint, options);
    expect(answer, answer.text).toMatchObject({ status: 200, ret: 0 });
    return answer.data as DataOf<E>;
  }

  /** The refusal of a call that must fail. */
  async refused(endpoint: Endpoint, options: CallOptions, code: ErrorName): Promise<Answer> {
    const answer = await this.call(endpoint, options);
    expect(answer.code, answer.text).toBe(code);
    return answer;
  }

  /** Opens a socket as a browser would; resolves once it is open or refused, and one of events once it hears of what happens from now on. */
  async socket(
    route: SocketRoute,
    options: {
      as?: Person;
      bearer?: string;
      params?: Record<string, string>;
      query?: Record<string, string>;
      origin?: string;
      /** Where to dial, when the server is called otherwise there. */
      base?: string;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Tap> {
    const url = `${options.base ?? this.server.url.replace(/^http/, "ws")}${fillPath(route.path, options.params)}?${new URLSearchParams(options.query)}`;
    const headers = {
      ...(options.as && { cookie: options.as.cookie }),
      ...(options.bearer !== undefined && { authorization: `Bearer ${options.bearer}` }),
      ...(options.origin !== undefined && { origin: options.origin }),
      ...options.headers,
    };
    const tap = new Tap(new WebSocket(url, { headers, perMessageDeflate: false }));
    this.#taps.push(tap);
    await tap.opened;
    // A socket is open before the server has judged who it is of: the first word says that it follows.
    if (route === SOCKETS.events || route === SOCKETS.ownEvents) await Promise.race([tap.spoken, tap.closed]);
    return tap;
  }
}

/** A socket with all that came over it. */
export class Tap {
  readonly messages: { data: Buffer; isBinary: boolean }[] = [];
  readonly opened: Promise<void>;
  /** Resolves with the first message. */
  readonly spoken: Promise<void>;
  /** Resolves when it closes. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;
  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data: Buffer, isBinary) => this.messages.push({ data, isBinary }));
    this.spoken = new Promise((resolve) => socket.once("message", () => resolve()));
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    this.opened = new Promise((resolve) => {
      socket.once("open", resolve);
      socket.once("close", () => resolve());
    });
    socket.on("error", () => {});
  }
  get json(): unknown[] {
    return this.messages.filter((message) => !message.isBinary).map((message) => JSON.parse(message.data.toString()));
  }
}

function mapValues<T, U>(record: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
