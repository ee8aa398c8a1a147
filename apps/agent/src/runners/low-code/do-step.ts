/** What each action does. */
import { delay, say } from "@udt/base";
import type { Element } from "@udt/contract";
import type { Device } from "@udt/driver";
import { type LeafStep, type Locator, locatorText, matchesOf } from "@udt/low-code";
import type { DeviceHand, ScreenPart } from "../../screen/device-hand.ts";
import { type Found, type Look, ScreenLook, StepFault, type Wanted } from "./screen-look.ts";

const TIMEOUT_S = 10;
const TAP_MS = 30;
const LONG_PRESS_S = 0.8;
const SWIPE_S = 0.3;
/** What stands in a field and goes before another text comes, at most. */
const CLEAR_MAX = 500;

/** By what steps are done. */
export interface StepTools {
  device: Device;
  hand: DeviceHand;
  look: ScreenLook;
  /** The app under test; empty when there is none. */
  app: string;
  signal: AbortSignal;
}

/** A step with all values in it, and as people may be shown it. */
export interface Filled<S extends LeafStep = LeafStep> {
  step: S;
  shown: S;
}

/** Does a step. @returns by which locator, null where it has none @throws StepFault and what the device throws */
export async function doStep({ step, shown }: Filled, tools: StepTools): Promise<Locator | null> {
  const { hand, look, signal } = tools;
  const seconds = "timeout" in step ? (step.timeout ?? TIMEOUT_S) : TIMEOUT_S;
  const wanted = wantedOf({ step, shown });
  switch (step.action) {
    case "start_app":
      await startApp(step, tools);
      return null;
    case "tap":
    case "long_press": {
      const found = await look.find(must(wanted), seconds);
      const ms = step.action === "tap" ? TAP_MS : (step.seconds ?? LONG_PRESS_S) * 1_000;
      const place = step.action === "tap" && step.at && found.target ? within(found, step.at) : found.place;
      await hand.touch(place, place, ms, signal);
      return found.shown;
    }
    case "swipe": {
      const found = wanted && (await look.find(wanted, seconds));
      await hand.touch(within(found, step.from), within(found, step.to), (step.seconds ?? SWIPE_S) * 1_000, signal);
      return found?.shown ?? null;
    }
    case "input": {
      const found = wanted && (await look.find(wanted, seconds));
      if (found) await hand.touch(found.place, found.place, TAP_MS, signal);
      if (step.clear) await clear(found, tools);
      if (step.text !== "") await hand.text(step.text, signal);
      return found?.shown ?? null;
    }
    case "key":
      await hand.key(step.key, step.times ?? 1, signal, step.modifiers);
      return null;
    case "rotate":
      await hand.rotate(signal);
      return null;
    case "wait":
      if (!wanted) return delay((step.seconds ?? 0) * 1_000, signal).then(() => null);
      return step.gone ? untilGone(wanted, seconds, tools) : (await look.find(wanted, seconds)).shown;
    case "assert":
      if (step.gone) return untilGone(must(wanted), seconds, tools);
      return (await look.find(must(wanted), seconds, expectation({ step, shown: shown as typeof step }, seconds)))
        .shown;
  }
}

/** The locator of a step and its fallbacks; undefined where it has none. */
function wantedOf({ step, shown }: Filled): Wanted | undefined {
  const all = (one: LeafStep): Locator[] =>
    "locator" in one && one.locator ? [one.locator, ...(one.fallback ?? [])] : [];
  return all(step).length === 0 ? undefined : { locators: all(step), shown: all(shown) };
}

const must = (wanted: Wanted | undefined): Wanted => wanted ?? { locators: [], shown: [] };

async function startApp(
  step: Extract<LeafStep, { action: "start_app" }>,
  { device, app, signal }: StepTools,
): Promise<void> {
  const { apps } = device.capabilities;
  const name = step.package ?? app;
  if (!apps) throw new StepFault(say("device_no_apps"));
  if (name === "") throw new StepFault(say("low_code_no_app"));
  if (step.anew) await apps.stop(name, signal);
  if (step.clear) await apps.clear(name, signal);
  await apps.start(name, signal);
}

/** A part of an element as a part of the screen. */
function within(found: Found | undefined, part: ScreenPart): ScreenPart {
  if (!found?.target) return part;
  const { element, tree } = found.target;
  const { left, top, right, bottom } = element.bounds;
  return {
    x: (left + (right - left) * part.x) / tree.width,
    y: (top + (bottom - top) * part.y) / tree.height,
  };
}

async function clear(found: Found | undefined, { hand, signal }: StepTools): Promise<void> {
  const length = Math.min(CLEAR_MAX, found?.target?.element.text.length ?? CLEAR_MAX);
  await hand.key("End", 1, signal);
  if (length > 0) await hand.key("Backspace", length, signal);
}

async function untilGone({ locators, shown }: Wanted, seconds: number, { look }: StepTools): Promise<Locator | null> {
  await look.until(seconds, ({ tree, isLast }) => {
    const at = locators.findIndex((each) => each.by === "ui" && matchesOf(tree, each).length > 0);
    if (at === -1) return true;
    const told = shown[at];
    if (isLast && told) throw new StepFault(say("low_code_still_there", { seconds, locator: locatorText(told) }));
    return undefined;
  });
  return shown[0] ?? null;
}

/** Whether an element is as a step asserts; its last look throws how it is instead. */
function expectation(
  { step, shown }: Filled<Extract<LeafStep, { action: "assert" }>>,
  seconds: number,
): (element: Element, look: Look) => boolean {
  return ({ text, states }, { isLast }) => {
    const locator = locatorText(shown.locator);
    const hasText =
      (step.text === undefined || text === step.text) &&
      (step.text_contains === undefined || text.includes(step.text_contains));
    if (!hasText && isLast) {
      const wantedText = shown.text ?? shown.text_contains ?? "";
      throw new StepFault(say("low_code_other_text", { seconds, locator, found: text, wanted: wantedText }));
    }
    const hasState = step.state === undefined || states.includes(step.state);
    if (!hasState && isLast)
      throw new StepFault(say("low_code_other_state", { seconds, locator, state: step.state ?? "" }));
    return hasText && hasState;
  };
}
