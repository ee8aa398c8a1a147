import { LIMITS, type ElementTree, type InputMessage } from "@udt/contract";
import type { Point, Size } from "../../../lib/screen/geometry.ts";
import { createStore, type Store } from "../../../lib/streams/store.ts";
import { PICTURE_LIMITS } from "@udt/low-code/limits";
import { partOf, type Area } from "./pictures.ts";
import type { Action, Step, StepPicture, Target } from "./steps.ts";
import { appOf, findTarget, placeWithin } from "./targets.ts";

/** What a replay needs of the page. */
export interface Hands {
  read(): Promise<ElementTree>;
  send(message: InputMessage): boolean;
  /** Of the video, in whose pixels touches are told. */
  size(): Size | undefined;
  start(package_name: string, clears: boolean): Promise<void>;
  /** How like a part of the screen is to a picture, up to 1; undefined while the page shows none. */
  likeness(area: Area, picture: StepPicture): Promise<number | undefined>;
}

export type PlayFailure =
  | { why: "not_found"; target: Target }
  | { why: "other_text"; found: string }
  | { why: "other_look"; target: Target }
  | { why: "not_in_front"; package_name: string }
  | { why: "no_way" }
  | { why: "refused"; error: unknown };

export interface Play {
  /** The step that is done now. */
  step_id: number | undefined;
  done: ReadonlySet<number>;
  failed: { step_id: number; failure: PlayFailure } | undefined;
  /** Came to the end of the script. */
  isWhole: boolean;
}

const NOTHING: Play = { step_id: undefined, done: new Set(), failed: undefined, isWhole: false };

/** What is to show may take so much longer than it did. */
export const FIND_MS = 15_000;
/** A screen that never rests is gone on with. */
const REST_MS = 8_000;
const READ_EVERY_MS = 250;
const TAP_MS = 60;
const MOVE_MS = 16;

class Failed extends Error {
  readonly failure: PlayFailure;
  constructor(failure: PlayFailure) {
    super(failure.why);
    this.failure = failure;
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done, fail) => {
    signal.throwIfAborted();
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), fail(signal.reason)), { once: true });
  });

/** Does a script's steps again at the same phone, one after the other, and stops at the first that cannot be done. */
export class Player {
  readonly play: Store<Play> = createStore(NOTHING);
  readonly isPlaying: Store<boolean> = createStore(false);
  readonly #hands: Hands;
  #abort = new AbortController();

  constructor(hands: Hands) {
    this.#hands = hands;
  }

  async start(steps: readonly Step[]): Promise<void> {
    if (this.isPlaying.get()) return;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.isPlaying.set(true);
    this.play.set(NOTHING);
    for (const { step_id, action, rest_ms } of steps) {
      this.#change({ step_id });
      try {
        await this.#do(action, signal);
        await this.#rest(rest_ms, signal);
      } catch (error) {
        if (!signal.aborted) this.#change({ failed: { step_id, failure: failureOf(error) } });
        break;
      }
      this.#change({ done: new Set([...this.play.get().done, step_id]) });
    }
    const isWhole = this.play.get().done.size === steps.length;
    this.#change({ step_id: undefined, isWhole });
    this.isPlaying.set(false);
  }

  stop(): void {
    this.#abort.abort();
  }

  /** What was played is of another script. */
  forget(): void {
    this.stop();
    this.play.set(NOTHING);
  }

  async #do(action: Action, signal: AbortSignal): Promise<void> {
    switch (action.kind) {
      case "start":
        return this.#startApp(action.package_name, action.clears, signal);
      case "tap":
      case "hold": {
        const at = await this.#find(action.target, (tree, found) => placeWithin(tree, found, action.within), signal);
        return this.#glide([at], action.kind === "tap" ? TAP_MS : action.ms, signal);
      }
      case "tap_at":
        return this.#glide([action.at], TAP_MS, signal);
      case "press":
        return this.#glide([action.at], action.ms, signal);
      case "swipe":
        return this.#glide([action.from, action.to], action.ms, signal);
      case "text":
        for (let from = 0; from < action.text.length; from += LIMITS.text_max_chars)
          this.#send({ type: "text", text: action.text.slice(from, from + LIMITS.text_max_chars) });
        return;
      case "key":
        for (let time = 0; time < action.times; time++)
          this.#send({ type: "key", action: "press", key: action.key, modifiers: action.modifiers });
        return;
      case "rotate":
        return this.#send({ type: "rotate" });
      case "check":
        return this.#check(action, signal);
      case "look":
        return this.#look(action, signal);
    }
  }

  async #startApp(package_name: string, clears: boolean, signal: AbortSignal): Promise<void> {
    await this.#hands.start(package_name, clears);
    await this.#until(
      (tree) => appOf(tree) === package_name || undefined,
      () => ({ why: "not_in_front", package_name }),
      signal,
    );
  }

  async #check({ target, text, within_s }: Extract<Action, { kind: "check" }>, signal: AbortSignal): Promise<void> {
    let found: string | undefined;
    await this.#until(
      (tree) => {
        const at = findTarget(tree, target);
        found = at === undefined ? undefined : tree.list[at]?.text;
        return (found !== undefined && (text === "" || found === text)) || undefined;
      },
      () => (found === undefined ? { why: "not_found", target } : { why: "other_text", found }),
      signal,
      within_s === undefined ? FIND_MS : within_s * 1000,
    );
  }

  async #look({ target, picture, within_s }: Extract<Action, { kind: "look" }>, signal: AbortSignal): Promise<void> {
    let why: "not_found" | "other_look" = "not_found";
    await this.#until(
      async (tree) => {
        const at = findTarget(tree, target);
        const area = at === undefined ? undefined : partOf(tree, at);
        why = area ? "other_look" : "not_found";
        const like = area && (await this.#hands.likeness(area, picture));
        return (like !== undefined && like >= PICTURE_LIMITS.score) || undefined;
      },
      () => ({ why, target }),
      signal,
      within_s === undefined ? FIND_MS : within_s * 1000,
    );
  }

  #find<T>(target: Target, use: (tree: ElementTree, at: number) => T | undefined, signal: AbortSignal): Promise<T> {
    return this.#until(
      (tree) => {
        const at = findTarget(tree, target);
        return at === undefined ? undefined : use(tree, at);
      },
      () => ({ why: "not_found", target }),
      signal,
    );
  }

  async #until<T>(
    fact: (tree: ElementTree) => T | undefined | Promise<T | undefined>,
    otherwise: () => PlayFailure,
    signal: AbortSignal,
    withinMs = FIND_MS,
  ): Promise<T> {
    const end = Date.now() + withinMs;
    for (;;) {
      // A screen that moves cannot be read now, and can later.
      const tree = await this.#hands
        .read()
        .catch((error: unknown) => (Date.now() > end ? Promise.reject(error) : undefined));
      const known = tree && (await fact(tree));
      if (known !== undefined) return known;
      if (Date.now() > end) throw new Failed(otherwise());
      await pause(READ_EVERY_MS, signal);
    }
  }

  /** As long as it took when it was recorded, and until the screen stands still. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, signal);
    const end = Date.now() + REST_MS;
    for (let before = "", now = "?"; before !== now && Date.now() < end; await pause(READ_EVERY_MS, signal)) {
      before = now;
      now = JSON.stringify(await this.#hands.read().catch(() => null));
    }
  }

  /** One finger along these places. */
  async #glide(places: readonly [Point, ...Point[]], ms: number, signal: AbortSignal): Promise<void> {
    const [from] = places;
    const to = places.at(-1) ?? from;
    this.#touch("down", from);
    const begun = Date.now();
    try {
      for (let passed = 0; passed < ms; passed = Date.now() - begun) {
        const part = passed / ms;
        if (to !== from)
          this.#touch("move", { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
        await pause(Math.min(MOVE_MS, ms - passed), signal);
      }
      if (to !== from) this.#touch("move", to);
    } finally {
      this.#touch("up", to);
    }
  }

  #touch(action: "down" | "move" | "up", at: Point): void {
    const size = this.#hands.size();
    if (!size) throw new Failed({ why: "no_way" });
    const pixel = (part: number, length: number) => Math.min(length - 1, Math.max(0, Math.floor(part * length)));
    const place = { x: pixel(at.x, size.width), y: pixel(at.y, size.height) };
    this.#send({ type: "touch", action, pointer_id: 0, ...place, ...size, pressure: action === "up" ? 0 : 1 });
  }

  #send(message: InputMessage): void {
    if (!this.#hands.send(message)) throw new Failed({ why: "no_way" });
  }

  #change(change: Partial<Play>): void {
    this.play.update((play) => ({ ...play, ...change }));
  }
}

const failureOf = (error: unknown): PlayFailure =>
  error instanceof Failed ? error.failure : { why: "refused", error };
