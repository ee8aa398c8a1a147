import { z } from "zod";
import { LIMITS } from "./limits.ts";

/** How a screenshot is wished: without anything the whole screen as PNG. */
export const captureWish = z.object({
  /** In pixels; its ratio is kept, and it is never larger than the screen. */
  height: z.int().min(1).max(LIMITS.capture_height_max).optional(),
  /** Of a JPEG; without it, it is a PNG. */
  quality: z.int().min(1).max(100).optional(),
});
export type CaptureWish = z.output<typeof captureWish>;
