import { Emitter } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import { ACTIVE_PING, isDriven, isWayText, LIMITS, STREAMS, UdtError, type StreamName } from "@udt/contract";
import { changesAccess, type Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import { type Caller, type CallerTest, drivesTest } from "../../platform/http/caller.ts";
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
import { endFor } from "../../platform/http/closing.ts";
import { changeControl, close, type OpenStream, viewerOf } from "./open-stream.ts";
import { type OwnOf, OwnStreams } from "./own-streams.ts";
import { splice } from "./splice.ts";

const RECHECK_EVERY_MS = 5_000;

type Profile = StreamAsked["profile"];

export type { OwnOf } from "./own-streams.ts";

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
  readonly #own: OwnStreams;
  readonly #sockets: AgentSockets;
  readonly #stop: (() => void)[];
  /** Each message that goes through. */
  readonly passed = new Emitter<{ stream: StreamName; bytes: number }>();

  constructor(needs: StreamsDependencies) {
    this.#needs = needs;
    this.#sessions = needs.tests.sessions;
    this.#sockets = new AgentSockets(needs);
    this.#own = new OwnStreams((test_id) => this.#closeIfEnded(test_id));
    const onError = (error: unknown) => needs.log.error({ err: error }, "streams");
    this.#stop = [
      needs.bus.subscribe((event) => {
        const { payload, project_id } = event;
        if (payload.type === "test.changed") void this.#closeIfEnded(payload.test_id).catch(onError);
        if (payload.type === "drivers.changed") {
          this.#fence(payload.test_id, payload.drivers);
          void this.#own.recheck(payload.test_id).catch(onError);
        }
        if (payload.type === "watch_link.changed") void this.recheckLinks(payload.test_id).catch(onError);
        if (changesAccess(event)) this.#recheckAll(project_id).catch(onError);
      }),
      needs.users.loginSessionEnded.on((session_hash) => {
        for (const stream of this.#open)
          if (stream.viewer?.session_hash === session_hash) close(stream, "invalid_session");
        void this.#own.recheck().catch(onError);
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
      if (one.test_id === test_id && STREAMS[stream].named && one.agent && viewer)
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
    recheck: () => Promise<Caller>;
  }): Promise<void> {
    const { caller, device_id, stream, profile, browser, recheck } = options;
    const viewer = viewerOf(caller);
    const { user, test, only_reads } = viewer;
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
   * @throws UdtError watch_link_full, test_ended, test_not_running, agent_lost, agent_timeout, or what the agent refuses with
   */
  async watch(options: {
    test_id: string;
    project_id: string;
    device_id: string;
    link_id: string;
    profile: Profile;
    browser: WebSocket;
    recheck: () => Promise<undefined>;
  }): Promise<void> {
    const { device_id, profile, ...wish } = options;
    const max = LIMITS.watch_link_watchers_max;
    const { link_id } = wish;
    if ([...this.#open].filter((stream) => stream.link_id === link_id).length >= max)
      throw new UdtError("watch_link_full", { max });
    const entry = await this.#join({ ...wish, stream: "screen", viewer: null, isDriving: false }, device_id, profile);
    // It may have been revoked while the agent was asked.
    if (entry) await this.#judge([entry]);
  }

  async #join(
    wish: Omit<OpenStream, "agent_id" | "agent" | "isOfPeople">,
    device_id: string,
    profile: Profile,
  ): Promise<OpenStream | undefined> {
    const { stream, test_id, browser, viewer } = wish;
    const session = await this.#sessions.live(test_id, device_id, { stream });
    const { agent_id } = session;
    if (browser.readyState !== browser.OPEN) return undefined;
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
    if (browser.readyState !== browser.OPEN) {
      entry.agent.close(1000);
      return undefined;
    }
    const active = () => {
      if (entry.isDriving && STREAMS[stream].activity) this.#needs.tests.touch(test_id);
    };
    // What the user does by the direct path does not come by here: the agent tells that something was done.
    entry.agent.on("ping", (data: Buffer) => data.toString() === ACTIVE_PING && active());
    splice(browser, entry.agent, {
      onMessage: (from, data, isBinary) => {
        this.passed.emit({ stream, bytes: data.length });
        if (from === "browser" && (isBinary || !isWayText(data))) active();
      },
      toll: markToll(() => performance.now()),
      onClosed: () => this.#forget(entry),
    });
    entry.agent.resume();
    this.#announceViewers(entry);
    await this.#closeIfEnded(test_id);
    return entry;
  }

  /**
   * A stream whose near end is this server's own, for who may use the device. Its socket closes when the test ends, or when
   * they lose control; whoever has it closes it otherwise.
   * @throws UdtError what they are judged by, test_ended, test_not_running, test_watched, agent_lost, agent_timeout, or what the agent refuses with
   */
  async openOwn(of: OwnOf, stream: StreamName): Promise<WebSocket> {
    const { test_id, device_id } = of;
    const session = await this.#sessions.live(test_id, device_id, { stream });
    const asked = { stream, profile: "any", who: null, watching: false } as const;
    const socket = await this.#sockets.dialled(session.agent_id, { ...leased(session), ...asked });
    await this.#own.keep(socket, of);
    return socket;
  }

  /** The agent dials in for a stream that it was asked to open. @throws UdtError stream_unknown */
  accept(stream_id: string, agent_id: string, socket: WebSocket): void {
    this.#sockets.accept(stream_id, agent_id, socket);
  }

  close(): void {
    for (const stop of this.#stop) stop();
    for (const stream of this.#open) stream.browser.close(1001, "server stops");
    this.#own.close();
  }

  #forget(entry: OpenStream): void {
    if (!this.#open.delete(entry)) return;
    entry.agent?.close(1000);
    if (entry.agent) this.#announceViewers(entry);
  }

  /** Of who looks by a link nobody is named, and the holder's page counts them. */
  #announceViewers({ stream, test_id, project_id }: OpenStream): void {
    if (!STREAMS[stream].named) return;
    const viewers = this.viewers(test_id);
    this.#needs.bus
      .transaction(async (_tx, announce) => announce(project_id, { type: "viewers.changed", test_id, viewers }))
      .catch((error: unknown) => this.#needs.log.error({ err: error }, "viewers"));
  }

  async #closeIfEnded(test_id: string): Promise<void> {
    const streams = [...this.#open].filter((stream) => stream.test_id === test_id);
    const own = this.#own.ofTest(test_id);
    if (streams.length + own.length === 0 || (await this.#needs.tests.isOpen(test_id))) return;
    for (const stream of streams) close(stream, "test_ended");
    for (const socket of own) endFor(socket, new UdtError("test_ended", { test_id }));
  }

  /**
   * Ends what comes over the streams of people who have lost control, at once, and has those begin anew that are another thing
   * for who drives than for who watches.
   */
  #fence(test_id: string, drivers: CallerTest["drivers"]): void {
    for (const stream of this.#open) if (stream.test_id === test_id) this.#fenceOne(stream, drivers);
  }

  #fenceOne(stream: OpenStream, drivers: CallerTest["drivers"]): void {
    const { viewer } = stream;
    if (!viewer || !stream.isOfPeople) return;
    const drives = drivesTest(viewer.user, { ...viewer.test, drivers });
    if (!drives && !STREAMS[stream.stream].observed) close(stream, "not_driver");
    else if (stream.isDriving !== (drives && !viewer.only_reads)) changeControl(stream);
  }

  /** Ends what is seen by links of a test, or of all, that are good no longer. */
  recheckLinks(test_id?: string): Promise<void> {
    return this.#recheck((one) => one.link_id !== null && (test_id ?? one.test_id) === one.test_id);
  }

  /** Those of a project, or all. */
  async #recheckAll(project_id: string | null): Promise<void> {
    await this.#recheck((one) => (project_id ?? one.project_id) === one.project_id);
    await this.#own.recheck();
  }

  /** Each person's stream is judged by itself, and each link once, however many look by it. */
  async #recheck(which: (stream: OpenStream) => boolean): Promise<void> {
    const some = [...this.#open].filter(which);
    for (const alike of Map.groupBy(some, (one) => one.link_id ?? one).values()) await this.#judge(alike);
  }

  /** Who is somebody else by now, as an administrator no more, is fenced as that. */
  async #judge(alike: readonly OpenStream[]): Promise<void> {
    const [first] = alike;
    if (!first) return;
    try {
      const caller = await first.recheck();
      if (!caller) return;
      first.viewer = viewerOf(caller);
      this.#fenceOne(first, caller.test.drivers);
    } catch (error) {
      for (const stream of alike) close(stream, refusalOf(error).code);
    }
  }
}
