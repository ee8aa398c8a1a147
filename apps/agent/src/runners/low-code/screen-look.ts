import { delay, SaidError, say } from "@udt/base";
import type { CandidateLocator, Element, ElementTree, PicturePart } from "@udt/contract";
import type { ElementsCapability } from "@udt/driver";
import {
  candidatesAt,
  candidatesOf,
  elementText,
  type ImageLocator,
  type Locator,
  locatorText,
  matchesOf,
} from "@udt/low-code";
import type { DeviceHand, ScreenPart } from "../../screen/device-hand.ts";
import type { AccountValues } from "./account-values.ts";
import type { PictureLook } from "./pictures/picture-look.ts";

/** A picture that stands still is looked at again so often: what a screen reader is told may change and the picture not. */
const LOOK_AGAIN_MS = 500;
/** One that never stands still, no oftener than this. */
const LOOK_MIN_MS = 50;

/** A step that came to no good end, with what was on the screen instead. */
export class StepFault extends SaidError {
  readonly instead: Instead | undefined;

  constructor(said: ConstructorParameters<typeof SaidError>[0], instead?: Instead) {
    const elements = (instead?.list ?? []).map(({ element }) => element);
    super({ ...said, evidence: said.evidence || elements.join("\n") });
    this.instead = instead;
  }
}

/** What may be meant by a locator that found nothing or several. */
export interface Instead {
  /** Which of the step's locators it is, in the order in which they are tried. */
  which: number;
  list: readonly CandidateLocator[];
  /** Where the screen is like its picture. */
  places?: readonly PicturePart[];
}

/** One look at the screen. */
export interface Look {
  tree: ElementTree;
  /** It was the same at the look before. */
  isAtRest: boolean;
  /** The time is over: there is no other look. */
  isLast: boolean;
}

/** What a step looks for: the same in its own words and as people may be shown it, where passwords have no values. */
export interface Wanted<L extends Locator = Locator> {
  locators: readonly L[];
  shown: readonly L[];
}

/** A part of the screen, which may reach beyond it. */
type Box = Readonly<Record<"left" | "top" | "right" | "bottom", number>>;

/** Where an element is, and which locator found it. */
export interface Found {
  place: ScreenPart;
  /** Null where the locator names a place on the screen alone. */
  box: Box | null;
  /** Null where that is no element but a picture or a place. */
  element: Element | null;
  /** The place that is like its picture. */
  sight?: PicturePart;
  shown: Locator;
  /** Which of the step's locators that is, from 0. */
  which: number;
}

interface Room {
  elements: ElementsCapability;
  hand: DeviceHand;
  pictures: PictureLook;
  /** What is on the screen and is not to be told. */
  secrets: AccountValues;
  signal: AbortSignal;
}

/** Looks at the device's screen until something is so. */
export class ScreenLook {
  readonly #room: Room;
  /** What the picture of a step's locator was like at last, by which of its locators that is. */
  readonly #near = new Map<number, readonly PicturePart[]>();

  constructor(room: Room) {
    this.#room = room;
  }

  /**
   * Looks again whenever the picture has changed, until `judge` answers something or the time is over. Its last look may throw
   * what is wrong then.
   */
  async until<T>(
    seconds: number,
    judge: (look: Look) => T | undefined | Promise<T | undefined>,
  ): Promise<T | undefined> {
    const { elements, hand, signal } = this.#room;
    const end = performance.now() + seconds * 1_000;
    let before = "";
    let unread: unknown;
    for (;;) {
      const tree = await elements.read(signal).catch((error: unknown) => void (unread = error));
      signal.throwIfAborted();
      const left = end - performance.now();
      const isLast = left <= 0;
      if (tree) {
        const text = JSON.stringify(tree);
        const answer = await judge({ tree, isAtRest: text === before, isLast });
        if (answer !== undefined) return answer;
        before = text;
      } else if (isLast) throw unread;
      if (isLast) return undefined;
      await Promise.all([
        hand.changed(Math.min(LOOK_AGAIN_MS, left), signal),
        delay(Math.min(LOOK_MIN_MS, left), signal),
      ]);
    }
  }

  /** The element that a step wants, waited for. @throws StepFault */
  async find(
    wanted: Wanted,
    seconds: number,
    fits: (element: Element, look: Look) => boolean = () => true,
  ): Promise<Found> {
    this.#near.clear();
    const [first] = wanted.locators;
    // A place needs no look.
    if (first?.by === "position" && wanted.shown[0])
      return { place: first, box: null, element: null, shown: wanted.shown[0], which: 0 };
    const found = await this.until(seconds, async (look) => {
      const one = await this.findIn(look, wanted);
      return one && (one.element === null || fits(one.element, look)) ? one : this.#give(look, wanted, seconds);
    });
    if (found) return found;
    throw this.#notFound(undefined, wanted, seconds);
  }

  /**
   * What the first of the locators finds that finds something. The others count once the screen is at rest, and places once
   * the time is over: what a locator means may be on its way.
   *
   * @throws StepFault when one means more than one element, also when the screen is at rest
   */
  async findIn(look: Look, { locators, shown }: Wanted): Promise<Found | undefined> {
    const { tree, isAtRest, isLast } = look;
    for (const [which, locator] of locators.entries()) {
      const told = { shown: shown[which] ?? locator, which };
      if (locator.by === "position") {
        if (isLast) return { place: locator, box: null, element: null, ...told };
        continue;
      }
      if (which > 0 && !isAtRest && !isLast) return undefined;
      const places = locator.by === "ui" ? matchesOf(tree, locator) : await this.sights(locator, isLast, which);
      if (!places) return undefined;
      const several = locator.which === undefined && places.length > 1;
      if (several && (isAtRest || isLast)) throw this.#several(tree, locator, told, places);
      if (several) return undefined;
      const place = places[(locator.which ?? 1) - 1];
      if (place === undefined) continue;
      const element = typeof place === "number" ? tree.list[place] : null;
      if (element) return { place: middleOf(element, tree), box: boxOf(element, tree), element, ...told };
      if (typeof place !== "number") return { place: middle(place), box: place, element: null, sight: place, ...told };
    }
    return undefined;
  }

  /**
   * Where the screen shows a picture; undefined where that cannot be told this time.
   * @param which of a step's locators names it
   */
  async sights(locator: ImageLocator, isLast: boolean, which = 0): Promise<readonly PicturePart[] | undefined> {
    const sight = await this.#room.pictures.look(locator, isLast);
    if (sight) this.#near.set(which, sight.near);
    return sight?.meant;
  }

  #give(look: Look, wanted: Wanted, seconds: number): undefined {
    if (look.isLast) throw this.#notFound(look.tree, wanted, seconds);
    return undefined;
  }

  #notFound(tree: ElementTree | undefined, { locators, shown }: Wanted, seconds: number): StepFault {
    const locator = shown.map(locatorText).join("; ");
    const [places = []] = this.#near.values();
    const atPlaces = this.#near.get(0);
    const byWords = () => (tree ? candidatesOf(tree, locators, undefined, this.#told) : []);
    const list = tree && atPlaces ? candidatesAt(tree, atPlaces, this.#told) : byWords();
    return new StepFault(say("low_code_not_found", { seconds, locator }), { which: 0, list, places });
  }

  #several(
    tree: ElementTree,
    locator: Locator,
    { shown, which }: Pick<Found, "shown" | "which">,
    found: readonly (number | PicturePart)[],
  ): StepFault {
    const args = { locator: locatorText(shown), count: found.length };
    const parts = found.filter((one) => typeof one !== "number");
    if (parts.length > 0) {
      const [first = "", second = ""] = parts.map(placeText);
      const list = candidatesAt(tree, parts, this.#told);
      return new StepFault(say("low_code_picture_two", { ...args, first, second }), { which, list, places: parts });
    }
    const at = found.filter((one) => typeof one === "number");
    const elements = at.flatMap((each) => tree.list[each] ?? []);
    const [first = "", second = ""] = elements.map((element) => elementText(this.#told(element)));
    const list = candidatesOf(tree, [locator], at, this.#told);
    return new StepFault(say("low_code_two", { ...args, first, second }), { which, list });
  }

  readonly #told = (element: Element): Element => this.#room.secrets.hideIn(element);
}

const boxOf = ({ bounds }: Element, { width, height }: ElementTree): Box => ({
  left: bounds.left / width,
  top: bounds.top / height,
  right: bounds.right / width,
  bottom: bounds.bottom / height,
});

const middle = ({ left, top, right, bottom }: Box): ScreenPart => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Where a picture is, and how like it that is, in a line. */
const placeText = (place: PicturePart): string => {
  const { x, y } = middle(place);
  const [across, down, score] = [x, y, place.score].map((part) => Math.round(part * 100));
  return `${across} %, ${down} % (${score} %)`;
};

/** The middle of what of it is on the screen. */
export function middleOf({ bounds }: Element, { width, height }: ElementTree): ScreenPart {
  const middle = (from: number, to: number, size: number) => (Math.max(0, from) + Math.min(size, to)) / 2 / size;
  return { x: middle(bounds.left, bounds.right, width), y: middle(bounds.top, bounds.bottom, height) };
}
