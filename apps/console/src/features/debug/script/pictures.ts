/** Pictures of elements: of touched ones that no words mean alone, which a step falls back on, and of what is to look so. */
import { type Element, type ElementTree, LIMITS } from "@udt/contract";
import { correlation, type Pixels } from "@udt/low-code/correlation";
import type { Size } from "../../../lib/screen/geometry.ts";
import { accountTexts } from "./account-marks.ts";
import type { Action, Step, StepPicture } from "./steps.ts";
import { findTarget } from "./targets.ts";

/** What is larger, in a part of the screen, is its background rather than something on it. */
const SHARE_MAX = 0.25;
/** What is smaller has nothing to be found by; the format takes none of fewer pixels than eight. */
const SIDE_MIN = 12;
/** How unlike the greys of a picture are at least: one of a single colour is everywhere and nowhere. */
const CONTRAST_MIN = 6;
/** Of all pictures of a script, as base64: a browser's storage has room for a few times as much. */
const ALL_MAX = 1024 ** 2;

/** What the screen showed at one moment. */
export interface Still {
  /** In pixels of the video. */
  size: Size;
  /** A part of it as PNG in base64; undefined where that is of one colour, or larger than a save takes. */
  cut(area: Area): Promise<string | undefined>;
  /** A part of it, drawn at another size. */
  pixels(area: Area, size: Size): Pixels | undefined;
}
/** In parts of the screen. */
export type Area = Element["bounds"];

/**
 * Where the element is that a touch means by words that mean others as well, or by its way in the tree alone, and what can be
 * read there; undefined where there is no picture to be made: it shows dots or what is the account's, or is too large.
 */
export function areaOf(
  tree: ElementTree,
  action: Action,
  secrets: readonly string[],
): { area: Area; texts: string[] } | undefined {
  if (action.kind !== "tap" && action.kind !== "hold") return undefined;
  const { target } = action;
  if (target.by !== "xpath" && target.is_alone) return undefined;
  const found = viewOf(tree, findTarget(tree, target), secrets);
  return typeof found === "string" ? undefined : found;
}

/** Why there is no picture of an element: each is told where somebody asks for one. */
export type NoPicture = "gone" | "secret" | "large" | "plain" | "unseen" | "full";

/** Where an element is on the screen, and what can be read there; or why it is on no picture. */
export function viewOf(
  tree: ElementTree,
  at: number | undefined,
  secrets: readonly string[],
): { area: Area; texts: string[] } | NoPicture {
  const area = at === undefined ? undefined : partOf(tree, at);
  const bounds = tree.list[at ?? -1]?.bounds;
  if (!area || !bounds) return "gone";
  const isOn = [area.left, area.top].every((side) => side >= 0) && area.right <= 1 && area.bottom <= 1;
  if (!isOn || (area.right - area.left) * (area.bottom - area.top) > SHARE_MAX) return "large";
  const { left, top, right, bottom } = bounds;
  const there = tree.list.filter(
    ({ bounds: other }) => other.left < right && other.right > left && other.top < bottom && other.bottom > top,
  );
  if (there.some(({ states }) => states.includes("password"))) return "secret";
  const texts = there.flatMap(({ text, description }) => [text, description]).filter((text) => text !== "");
  return saysAny(texts, secrets) ? "secret" : { area, texts };
}

/** An element's bounds in parts of the screen. */
export function partOf(tree: ElementTree, at: number): Area | undefined {
  const bounds = tree.list[at]?.bounds;
  if (!bounds) return undefined;
  const { left, top, right, bottom } = bounds;
  return {
    left: left / tree.width,
    top: top / tree.height,
    right: right / tree.width,
    bottom: bottom / tree.height,
  };
}

const saysAny = (texts: readonly string[], secrets: readonly string[]): boolean =>
  texts.some((text) => secrets.some((secret) => text.includes(secret)));

/** The pictures that files may have: none on which the account's can be read, also where that was told of later. */
export function picturesOf(steps: readonly Step[]): Map<number, StepPicture> {
  const secrets = accountTexts(steps, 1).map(({ text }) => text);
  const all = steps.flatMap(({ step_id, action }) =>
    "picture" in action && action.picture && !saysAny(action.picture.texts, secrets)
      ? [[step_id, action.picture] as const]
      : [],
  );
  return new Map(all.slice(0, LIMITS.script_pictures_max));
}

/** Whether a script has room for another one. */
export function hasRoomFor(steps: readonly Step[], png: string): boolean {
  const all = steps.flatMap(({ action }) => ("picture" in action && action.picture ? [action.picture.png] : []));
  const length = all.reduce((sum, { length: each }) => sum + each, png.length);
  return all.length < LIMITS.script_pictures_max && length <= ALL_MAX;
}

/** A copy of what a screen shows, in pixels of its video. */
export function stillOf(canvas: HTMLCanvasElement, size: Size): Still {
  const copy = new OffscreenCanvas(size.width, size.height);
  copy.getContext("2d")?.drawImage(canvas, 0, 0, size.width, size.height);
  return {
    size,
    pixels(area, to) {
      const part = new OffscreenCanvas(to.width, to.height);
      const context = part.getContext("2d");
      const { x, y, width, height } = inPixels(area, size);
      if (!context || Math.min(width, height) < 1) return undefined;
      context.drawImage(copy, x, y, width, height, 0, 0, to.width, to.height);
      return context.getImageData(0, 0, to.width, to.height);
    },
    async cut(area) {
      const { x, y, width, height } = inPixels(area, size);
      if (Math.min(width, height) < SIDE_MIN) return undefined;
      const part = new OffscreenCanvas(width, height);
      const context = part.getContext("2d");
      context?.drawImage(copy, -x, -y);
      if (!context || contrastOf(context.getImageData(0, 0, width, height).data) < CONTRAST_MIN) return undefined;
      const png = await part.convertToBlob({ type: "image/png" });
      return png.size > LIMITS.script_picture_max_bytes ? undefined : base64Of(png);
    },
  };
}

function inPixels({ left, top, right, bottom }: Area, size: Size) {
  const [x, y] = [Math.round(left * size.width), Math.round(top * size.height)];
  return { x, y, width: Math.round(right * size.width) - x, height: Math.round(bottom * size.height) - y };
}

/** How like a part of what the screen shows is to a picture, as a run judges it. */
export async function likenessOf(still: Still, area: Area, { png }: StepPicture): Promise<number> {
  const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
  const drawn = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = drawn;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context?.drawImage(drawn, 0, 0);
  drawn.close();
  const now = still.pixels(area, { width, height });
  return context && now ? correlation(context.getImageData(0, 0, width, height), now) : 0;
}

/** The standard deviation of its greys, from four bytes of each pixel. */
export function contrastOf(pixels: Uint8ClampedArray): number {
  let [sum, squares] = [0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const grey = 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0);
    sum += grey;
    squares += grey * grey;
  }
  const count = pixels.length / 4;
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs);
}

/** Where the pictures of a case's steps lie: in a folder beside its file, by its name. */
export function picturePaths(path: string) {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const stem = path
    .slice(folder.length)
    .replace(/\.[^.]*$/, "")
    .replaceAll(/[^\p{L}\p{N}._-]/gu, "-");
  const named = (number: number): string => `pictures/${stem}-${number}.png`;
  return { named, at: (number: number): string => folder + named(number) };
}
