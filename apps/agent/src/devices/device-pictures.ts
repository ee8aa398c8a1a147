import { delay } from "@udt/base";
import type { AgentToServer } from "@udt/contract";
import { messageOf, type Logger } from "../logger.ts";
import { smallPicture } from "../screen/small-picture.ts";
import type { ServerLink } from "../link/server-link.ts";
import type { SessionManager } from "../sessions/session-manager.ts";
import type { DeviceSession } from "../sessions/session.ts";
import { withSignal } from "../with-signal.ts";
import type { DeviceRegistry } from "./device-registry.ts";

type Picture = Extract<AgentToServer, { type: "picture" }>;
/** The lease under which a device is in use; null where nobody holds it and it is clean. */
type Holder = Picture["lease"];

export interface PictureTiming {
  /** A device in use is pictured no more often. */
  everyMs: number;
  /** Once it stands still for so long, what is on it is whole. */
  stillMs: number;
  /** One that never stands still is not waited for any longer. */
  waitMs: number;
}

const TIMING: PictureTiming = { everyMs: 30_000, stillMs: 1_000, waitMs: 10_000 };
const CAPTURE_TIMEOUT_MS = 15_000;

export interface DevicePicturesOptions {
  registry: Pick<DeviceRegistry, "find" | "reports">;
  sessions: Pick<SessionManager, "holderOf">;
  link: () => Pick<ServerLink, "isUp" | "send"> | undefined;
  log: Logger;
  timing: PictureTiming | undefined;
}

/**
 * The last picture of each device, for lists: once of a clean one, and of one in use when its picture has changed. A device
 * that stands still is not asked. One is taken after the other, so that many devices that become ready together cost as
 * little at a time as one.
 */
export class DevicePictures {
  readonly #options: DevicePicturesOptions;
  readonly #timing: PictureTiming;
  readonly #stopping = new AbortController();
  /** Those whose clean picture was taken. */
  readonly #clean = new Set<string>();
  /** How often each came into somebody's hands: in nobody's before and after, it may have been in some meanwhile. */
  readonly #hands = new Map<string, number>();
  #taking: Promise<unknown> = Promise.resolve();

  constructor(options: DevicePicturesOptions) {
    this.#options = options;
    this.#timing = options.timing ?? TIMING;
  }

  /** A device is ready. Said again it changes nothing; what is said while nobody hears must be said again. */
  ready(serial: string): void {
    if (this.#clean.has(serial) || !this.#isHeard || this.#holderOf(serial) !== null) return;
    this.#clean.add(serial);
    void this.#pictureClean(serial);
  }

  /** The server hears this agent again: what became ready meanwhile is told now. */
  heard(): void {
    for (const { serial } of this.#options.registry.reports) this.ready(serial);
  }

  gone(serial: string): void {
    this.#clean.delete(serial);
  }

  /** A session has a device, from now until it is over. */
  held(session: DeviceSession): void {
    const { serial } = session.lease;
    this.#clean.delete(serial);
    this.#hands.set(serial, (this.#hands.get(serial) ?? 0) + 1);
    const over = new AbortController();
    // It ends by its signal.
    this.#follow(session, AbortSignal.any([over.signal, this.#stopping.signal])).catch(() => undefined);
    void session.over.finally(() => {
      over.abort(new Error("session over"));
      this.ready(serial);
    });
  }

  stop(): void {
    this.#stopping.abort(new Error("agent stops"));
  }

  async #pictureClean(serial: string): Promise<void> {
    if (!(await this.#take(serial))) this.#clean.delete(serial);
  }

  /** Pictures a device in use: each time that something was shown since, once that stands still. */
  async #follow(session: DeviceSession, signal: AbortSignal): Promise<void> {
    const { everyMs, stillMs, waitMs } = this.#timing;
    let shownAt = 0;
    let shown = Promise.withResolvers<void>();
    const off = session.screen.watch.came.on(() => {
      shownAt = performance.now();
      shown.resolve();
    });
    signal.addEventListener("abort", off, { once: true });
    for (;;) {
      await withSignal(shown.promise, signal);
      const until = performance.now() + waitMs;
      for (let now = performance.now(); now < until && now - shownAt < stillMs; now = performance.now())
        await delay(shownAt + stillMs - now, signal);
      while (session.state === "preparing") await delay(stillMs, signal);
      // What is shown while it is taken may not be on it.
      shown = Promise.withResolvers<void>();
      await this.#take(session.lease.serial);
      await delay(everyMs, signal);
    }
  }

  /** Whether there is nothing more to say of it now: false where it could not be taken, or nobody heard. */
  #take(serial: string): Promise<boolean> {
    const take = () =>
      this.#takeNow(serial).catch((error: unknown) => {
        if (!this.#stopping.signal.aborted)
          this.#options.log("info", "no picture of a device", { serial, error: messageOf(error) });
        return false;
      });
    const taken = this.#taking.then(take);
    this.#taking = taken;
    return taken;
  }

  async #takeNow(serial: string): Promise<boolean> {
    const { registry, link } = this.#options;
    const [holder, hands] = [this.#holderOf(serial), this.#hands.get(serial)];
    const screen = registry.find(serial)?.device.capabilities.screen;
    if (!screen) return true;
    if (holder === undefined || !this.#isHeard) return false;
    const png = await screen.capture(AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(CAPTURE_TIMEOUT_MS)]));
    const jpeg = await smallPicture(png);
    // In other hands by now, it may show what the first had on it or what the second has.
    if (!jpeg || this.#hands.get(serial) !== hands || !isSame(this.#holderOf(serial), holder)) return true;
    if (!this.#isHeard) return false;
    link()?.send({ type: "picture", serial, lease: holder, jpeg: jpeg.toString("base64") });
    return true;
  }

  get #isHeard(): boolean {
    return this.#options.link()?.isUp ?? false;
  }

  /** Undefined while the device is made ready or cleaned: then it is nobody's to show. */
  #holderOf(serial: string): Holder | undefined {
    const { registry, sessions } = this.#options;
    return registry.find(serial)?.ready ? sessions.holderOf(serial) : undefined;
  }
}

const isSame = (now: Holder | undefined, then: Holder): boolean =>
  now !== undefined && now?.lease_token === then?.lease_token;
