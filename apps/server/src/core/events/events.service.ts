import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import { consoleEvent, type ConsoleEvent } from "@udt/contract";
import { changesAccess, personal, type Bus, type BusEvent } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import { refuseSocket } from "../../platform/http/sockets.ts";
import type { UsersService } from "../../people/users/users.service.ts";

const TICK_MS = 15_000;
const RECHECK_MS = 5_000;
/** A console that does not read loses its connection, and asks for what it missed when it is back. */
const BUFFERED_MAX_BYTES = 1024 * 1024;

interface Follower {
  socket: WebSocket;
  /** Whose own events it hears, wherever they happen; undefined for what is good for one project alone. */
  user_id: string | undefined;
  /** Undefined: what is of no project alone. */
  project_id: string | undefined;
  session_hash: string;
  recheck: () => Promise<unknown>;
}
interface Following extends Follower {
  /** The newest event it was told. The past is read from the table, which may be ahead of what the bus has heard. */
  told: number;
}

/** Tells consoles what changes in their project. */
export class EventsService {
  readonly #bus: Bus;
  readonly #followers = new Set<Following>();
  readonly #stop: (() => void)[];

  constructor(bus: Bus, clock: ServerClock, users: UsersService, log: FastifyBaseLogger) {
    this.#bus = bus;
    const onError = (error: unknown) => log.error({ err: error }, "followers of events");
    this.#stop = [
      bus.subscribe((event) => {
        for (const follower of this.#followers) tell(follower, event);
        if (changesAccess(event)) this.#recheckAll(event.project_id).catch(onError);
      }),
      users.loginSessionEnded.on((session_hash) => {
        for (const follower of this.#followers) {
          if (follower.session_hash === session_hash) follower.socket.close(4401, "invalid_session");
        }
      }),
      users.standingChanged.on(() => void this.#recheckAll(null).catch(onError)),
      every(clock, TICK_MS, () => {
        for (const follower of this.#followers) send(follower, { type: "tick", event_id: bus.last_event_id });
      }),
      every(clock, RECHECK_MS, () => this.#recheckAll(null).catch(onError)),
    ];
  }

  /** Follows a project's events, and the person's own, from `after` on, or from now on. */
  async follow(who: Follower, after: number | undefined): Promise<void> {
    const follower: Following = { ...who, told: 0 };
    const { socket } = follower;
    // What happens while the past is read waits here, so that nothing is missed and nothing told twice.
    const early: BusEvent[] = [];
    const stopWaiting = this.#bus.subscribe((event) => early.push(event));
    try {
      const missed = after === undefined ? [] : await this.#bus.since(audiencesOf(follower), after);
      if (missed === undefined) send(follower, { type: "resync", event_id: this.#bus.last_event_id });
      else if (missed.length === 0) send(follower, { type: "tick", event_id: this.#bus.last_event_id });
      for (const event of [...(missed ?? []), ...early]) tell(follower, event);
    } finally {
      stopWaiting();
    }
    // One that closed meanwhile says so no more.
    if (socket.readyState !== socket.OPEN) return;
    this.#followers.add(follower);
    socket.once("close", () => this.#followers.delete(follower));
    // Access may have been lost while it was not yet among those who are judged anew.
    if (early.some(changesAccess)) await follower.recheck();
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }

  /** Those of a project, or all. */
  async #recheckAll(project_id: string | null): Promise<void> {
    for (const follower of this.#followers) {
      if (project_id !== null && follower.project_id !== project_id) continue;
      await follower.recheck().catch((error: unknown) => refuseSocket(follower.socket, error));
    }
  }
}

const audiencesOf = ({ user_id, project_id }: Follower): string[] => [
  ...(user_id === undefined ? [] : [personal(user_id)]),
  ...(project_id === undefined ? [] : [project_id]),
];

const concerns = (event: BusEvent, follower: Follower): boolean =>
  event.project_id === null || audiencesOf(follower).includes(event.project_id);

function tell(follower: Following, event: BusEvent): void {
  if (event.event_id <= follower.told || !concerns(event, follower)) return;
  follower.told = event.event_id;
  send(follower, eventOf(event));
}

const eventOf = (event: BusEvent): ConsoleEvent => ({ ...event.payload, event_id: event.event_id }) as ConsoleEvent;

function send({ socket }: Follower, event: ConsoleEvent): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > BUFFERED_MAX_BYTES) return socket.terminate();
  socket.send(JSON.stringify(consoleEvent.parse(event)));
}
