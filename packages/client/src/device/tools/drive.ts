/** What people do at the screen: look, read what is on it, touch, type, press keys. */
import { captureWish, DEVICE_KEYS, KEY_MODIFIERS, LIMITS } from "@udt/contract";
import { z } from "zod";
import { DriveFault } from "../access.ts";
import type { Target } from "../device-session.ts";
import { lineOfElement, listedElement, listElements } from "../elements.ts";
import { done, doneOutput, sessionTool, type Tool } from "./tool.ts";

const PRESS_MAX_MS = 5_000;
const ref = z.string().min(1).describe("An element of device_tree");
const pixel = z.number().min(0).max(100_000);
const duration = z.int().min(0).max(PRESS_MAX_MS);

export const DRIVE_TOOLS: readonly Tool[] = [
  sessionTool(
    {
      name: "screenshot",
      title: "Take a screenshot",
      description:
        "What the screen shows now, as PNG; its pixels are those of the points that other tools take. Smaller with a height, whose points are to be multiplied by the scale that is answered, and in few bytes as JPEG with a quality.",
      reads: false,
      idempotent: true,
      input: {
        height: captureWish.shape.height.describe("In pixels; the ratio is kept, and it is never made larger"),
        quality: captureWish.shape.quality.describe("Of a JPEG"),
      },
      output: { resource_id: z.string(), size_bytes: z.int(), content_type: z.string(), scale: z.number() },
    },
    async (session, { height, quality }) => {
      const { bytes, resource, scale } = await session.screenshot({ height, quality });
      const { resource_id, content_type } = resource;
      const data = { resource_id, content_type, size_bytes: bytes.length, scale };
      return { data, picture: { bytes, content_type } };
    },
  ),
  sessionTool(
    {
      name: "tree",
      title: "Read the screen's elements",
      description:
        "What can be read or used on the screen, one element a line: reference, class, text, id, bounds, flags. A reference holds while the element is the same, also when the tree is read again.",
      reads: false,
      idempotent: true,
      input: {},
      output: {
        width: z.int(),
        height: z.int(),
        elements: z.array(listedElement),
        is_cut: z.boolean().describe("There are more than are told"),
      },
    },
    async (session) => {
      const tree = await session.elements();
      const elements = listElements(tree);
      const { width, height, is_cut } = tree;
      return { data: { width, height, elements, is_cut }, text: elements.map(lineOfElement).join("\n") };
    },
  ),
  sessionTool(
    {
      name: "tap",
      title: "Tap",
      description: "Touches an element by its reference, or a point of the screen; longer with hold_ms.",
      reads: false,
      input: { ref: ref.optional(), x: pixel.optional(), y: pixel.optional(), hold_ms: duration.default(60) },
      output: doneOutput,
      places: ["ref"],
    },
    async (session, { hold_ms, ...at }) => {
      await session.tap(targetOf(at), hold_ms);
      return done("Tapped.");
    },
  ),
  sessionTool(
    {
      name: "swipe",
      title: "Swipe",
      description: "Drags one finger from a point to another; upwards scrolls down.",
      reads: false,
      input: { from_x: pixel, from_y: pixel, to_x: pixel, to_y: pixel, duration_ms: duration.default(300) },
      output: doneOutput,
      places: ["from_x", "from_y", "to_x", "to_y"],
    },
    async (session, { from_x, from_y, to_x, to_y, duration_ms }) => {
      await session.swipe({ x: from_x, y: from_y }, { x: to_x, y: to_y }, duration_ms);
      return done("Swiped.");
    },
  ),
  sessionTool(
    {
      name: "type",
      title: "Type text",
      description: "Types into the field that has the focus, or into the one named, which is tapped first.",
      reads: false,
      input: { text: z.string().min(1).max(LIMITS.text_max_chars), ref: ref.optional() },
      output: doneOutput,
      places: ["text"],
    },
    async (session, { text, ref: field }) => {
      if (field !== undefined) await session.tap({ ref: field });
      await session.type(text);
      return done("Typed.");
    },
  ),
  sessionTool(
    {
      name: "key",
      title: "Press a key",
      description: "Presses a key by W3C's name: GoBack, GoHome, AppSwitch, Enter, Backspace, Power, KeyA …",
      reads: false,
      input: {
        key: z.enum(DEVICE_KEYS),
        modifiers: z.array(z.enum(KEY_MODIFIERS)).max(KEY_MODIFIERS.length).default([]),
      },
      output: doneOutput,
      places: ["key"],
    },
    async (session, { key, modifiers }) => {
      await session.key(key, modifiers);
      return done("Pressed.");
    },
  ),
];

function targetOf({
  ref: named,
  x,
  y,
}: {
  ref?: string | undefined;
  x?: number | undefined;
  y?: number | undefined;
}): Target {
  if (named !== undefined) return { ref: named };
  if (x === undefined || y === undefined)
    throw new DriveFault("point_missing", "Name an element by ref, or a point by x and y.", "ref");
  return { x, y };
}
