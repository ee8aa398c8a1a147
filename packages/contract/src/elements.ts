/** What is on a device's screen, as its accessibility services see it: what scripts find by a locator. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";

/** What an element is or can do, in Android's words with which scripts ask for it. */
export const ELEMENT_STATES = [
  "checkable",
  "checked",
  "clickable",
  "enabled",
  "focusable",
  "focused",
  "long_clickable",
  "password",
  "scrollable",
  "selected",
] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

const words = z.string().max(LIMITS.element_text_max);

export const element = z.object({
  /** Its parent's place in the list; null at the root of a window. */
  parent: z.int().min(0).nullable(),
  class_name: words,
  /** `package:id/name` on Android; empty for an element without one, as are the others. */
  resource_id: words,
  text: words,
  /** What a screen reader says in place of a text. */
  description: words,
  package_name: words,
  /** In pixels of the display as it is turned now. */
  bounds: z.object({ left: z.int(), top: z.int(), right: z.int(), bottom: z.int() }),
  states: z.array(z.enum(ELEMENT_STATES)),
});
export type Element = z.output<typeof element>;

export const elementTree = z.object({
  /** Of the display as it is turned now, in pixels. */
  width: z.int().positive(),
  height: z.int().positive(),
  /** Parents before their children, siblings in their order; what lies later lies above. */
  list: z.array(element).max(LIMITS.elements_max),
  /** There are more than the list takes. */
  is_cut: z.boolean(),
});
export type ElementTree = z.output<typeof elementTree>;
