/** What the console and a page that embeds it say to each other: `{type, payload}` by `postMessage` (document 1 §4). */
import { z } from "zod";
import { redirectPath } from "./rules.ts";
import { text } from "./shapes.ts";

/** From the parent. Anything else is not meant for us. */
export const parentMessage = z.discriminatedUnion("type", [
  /** The parent's project; the console shows the same screen of the project that stands for it here. */
  z.object({ type: z.literal("syncProjectId"), payload: text(200).min(1) }),
  /** Show this path of the console. */
  z.object({ type: z.literal("syncUrl"), payload: redirectPath }),
  /** The parent's menu item of the present screen was clicked again: show it afresh, or the path that is given. */
  z.object({ type: z.literal("currentRouteMenuClick"), payload: redirectPath.nullish() }),
]);
export type ParentMessage = z.output<typeof parentMessage>;

/** To the parent. */
export type ConsoleMessage =
  /** The console now shows this path. */
  | { type: "syncUrl"; payload: string }
  /** The session is over; `payload` is the path that was shown. */
  | { type: "loginExpired"; payload: string };
