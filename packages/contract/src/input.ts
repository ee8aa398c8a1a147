import { z } from "zod";
import { DEVICE_KEYS, KEY_MODIFIERS } from "./device-keys.ts";
import { LIMITS } from "./limits.ts";
import { said } from "./words.ts";

const pixel = z.number().min(-100_000).max(100_000);
/** Milliseconds that passed at one place. */
const spent = z.number().min(0).max(600_000);
/** Where the time of a touch goes, in its order, from the browser's event to the painted picture. */
export const TOUCH_LEGS = ["page", "socket", "server", "agent", "device", "encode", "back", "decode", "paint"] as const;
export type TouchLeg = (typeof TOUCH_LEGS)[number];
/** Milliseconds spent on each leg; on the direct path there is no server's. */
const legs = {
  ...(Object.fromEntries(TOUCH_LEGS.map((leg) => [leg, spent])) as Record<TouchLeg, typeof spent>),
  server: spent.optional(),
};
const frameSize = { width: z.int().min(1).max(20_000), height: z.int().min(1).max(20_000) };

export const inputToAgent = z.discriminatedUnion("type", [
  /**
   * Coordinates are pixels of a video frame of `width` × `height`. What was meant for the same picture in another size is
   * fitted to the present one; touches for another shape are dropped.
   */
  z.object({
    type: z.literal("touch"),
    action: z.enum(["down", "move", "up", "cancel"]),
    pointer_id: z.int().min(0).max(31),
    x: pixel,
    y: pixel,
    ...frameSize,
    pressure: z.number().min(0).max(1).default(1),
  }),
  /** Notches; positive `vertical` shows what is further up, as `MotionEvent.AXIS_VSCROLL` has it. */
  z.object({
    type: z.literal("scroll"),
    x: pixel,
    y: pixel,
    ...frameSize,
    horizontal: z.number().min(-16).max(16),
    vertical: z.number().min(-16).max(16),
  }),
  z.object({
    type: z.literal("key"),
    action: z.enum(["down", "up", "press"]),
    key: z.enum(DEVICE_KEYS),
    /** What is held meanwhile. */
    modifiers: z.array(z.enum(KEY_MODIFIERS)).max(KEY_MODIFIERS.length).default([]),
  }),
  z.object({ type: z.literal("text"), text: z.string().min(1).max(LIMITS.text_max_chars) }),
  z.object({ type: z.literal("clipboard_set"), text: z.string().max(LIMITS.clipboard_max_chars), paste: z.boolean() }),
  z.object({ type: z.literal("clipboard_get"), copy: z.boolean().default(false) }),
  z.object({ type: z.literal("rotate") }),
  z.object({ type: z.literal("wake") }),
  /**
   * Where does the time of the message before this go? Answered with `marked` by the picture that shows it; a newer mark
   * takes the place of one that is not answered yet. The server notes when it passes. One that came by one way while the answer
   * goes by the other is not answered: of such a way there and back no half is known.
   */
  z.object({ type: z.literal("mark"), mark: z.int().min(0) }),
  /** What the page made of a mark's answer, in milliseconds: kept with what is recorded. */
  z.object({ type: z.literal("touch_time"), ...legs }),
  /** Turns the light of the device's own panel off, or on again; its picture goes on. */
  z.object({ type: z.literal("panel"), is_dark: z.boolean() }),
  /** Answered by `synced` once all that was said before was given to the device: what programs wait for. */
  z.object({ type: z.literal("sync"), seq: z.int() }),
]);
export const inputToBrowser = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), source: z.enum(["live", "commands"]) }),
  z.object({ type: z.literal("clipboard"), text: z.string() }),
  z.object({
    type: z.literal("marked"),
    mark: z.int().min(0),
    /** Until the device had been given all of it. */
    agent_ms: spent,
    /** Until the device captured a picture. What its encoder takes at its fastest counts here: no clock tells the two apart. */
    device_ms: spent,
    /** From then until the agent had that picture, as far as it took longer than the fastest of late. */
    encode_ms: spent,
    /** The presentation time of that picture's packet on `screen`. */
    pts_us: z.int().min(0),
    /** There and back it went by the direct path, where no server is between. */
    direct: z.boolean(),
    /** From the mark's passing the server to this answer's; absent too where a newer mark had passed meanwhile. */
    server_ms: spent.optional(),
  }),
  /** The device takes nothing that is given to it, and why. */
  z.object({ type: z.literal("refused"), said }),
  /** One message that the device did not take, and why: others it does. */
  z.object({ type: z.literal("not_done"), said }),
  z.object({
    type: z.literal("synced"),
    seq: z.int(),
    /** Something since the last one could not be given to the device: a key that it has not, or nothing takes input now. */
    is_refused: z.boolean(),
    /** Of the present video frame, which touches are told in; null: there is none yet. */
    size: z.object({ width: z.int().positive(), height: z.int().positive() }).nullable(),
  }),
]);
export type Marked = Extract<z.output<typeof inputToBrowser>, { type: "marked" }>;
export type TouchTime = Omit<Extract<z.output<typeof inputToAgent>, { type: "touch_time" }>, "type">;
export type InputMessage = z.input<typeof inputToAgent>;
