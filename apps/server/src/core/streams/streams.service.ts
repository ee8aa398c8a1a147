import { Emitter } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import {
  closeCode,
  ERRORS,
  isDriven,
  STREAMS,
  UdtError,
  type ErrorName,
  type ServerToAgent,
  type StreamName,
} from "@udt/contract";
import { changesAccess, type Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import { type Caller, type CallerUser, holdsTest } from "../../platform/http/caller.ts";
import { refusalOf } from "../../platform/http/answers.ts";
import { Haste } from "../../platform/haste.ts";
import { newSecret } from "../../platform/ids.ts";
import type { LinksService } from "../links/links.service.ts";
import type { DeviceSessionsService } from "../sessions/sessions.service.ts";
import { leased } from "../sessions/sessions.service.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import type { UsersService } from "../../people/users/users.service.ts";
import { splice } from "./splice.ts";

const OPEN_TIMEOUT_MS = 15_000;
const RECHECK_EVERY_MS = 5_000;

type StreamOpen = Omit<Extract<ServerToAgent, { type: "stream_open" }>, "id">;

interface OpenStream {
  stream: StreamName;
  test_id: string;
  project_id: string;
  agent_id: string;
  session_hash: string;
  user: CallerUser;
  browser: WebSocket;
  recheck: () => Promise<void>;
  agent?: WebSocket;
}

export interface StreamsDependencies {
  bus: Bus;
  clock: ServerClock;
  links: LinksService;
  tests: TestsService;
  users: UsersService;
  log: FastifyBaseLogger;
}

/** Streams between browsers on this server and agents: opened, spliced, and closed as soon as they may no longer be. */
export class StreamsService {
  readonly #needs: StreamsDependencies;
  readonly #sessions: DeviceSessionsService;
  readonly #open = new Set<OpenStream>();
  /** Those whose near end is this server's, with their tests. */
  readonly #own = new Map<WebSocket, string>();
  /** By stream id: the agent's socket comes to the one who waits here. Its 256 random bits are the secret, used once. */
  readonly #expected = new Map<string, { agent_id: string; take: (socket: WebSocket) => void }>();
  readonly #haste = new Haste();
  readonly #stop: (() => void)[];
  /** Each message that goes through, by its size. */
  readonly bytes = new Emitter<number>();

  constructor(needs: StreamsDependencies) {
    this.#needs = needs;
    this.#sessions = needs.tests.sessions;
    const onError = (error: unknown) => needs.log.error({ err: error }, "streams");
    this.#stop = [
      needs.bus.subscribe((event) => {
        const { payload, project_id } = event;
        if (payload.type === "test.changed") void this.#closeIfEnded(payload.test_id).catch(onError);
        if (changesAccess(event)) this.#recheckAll(project_id).catch(onError);
      }),
      needs.users.loginSessionEnded.on((session_hash) => {
        for (const stream of this.#open) if (stream.session_hash === session_hash) close(stream, "invalid_session");
      }),
      needs.users.standingChanged.on(() => void this.#recheckAll(null).catch(onError)),
      every(needs.clock, RECHECK_EVERY_MS, () => this.#recheckAll(null).catch(onError)),
    ];
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** Who has a test's screen open on this server, each once. */
  viewers(test_id: string): { user_id: string; user_name: string }[] {
    const found = new Map<string, string>();
    for (const { stream, user, ...one } of this.#open) {
      if (one.test_id === test_id && STREAMS[stream].names_viewers && one.agent)
        found.set(user.user_id, user.user_name);
    }
    return [...found].map(([user_id, user_name]) => ({ user_id, user_name }));
  }

  /**
   * Joins a browser's socket with the device's stream.
   * @throws UdtError not_holder, test_ended, test_not_running, test_watched, agent_lost, agent_timeout, or what the agent refuses with
   */
  async open(options: {
    caller: Caller;
    device_id: string;
    stream: StreamName;
    profile: "any" | "baseline" | "stills";
    browser: WebSocket;
    recheck: () => Promise<void>;
  }): Promise<void> {
    const { caller, stream, browser } = options;
    const { test_id, project_id } = caller.test;
    const isHolder = holdsTest(caller.user, caller.test);
    if (!isHolder && !STREAMS[stream].observed) throw new UdtError("not_holder", { test_id });
    const session = await this.#sessions.live(test_id, options.device_id, { stream });
    const isDriving = isHolder && !caller.only_reads && isDriven(session.test.kind);
    const { agent_id } = session;
    if (browser.readyState !== browser.OPEN) return;
    const entry: OpenStream = {
      stream,
      test_id,
      project_id,
      agent_id,
      session_hash: caller.session_hash,
      user: caller.user,
      browser,
      recheck: options.recheck,
    };
    // Known from now on: a test that ends while the agent is being asked closes it too.
    this.#open.add(entry);
    browser.once("close", () => this.#forget(entry));
    try {
      const asked = { stream, profile: options.profile, watching: !isDriving };
      entry.agent = await this.#agentSocket(agent_id, { ...leased(session), ...asked });
    } catch (error) {
      this.#open.delete(entry);
      throw error;
    }
    if (browser.readyState !== browser.OPEN) return entry.agent.close(1000);
    splice(browser, entry.agent, {
      onMessage: (from, bytes) => {
        this.bytes.emit(bytes);
        if (from === "browser" && isDriving && STREAMS[stream].activity) this.#needs.tests.touch(test_id);
      },
      onClosed: () => this.#forget(entry),
    });
    entry.agent.resume();
    if (STREAMS[stream].names_viewers) this.#announceViewers(entry);
    await this.#closeIfEnded(test_id);
  }

  /**
   * A stream whose near end is this server's own, for who holds the test. Its socket closes when the test ends; whoever has
   * it closes it otherwise.
   * @throws UdtError test_ended, test_not_running, test_watched, agent_lost, agent_timeout, or what the agent refuses with
   */
  async openOwn(test_id: string, device_id: string, stream: StreamName): Promise<WebSocket> {
    const session = await this.#sessions.live(test_id, device_id, { stream });
    const asked = { stream, profile: "any", watching: false } as const;
    const socket = await this.#agentSocket(session.agent_id, { ...leased(session), ...asked });
    this.#own.set(socket, test_id);
    socket.once("close", () => this.#own.delete(socket));
    await this.#closeIfEnded(test_id);
    return socket;
  }

  /** The agent dials in for a stream that it was asked to open. @throws UdtError stream_unknown */
  accept(stream_id: string, agent_id: string, socket: WebSocket): void {
    const expected = this.#expected.get(stream_id);
    if (expected?.agent_id !== agent_id) throw new UdtError("stream_unknown");
    this.#expected.delete(stream_id);
    expected.take(socket);
  }

  close(): void {
    for (const stop of this.#stop) stop();
    for (const stream of this.#open) stream.browser.close(1001, "server stops");
    for (const socket of this.#own.keys()) socket.close(1001, "server stops");
  }

  /** Asks the agent to dial, and waits for its socket; its refusal, or silence, ends the wait. */
  async #agentSocket(agent_id: string, asked: Omit<StreamOpen, "type" | "stream_id" | "url">): Promise<WebSocket> {
    const { links } = this.#needs;
    const stream_id = newSecret().replace(/^[-_]+/, "");
    const ask = async () => {
      const url = `${links.serverUrl(agent_id)}/v1/agent/streams/${stream_id}`;
      await links.request(agent_id, { type: "stream_open", ...asked, stream_id, url }, { timeoutMs: OPEN_TIMEOUT_MS });
    };
    const dialled = Promise.withResolvers<WebSocket>();
    this.#expected.set(stream_id, { agent_id, take: dialled.resolve });
    const cancelTimer = this.#needs.clock.at(this.#needs.clock.now() + OPEN_TIMEOUT_MS, () =>
      dialled.reject(new UdtError("agent_timeout")),
    );
    ask().catch(dialled.reject);
    try {
      const socket = await dialled.promise;
      socket.once("close", this.#haste.begin());
      return socket;
    } finally {
      cancelTimer();
      this.#expected.delete(stream_id);
    }
  }

  #forget(entry: OpenStream): void {
    if (!this.#open.delete(entry)) return;
    entry.agent?.close(1000);
    if (STREAMS[entry.stream].names_viewers && entry.agent) this.#announceViewers(entry);
  }

  #announceViewers({ test_id, project_id }: OpenStream): void {
    const viewers = this.viewers(test_id);
    this.#needs.bus
      .transaction(async (_tx, announce) => announce(project_id, { type: "viewers.changed", test_id, viewers }))
      .catch((error: unknown) => this.#needs.log.error({ err: error }, "viewers"));
  }

  async #closeIfEnded(test_id: string): Promise<void> {
    const streams = [...this.#open].filter((stream) => stream.test_id === test_id);
    const own = [...this.#own].flatMap(([socket, of]) => (of === test_id ? [socket] : []));
    if (streams.length + own.length === 0 || (await this.#needs.tests.isOpen(test_id))) return;
    for (const stream of streams) close(stream, "test_ended");
    for (const socket of own) closeFor(socket, "test_ended");
  }

  /** Those of a project, or all. */
  async #recheckAll(project_id: string | null): Promise<void> {
    for (const stream of this.#open) {
      if (project_id !== null && stream.project_id !== project_id) continue;
      await stream.recheck().catch((error: unknown) => close(stream, refusalOf(error).code));
    }
  }
}

function close(stream: OpenStream, why: ErrorName): void {
  for (const socket of [stream.browser, stream.agent]) if (socket) closeFor(socket, why);
}

function closeFor(socket: WebSocket, why: ErrorName): void {
  // A paused socket would not see the other's close frame.
  socket.resume();
  socket.close(closeCode(ERRORS[why].status), why);
}
