/** What each action does. */
import { delay, must, type Said, say } from "@udt/base";
import type { Element } from "@udt/contract";
import type { Device } from "@udt/driver";
import { type LeafStep, type Locator, locatorText, matchesOf } from "@udt/low-code";
import type { DeviceHand, ScreenPart } from "../../screen/device-hand.ts";
import type { AccountValues } from "./account-values.ts";
import type { ScriptWish } from "./run-script.ts";
import { type Found, type Look, ScreenLook, StepFault, type Wanted } from "./screen-look.ts";
import type { StepPictures } from "./step-pictures.ts";

/** What a step of its action always has: no file without it is read. */
const LOCATOR = "locator of a step";
const TIMEOUT_S = 10;
const SCRIPT_TIMEOUT_S = 60;
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
  pictures: StepPictures;
  /** Has a memory sample taken of a scene. @returns false where none is recorded */
  memory(scene: string): boolean;
  /** Runs a program of the library to its end. */
  script(wish: ScriptWish): Promise<void>;
  /** What reports are not to show. */
  secrets: AccountValues;
}

/** What came of a step, as its report says it. */
export interface StepMarks {
  /** Where it touched the screen. */
  touched?: { from: ScreenPart; to: ScreenPart };
  /** Which of its locators found its element. */
  found?: Found;
  /** What of it was not done, though nothing failed. */
  note?: Said;
}

/** A step with all values in it, and as people may be shown it. */
export interface Filled<S extends LeafStep = LeafStep> {
  step: S;
  shown: S;
}

/** Does a step, and tells of it as it does. @throws StepFault and what the device throws */
export async function doStep({ step, shown }: Filled, tools: StepTools, marks: StepMarks): Promise<void> {
  const { hand, look, signal } = tools;
  const seconds = "timeout" in step ? (step.timeout ?? TIMEOUT_S) : TIMEOUT_S;
  const wanted = wantedOf({ step, shown });
  const touch = async (from: ScreenPart, to: ScreenPart, ms: number): Promise<void> => {
    marks.touched = { from, to };
    await hand.touch(from, to, ms, signal);
  };
  switch (step.action) {
    case "tap":
    case "long_press": {
      const found = await aim(must(wanted, LOCATOR), seconds, tools, marks);
      const ms = step.action === "tap" ? TAP_MS : (step.seconds ?? LONG_PRESS_S) * 1_000;
      const place = step.at && found.box ? within(found, step.at) : found.place;
      return touch(place, place, ms);
    }
    case "swipe": {
      const found = await aimAt(wanted, seconds, tools, marks);
      return touch(within(found, step.from), within(found, step.to), (step.seconds ?? SWIPE_S) * 1_000);
    }
    case "input": {
      const found = await aimAt(wanted, seconds, tools, marks);
      if (found) await touch(found.place, found.place, TAP_MS);
      if (step.clear) await clear(found, tools);
      if (step.text !== "") await hand.text(step.text, signal);
      return;
    }
  }
  await tools.pictures.see();
  switch (step.action) {
    case "start_app":
      return startApp(step, tools);
    case "key":
      return hand.key(step.key, step.times ?? 1, signal, step.modifiers);
    case "rotate":
      return hand.rotate(signal);
    case "memory":
      // Others see the name of a sample's scene than may see the account.
      if (!tools.memory(shown.action === "memory" ? shown.scene : step.scene)) marks.note = say("memory_not_recorded");
      return;
    case "script":
      return tools.script({ file: step.file, args: step.args ?? [], seconds: step.timeout ?? SCRIPT_TIMEOUT_S });
    case "wait":
      if (!wanted) return delay((step.seconds ?? 0) * 1_000, signal);
      if (step.gone) return untilGone(wanted, seconds, tools);
      marks.found = await look.find(wanted, seconds);
      return;
    case "assert":
      if (step.gone) return untilGone(must(wanted, LOCATOR), seconds, tools);
      marks.found = await look.find(
        must(wanted, LOCATOR),
        seconds,
        expectation({ step, shown: shown as typeof step }, seconds, tools),
      );
  }
}

/** What is to be touched. It is looked for anew where the screen changed while its picture was taken: it may be elsewhere. */
async function aim(wanted: Wanted, seconds: number, { look, pictures }: StepTools, marks: StepMarks): Promise<Found> {
  const found = await look.find(wanted, seconds);
  return (marks.found = (await pictures.see()) ? await look.find(wanted, seconds) : found);
}

/** The same where there may be nothing to look for. */
async function aimAt(
  wanted: Wanted | undefined,
  seconds: number,
  tools: StepTools,
  marks: StepMarks,
): Promise<Found | undefined> {
  if (wanted) return aim(wanted, seconds, tools, marks);
  await tools.pictures.see();
  return undefined;
}

/** The locator of a step and its fallbacks; undefined where it has none. */
function wantedOf({ step, shown }: Filled): Wanted | undefined {
  const all = (one: LeafStep): Locator[] =>
    "locator" in one && one.locator ? [one.locator, ...(one.fallback ?? [])] : [];
  return all(step).length === 0 ? undefined : { locators: all(step), shown: all(shown) };
}

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

/** A part of what was found as a part of the screen. */
function within(found: Found | undefined, part: ScreenPart): ScreenPart {
  if (!found?.box) return part;
  const { left, top, right, bottom } = found.box;
  return { x: left + (right - left) * part.x, y: top + (bottom - top) * part.y };
}

async function clear(found: Found | undefined, { hand, signal }: StepTools): Promise<void> {
  const length = Math.min(CLEAR_MAX, found?.element?.text.length ?? CLEAR_MAX);
  await hand.key("End", 1, signal);
  if (length > 0) await hand.key("Backspace", length, signal);
}

async function untilGone({ locators, shown }: Wanted, seconds: number, { look }: StepTools): Promise<void> {
  await look.until(seconds, async ({ tree, isLast }) => {
    for (const [at, each] of locators.entries()) {
      if (each.by === "position") continue;
      const found = each.by === "ui" ? matchesOf(tree, each) : await look.sights(each, isLast);
      if (found?.length === 0) continue;
      const locator = locatorText(shown[at] ?? each);
      if (isLast) throw new StepFault(say("low_code_still_there", { seconds, locator }));
      return undefined;
    }
    return true;
  });
}

/** Whether an element is as a step asserts; its last look throws how it is instead. */
function expectation(
  { step, shown }: Filled<Extract<LeafStep, { action: "assert" }>>,
  seconds: number,
  { secrets }: StepTools,
): (element: Element, look: Look) => boolean {
  return ({ text, states }, { isLast }) => {
    const locator = locatorText(shown.locator);
    const hasText =
      (step.text === undefined || text === step.text) &&
      (step.text_contains === undefined || text.includes(step.text_contains));
    if (!hasText && isLast) {
      const wantedText = shown.text ?? shown.text_contains ?? "";
      const found = secrets.hide(text);
      throw new StepFault(say("low_code_other_text", { seconds, locator, found, wanted: wantedText }));
    }
    const hasState = step.state === undefined || states.includes(step.state);
    if (!hasState && isLast)
      throw new StepFault(say("low_code_other_state", { seconds, locator, state: step.state ?? "" }));
    return hasText && hasState;
  };
}
