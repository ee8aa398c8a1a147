/** What a person did at a device, as a script does it again. */
import type { DeviceKey, KeyModifier } from "@udt/contract";
import type { Point } from "../../../lib/screen/geometry.ts";

/** What names an element, in the order in which it is chosen: the first that finds it alone. */
export const TARGET_WORDS = ["resource_id", "description", "text"] as const;
export type TargetWord = (typeof TARGET_WORDS)[number];

export type Target =
  /** `instance`: the how manieth of those that have the same, from 0; `is_alone` where nothing else on that screen has. */
  { by: TargetWord; value: string; instance: number; is_alone?: true } | { by: "xpath"; value: string };

/** Why a touch is told by its place alone. */
export const PLACE_REASONS = ["unread", "no_element"] as const;
export type PlaceReason = (typeof PLACE_REASONS)[number];

/** Of a run's account, what a script types that must stand in no file. */
export const ACCOUNT_FIELDS = ["account", "password"] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** What an element looked like. */
export interface StepPicture {
  /** As base64. */
  png: string;
  /** The screen that it was cut out of, in pixels. */
  screen: { width: number; height: number };
  /** What could be read there. */
  texts: readonly string[];
}

/** Places are parts of the screen as it is turned then, from 0 to 1; `within` is a part of the element. */
export type Action =
  | { kind: "start"; package_name: string; clears: boolean }
  | { kind: "tap"; target: Target; within: Point; picture?: StepPicture | undefined }
  | { kind: "tap_at"; at: Point; reason: PlaceReason }
  | { kind: "hold"; target: Target; within: Point; ms: number; picture?: StepPicture | undefined }
  | { kind: "press"; at: Point; ms: number }
  | { kind: "swipe"; from: Point; to: Point; ms: number }
  /** `field`: a script types that of its run's account instead, and `text` leaves the page in no file. */
  /** `is_unsure`: it could not be read which element took it, and whether that shows dots. */
  | { kind: "text"; text: string; field?: AccountField; is_unsure?: true }
  | { kind: "key"; key: DeviceKey; modifiers: KeyModifier[]; times: number }
  | { kind: "rotate" }
  /** The element shows, with this text where that is not empty; `within_s`: no later than so many seconds. */
  | { kind: "check"; target: Target; text: string; within_s?: number | undefined }
  /** The screen shows what looks as the element did. */
  | { kind: "look"; target: Target; picture: StepPicture; within_s?: number | undefined };
export type ActionKind = Action["kind"];

/** What is left of comparing a picture where there is none: that the element shows. */
export const shownAs = ({ target, within_s }: Extract<Action, { kind: "look" }>): Action => ({
  kind: "check",
  target,
  text: "",
  within_s,
});

/** A check may wait for so many seconds, as a low-code step may. */
export const WITHIN_MAX_S = 600;

export interface Step {
  step_id: number;
  /** What its author calls it; empty: by what it does. */
  note: string;
  /** For so long the screen was seen to change after it. */
  rest_ms: number;
  action: Action;
}

export interface Script {
  steps: readonly Step[];
  /** Gestures that no script can tell: of several fingers, or broken off. */
  left_out: number;
}

export const EMPTY: Script = { steps: [], left_out: 0 };
/** More is no script that anybody reads; also what a browser's storage has room for. */
export const STEPS_MAX = 500;

/** A place in thousandths: finer than a finger, and short to read. */
export const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x * 1000) / 1000, y: Math.round(y * 1000) / 1000 });

const FORMAT = 1;
export const toJson = (script: Script): string => JSON.stringify({ format: FORMAT, ...script }, null, 2);

/** What {@link toJson} wrote; empty where that was written by another version of the page. */
export function fromJson(text: string | null): Script {
  if (text === null) return EMPTY;
  const { format, steps, left_out } = JSON.parse(text) as Script & { format: unknown };
  return format === FORMAT ? { steps, left_out } : EMPTY;
}
