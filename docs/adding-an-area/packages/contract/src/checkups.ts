/** What is said with an agent in a checkup: over its stream, and in its task. */
import { z } from "zod";
import { id } from "./shapes.ts";
import { said } from "./words.ts";

/** Null where the device does not say. */
export const percent = z.int().min(0).max(100).nullable();

/** `battery`, agent to browser: how full the battery is, once a second. Nothing is said the other way. */
export const batteryToBrowser = z.object({ type: z.literal("level"), percent });
export const batteryToAgent = z.never();

/** How busy the agent's own computer is: a battery that a busy computer feeds says little. */
export const loadTask = z.object({ task_id: id, kind: z.literal("load"), payload: z.object({}) });
export const loadEnd = z.object({
  kind: z.literal("load"),
  failure: z.enum(["agent_lost"]).nullable(),
  message: said.nullable().default(null),
  result: z.object({ percent }),
});
