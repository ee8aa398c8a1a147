import { Emitter } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import { isDriven, STREAMS, UdtError, type ErrorName, type StreamName } from "@udt/contract";
import { changesAccess, type Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import { type Caller, type CallerTest, type CallerUser, drivesTest } from "../../platform/http/caller.ts";
import { refusalOf } from "../../platform/http/answers.ts";
import type { LinksService } from "../links/links.service.ts";
import type { DeviceSessionsService } from "../sessions/sessions.service.ts";
import { leased } from "../sessions/sessions.service.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import type { UsersService } from "../../people/users/users.service.ts";
import type { DirectSettings } from "../../platform/settings-direct.ts";
import { directPath } from "./direct-path.ts";
import { markToll } from "./mark-toll.ts";
import { AgentSockets, type StreamAsked } from "./agent-sockets.ts";
import { closeFor, closeSocket } from "./closing.ts";
import { splice } from "./splice.ts";

const RECHECK_EVERY_MS = 5_000;

/** "Service restart": the page dials again by itself. */
const BEGIN_ANEW = 1012;
/** Nobody can change anything by them, so that they go on whoever has control. */
const ALIKE_FOR_ALL: ReadonlySet<StreamName> = new Set<StreamName>(["screen", "audio", "signaling"]);

type Profile = StreamAsked["profile"];

interface OpenStream {
  stream: StreamName;
  test_id: string;
  project_id: string;
  agent_id: string;
  /** Whose sign-in it ends with, and as whom; null for who came by a link. */
  viewer: { user: CallerUser; session_hash: string; test: CallerTest; only_reads: boolean } | null;
  link_id: string | null;
  /** Whether what comes over it may change the device. */
  isDriving: boolean;
  /** Whether people drive such tests at all: nobody has control of a run's device. */
  isOfPeople: boolean;
  browser: WebSocket;
  recheck: () => Promise<void>;
  agent?: WebSocket;
}

/** For whom a stream of the server's own is: a device of a test, and whether who asked still may. */
export interface OwnOf {
  test_id: string;
  device_id: string;
  recheck: () => Promise<void>;
}

export interface StreamsDependencies {
  bus: Bus;
  clock: ServerClock;
  links: LinksService;
  tests: TestsService;
  users: UsersService;
  log: FastifyBaseLogger;
  direct: DirectSettings;
}

/** Streams between browsers on this server and agents: opened, spliced, and closed as soon as they may no longer be. */
export class StreamsService {
  readonly #needs: StreamsDependencies;
  readonly #sessions: DeviceSessionsService;
  readonly #open = new Set<OpenStream>();
  /** Those whose near end is this server's, with their tests. */
  readonly #own = new Map<WebSocket, OwnOf>();
  readonly #sockets: AgentSockets;
  readonly #stop: (() => void)[];
  /** Each message that goes through, by its size. */
  readonly bytes = new Emitter<number>();

  constructor(needs: StreamsDependencies) {
    this.#needs = needs;
    this.#sessions = needs.tests.sessions;
    this.#sockets = new AgentSockets(needs);
    const onError = (error: unknown) => needs.log.error({ err: error }, "streams");
    this.#stop = [
      needs.bus.subscribe((event) => {
        const { payload, project_id } = event;
        if (payload.type === "test.changed") void this.#closeIfEnded(payload.test_id).catch(onError);
        if (payload.type === "drivers.changed") {
          this.#fence(payload.test_id, payload.drivers);
          void this.#recheckOwn(payload.test_id).catch(onError);
        }
        if (payload.type === "watch_link.changed") void this.recheckLinks().catch(onError);
        if (changesAccess(event)) this.#recheckAll(project_id).catch(onError);
      }),
      needs.users.loginSessionEnded.on((session_hash) => {
        for (const stream of this.#open)
          if (stream.viewer?.session_hash === session_hash) close(stream, "invalid_session");
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
    for (const { stream, viewer, ...one } of this.#open) {
      if (one.test_id === test_id && STREAMS[stream].names_viewers && one.agent && viewer)
        found.set(viewer.user.user_id, viewer.user.user_name);
    }
    return [...found].map(([user_id, user_name]) => ({ user_id, user_name }));
  }

  /** How many look by a link, on this server. */
  watchingBy(link_id: string): number {
    return [...this.#open].filter((stream) => stream.link_id === link_id && stream.agent).length;
  }

  /**
   * Joins a browser's socket with the device's stream.
   * @throws UdtError not_driver, test_ended, test_not_running, test_watched, agent_lost, agent_timeout, or what the agent refuses with
   */
  async open(options: {
    caller: Caller;
    device_id: string;
    stream: StreamName;
    profile: Profile;
    browser: WebSocket;
    recheck: () => Promise<void>;
  }): Promise<void> {
    const { caller, device_id, stream, profile, browser, recheck } = options;
    const { user, session_hash, test, only_reads } = caller;
    const viewer = { user, session_hash, test, only_reads };
    const drives = drivesTest(user, test);
    if (!drives && !STREAMS[stream].observed) throw new UdtError("not_driver", { test_id: test.test_id });
    const entry = {
      stream,
      test_id: test.test_id,
      project_id: test.project_id,
      viewer,
      link_id: null,
      browser,
      recheck,
    };
    await this.#join({ ...entry, isDriving: drives && !only_reads }, device_id, profile);
    // Control may have gone elsewhere while the agent was asked.
    this.#fence(test.test_id, await this.#needs.tests.drivers(test.test_id));
  }

  /**
   * Joins the socket of who came by a link with the picture of a device.
   * @throws UdtError test_ended, test_not_running, agent_lost, agent_timeout, or what the agent refuses with
   */
  async watch(options: {
    test_id: string;
    project_id: string;
    device_id: string;
    link_id: string;
    profile: Profile;
    browser: WebSocket;
    recheck: () => Promise<void>;
  }): Promise<void> {
    const { device_id, profile, ...entry } = options;
    await this.#join({ ...entry, stream: "screen", viewer: null, isDriving: false }, device_id, profile);
    // It may have been revoked while the agent was asked.
    await this.recheckLinks();
  }

  async #join(
    wish: Omit<OpenStream, "agent_id" | "agent" | "isOfPeople">,
    device_id: string,
    profile: Profile,
  ): Promise<void> {
    const { stream, test_id, browser, viewer } = wish;
    const session = await this.#sessions.live(test_id, device_id, { stream });
    const { agent_id } = session;
    if (browser.readyState !== browser.OPEN) return;
    const isOfPeople = isDriven(session.test.kind);
    const entry: OpenStream = { ...wish, agent_id, isOfPeople, isDriving: wish.isDriving && isOfPeople };
    // Known from now on: a test that ends while the agent is being asked closes it too.
    this.#open.add(entry);
    browser.once("close", () => this.#forget(entry));
    try {
      const who = viewer && { user_id: viewer.user.user_id, user_name: viewer.user.user_name };
      const { direct: settings, clock } = this.#needs;
      const direct = stream === "signaling" && directPath(settings, who?.user_id ?? test_id, clock.now());
      const asked = { stream, profile, who, watching: !entry.isDriving, ...(direct && { direct }) };
      entry.agent = await this.#sockets.dialled(agent_id, { ...leased(session), ...asked });
    } catch (error) {
      this.#open.delete(entry);
      throw error;
    }
    if (browser.readyState !== browser.OPEN) return entry.agent.close(1000);
    splice(browser, entry.agent, {
      onMessage: (from, bytes) => {
        this.bytes.emit(bytes);
        if (from === "browser" && entry.isDriving && STREAMS[stream].activity) this.#needs.tests.touch(test_id);
      },
      toll: markToll(() => performance.now()),
      onClosed: () => this.#forget(entry),
    });
    entry.agent.resume();
    if (STREAMS[stream].names_viewers) this.#announceViewers(entry);
    await this.#closeIfEnded(test_id);
  }

  /**
   * A stream whose near end is this server's own, for who may use the device. Its socket closes when the test ends, or when
   * they lose control; whoever has it closes it otherwise.
   * @throws UdtError test_ended, test_not_running, test_watched, agent_lost, agent_timeout, or what the agent refuses with
   */
  async openOwn(of: OwnOf, stream: StreamName): Promise<WebSocket> {
    const { test_id, device_id } = of;
    const session = await this.#sessions.live(test_id, device_id, { stream });
    const asked = { stream, profile: "any", who: null, watching: false } as const;
    const socket = await this.#sockets.dialled(session.agent_id, { ...leased(session), ...asked });
    this.#own.set(socket, of);
    socket.once("close", () => this.#own.delete(socket));
    await this.#closeIfEnded(test_id);
    return socket;
  }

  /** The agent dials in for a stream that it was asked to open. @throws UdtError stream_unknown */
  accept(stream_id: string, agent_id: string, socket: WebSocket): void {
    this.#sockets.accept(stream_id, agent_id, socket);
  }

  close(): void {
    for (const stop of this.#stop) stop();
    for (const stream of this.#open) stream.browser.close(1001, "server stops");
    for (const socket of this.#own.keys()) socket.close(1001, "server stops");
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
    const own = [...this.#own].flatMap(([socket, of]) => (of.test_id === test_id ? [socket] : []));
    if (streams.length + own.length === 0 || (await this.#needs.tests.isOpen(test_id))) return;
    for (const stream of streams) close(stream, "test_ended");
    for (const socket of own) closeFor(socket, "test_ended");
  }

  /**
   * Ends what comes over the streams of people who have lost control, at once, and has those begin anew that are another thing
   * for who drives than for who watches.
   */
  #fence(test_id: string, drivers: CallerTest["drivers"]): void {
    for (const stream of this.#open) {
      const { viewer } = stream;
      if (stream.test_id !== test_id || !viewer || !stream.isOfPeople) continue;
      const drives = drivesTest(viewer.user, { ...viewer.test, drivers });
      if (!drives && !STREAMS[stream.stream].observed) close(stream, "not_driver");
      else if (stream.isDriving !== (drives && !viewer.only_reads) && !ALIKE_FOR_ALL.has(stream.stream))
        for (const socket of [stream.browser, stream.agent]) if (socket) closeSocket(socket, BEGIN_ANEW, "control");
    }
  }

  /** Calls that are under way end with their caller's control. */
  async #recheckOwn(test_id: string): Promise<void> {
    for (const [socket, of] of this.#own) {
      if (of.test_id !== test_id) continue;
      await of.recheck().catch((error: unknown) => closeFor(socket, refusalOf(error).code));
    }
  }

  /** Ends what is seen by links that are good no longer. */
  async recheckLinks(): Promise<void> {
    for (const stream of this.#open) if (stream.link_id !== null) await this.#recheck(stream);
  }

  #recheck(stream: OpenStream): Promise<void> {
    return stream.recheck().catch((error: unknown) => close(stream, refusalOf(error).code));
  }

  /** Those of a project, or all. */
  async #recheckAll(project_id: string | null): Promise<void> {
    for (const stream of this.#open) {
      if (project_id !== null && stream.project_id !== project_id) continue;
      await this.#recheck(stream);
    }
  }
}

function close(stream: OpenStream, why: ErrorName): void {
  for (const socket of [stream.browser, stream.agent]) if (socket) closeFor(socket, why);
}
