import { delay, SaidError, say } from "@udt/base";
import type { CandidateLocator, Element, ElementTree } from "@udt/contract";
import type { ElementsCapability } from "@udt/driver";
import { candidatesOf, elementText, type Locator, locatorText, matchesOf } from "@udt/low-code";
import type { DeviceHand, ScreenPart } from "../../screen/device-hand.ts";
import type { AccountValues } from "./account-values.ts";

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

/** Where an element is, and which locator found it. */
export interface Found {
  place: ScreenPart;
  /** Null where the locator names a place on the screen alone. */
  target: { element: Element; tree: ElementTree } | null;
  shown: Locator;
  /** Which of the step's locators that is, from 0. */
  which: number;
}

/** Looks at the device's screen until something is so. */
export class ScreenLook {
  readonly #elements: ElementsCapability;
  readonly #hand: DeviceHand;
  readonly #secrets: AccountValues;
  readonly #signal: AbortSignal;

  /** @param secrets what is on the screen and is not to be told */
  constructor(elements: ElementsCapability, hand: DeviceHand, secrets: AccountValues, signal: AbortSignal) {
    this.#elements = elements;
    this.#hand = hand;
    this.#secrets = secrets;
    this.#signal = signal;
  }

  /**
   * Looks again whenever the picture has changed, until `judge` answers something or the time is over. Its last look may throw
   * what is wrong then.
   */
  async until<T>(seconds: number, judge: (look: Look) => T | undefined): Promise<T | undefined> {
    const end = performance.now() + seconds * 1_000;
    let before = "";
    let unread: unknown;
    for (;;) {
      const tree = await this.#elements.read(this.#signal).catch((error: unknown) => void (unread = error));
      this.#signal.throwIfAborted();
      const left = end - performance.now();
      const isLast = left <= 0;
      if (tree) {
        const text = JSON.stringify(tree);
        const answer = judge({ tree, isAtRest: text === before, isLast });
        if (answer !== undefined) return answer;
        before = text;
      } else if (isLast) throw unread;
      if (isLast) return undefined;
      await Promise.all([
        this.#hand.changed(Math.min(LOOK_AGAIN_MS, left), this.#signal),
        delay(Math.min(LOOK_MIN_MS, left), this.#signal),
      ]);
    }
  }

  /** The element that a step wants, waited for. @throws StepFault */
  async find(
    wanted: Wanted,
    seconds: number,
    fits: (element: Element, look: Look) => boolean = () => true,
  ): Promise<Found> {
    const [first] = wanted.locators;
    // A place needs no look.
    if (first?.by === "position" && wanted.shown[0])
      return { place: first, target: null, shown: wanted.shown[0], which: 0 };
    const found = await this.until(seconds, (look) => {
      const one = this.findIn(look, wanted);
      return one && (one.target === null || fits(one.target.element, look)) ? one : this.#give(look, wanted, seconds);
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
  findIn({ tree, isAtRest, isLast }: Look, { locators, shown }: Wanted): Found | undefined {
    for (const [at, locator] of locators.entries()) {
      const told = shown[at] ?? locator;
      if (locator.by === "position") {
        if (isLast) return { place: locator, target: null, shown: told, which: at };
        continue;
      }
      if (at > 0 && !isAtRest && !isLast) return undefined;
      const places = matchesOf(tree, locator);
      const matches = places.flatMap((each) => tree.list[each] ?? []);
      const element = locator.which === undefined ? matches[0] : matches[locator.which - 1];
      if (locator.which === undefined && matches.length > 1) {
        if (isAtRest || isLast)
          throw this.#several(told, matches, { which: at, list: this.#candidates(tree, [locator], places) });
        return undefined;
      }
      if (element) return { place: middleOf(element, tree), target: { element, tree }, shown: told, which: at };
    }
    return undefined;
  }

  #give(look: Look, wanted: Wanted, seconds: number): undefined {
    if (look.isLast) throw this.#notFound(look.tree, wanted, seconds);
    return undefined;
  }

  #notFound(tree: ElementTree | undefined, { locators, shown }: Wanted, seconds: number): StepFault {
    const locator = shown.map(locatorText).join("; ");
    const list = tree ? this.#candidates(tree, locators) : [];
    return new StepFault(say("low_code_not_found", { seconds, locator }), { which: 0, list });
  }

  #several(shown: Locator, matches: readonly Element[], instead: Instead): StepFault {
    const [first = "", second = ""] = matches.map((element) => elementText(this.#secrets.hideIn(element)));
    const args = { locator: locatorText(shown), count: matches.length, first, second };
    return new StepFault(say("low_code_two", args), instead);
  }

  #candidates(tree: ElementTree, locators: readonly Locator[], among?: readonly number[]): CandidateLocator[] {
    return candidatesOf(tree, locators, among, (element) => this.#secrets.hideIn(element));
  }
}

/** The middle of what of it is on the screen. */
export function middleOf({ bounds }: Element, { width, height }: ElementTree): ScreenPart {
  const middle = (from: number, to: number, size: number) => (Math.max(0, from) + Math.min(size, to)) / 2 / size;
  return { x: middle(bounds.left, bounds.right, width), y: middle(bounds.top, bounds.bottom, height) };
}
