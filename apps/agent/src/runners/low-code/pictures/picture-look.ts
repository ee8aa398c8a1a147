import { pictureFacts, SaidError, say } from "@udt/base";
import type { PicturePart } from "@udt/contract";
import { type ImageLocator, PICTURE_LIMITS } from "@udt/low-code";
import { findPicture, type SearchRefusal } from "./find-picture.ts";
import type { PicturePlace } from "./search.ts";

/** What is less like a picture than the best place by this is not meant by it, however many are like enough. */
const AS_GOOD_WITHIN = 0.03;
const NEAR_MAX = 5;

/** Where on the screen a picture is, in parts of the screen. */
export interface Sight {
  /** The screen's, in pixels. */
  width: number;
  height: number;
  /** Those that are like it and as good as the best, from the top down and in a line from the left. */
  meant: PicturePart[];
  /** Those that are most like it, whether they are meant or not, the best first. */
  near: PicturePart[];
}

interface Room {
  /** A picture of the library, as PNG. */
  read(image: string): Promise<Uint8Array>;
  /** The screen as it is now, as PNG. */
  capture(): Promise<Uint8Array>;
  /** How many pictures the screen has shown so far; undefined where nobody counts them. */
  shown(): number | undefined;
  signal: AbortSignal;
}

const REFUSED = {
  unread: "low_code_picture_failed",
  failed: "low_code_picture_failed",
  even: "low_code_picture_even",
  time: "low_code_picture_time",
} as const;

/** Looks for a case's pictures on the device's screen. What was looked for on a screen that stands still is not looked for again. */
export class PictureLook {
  readonly #room: Room;
  readonly #pictures = new Map<string, Promise<Uint8Array>>();
  #screen: { shown: number; png: Uint8Array; sights: Map<string, Sight> } | undefined;

  constructor(room: Room) {
    this.#room = room;
  }

  /**
   * @param isLast there is no other look: what keeps the screen from being read is thrown then
   * @returns undefined where the screen could not be read this time
   * @throws SaidError where it cannot be looked for
   */
  async look(locator: ImageLocator, isLast: boolean): Promise<Sight | undefined> {
    const screen = await this.#screenNow().catch((error: unknown) => {
      this.#room.signal.throwIfAborted();
      if (isLast) throw error;
      return undefined;
    });
    if (!screen) return undefined;
    const key = JSON.stringify(locator);
    const known = screen.sights.get(key);
    if (known) return known;
    const sight = await this.#search(locator, screen.png);
    screen.sights.set(key, sight);
    return sight;
  }

  async #screenNow(): Promise<{ png: Uint8Array; sights: Map<string, Sight> }> {
    const shown = this.#room.shown();
    if (this.#screen && this.#screen.shown === shown) return this.#screen;
    this.#screen = undefined;
    const taken = { png: await this.#room.capture(), sights: new Map<string, Sight>() };
    // What changed meanwhile may be on it or not.
    if (shown !== undefined && this.#room.shown() === shown) this.#screen = { ...taken, shown };
    return taken;
  }

  async #search(locator: ImageLocator, png: Uint8Array): Promise<Sight> {
    const { read, signal } = this.#room;
    const { image } = locator;
    const known = this.#pictures.get(image) ?? read(image);
    this.#pictures.set(image, known);
    const picture = await known.catch((error: unknown) => {
      throw new SaidError(say("low_code_picture_failed", { path: image }, String(error)));
    });
    const seen = await sightOf(png, picture, locator, signal);
    if ("refused" in seen) throw new SaidError(say(REFUSED[seen.refused], { path: image }, seen.evidence ?? ""));
    return seen;
  }
}

/** Looks for a picture on a screen, both as PNG. Rejects with the signal's reason alone. */
export async function sightOf(
  png: Uint8Array,
  picture: Uint8Array,
  { score = PICTURE_LIMITS.score, screen, scale }: Pick<ImageLocator, "score" | "screen" | "scale">,
  signal: AbortSignal,
): Promise<Sight | SearchRefusal> {
  const facts = pictureFacts(png);
  if (!facts) return { refused: "failed" };
  const shorter = (size: { width: number; height: number }) => Math.min(size.width, size.height);
  const range = {
    // However both are turned.
    ratio: screen ? shorter(facts) / shorter(screen) : 1,
    tolerance: scale ?? (screen ? PICTURE_LIMITS.scale : PICTURE_LIMITS.scale_unknown),
  };
  const answer = await findPicture({ screen: png, picture, enough: score, ...range }, signal);
  if ("refused" in answer) return answer;
  const { width, height, places } = answer;
  const best = places[0]?.score ?? 0;
  const parts = (all: readonly PicturePlace[]): PicturePart[] => all.map((place) => partOf(place, width, height));
  const meant = places.filter((one) => one.score >= score && one.score >= best - AS_GOOD_WITHIN);
  return { width, height, meant: parts(meant.toSorted(inReadingOrder)), near: parts(places.slice(0, NEAR_MAX)) };
}

function inReadingOrder(one: PicturePlace, other: PicturePlace): number {
  const isSameLine = Math.abs(one.top - other.top) * 2 < Math.min(one.bottom - one.top, other.bottom - other.top);
  return isSameLine ? one.left - other.left : one.top - other.top;
}

const partOf = ({ left, top, right, bottom, score }: PicturePlace, width: number, height: number): PicturePart => ({
  left: left / width,
  top: top / height,
  right: right / width,
  bottom: bottom / height,
  score: Math.round(Math.min(1, Math.max(0, score)) * 1_000) / 1_000,
});
