/**
 * Pictures that a device's cameras see in place of the world. Each camera has places for several: it sees the one of the
 * lowest index first, and with each photo that is taken the next, then the first again.
 */
import { z } from "zod";
import { errorArgs } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { time } from "./shapes.ts";

/** By where it looks from the phone. */
export const CAMERAS = ["back", "front"] as const;
export type CameraName = (typeof CAMERAS)[number];

const index = (number: z.ZodCoercedNumber | z.ZodNumber) =>
  number
    .int()
    .min(0)
    .max(LIMITS.camera_images_max - 1);

/** Which of them, as the calls name it: numbers of forms and addresses are texts. */
export const cameraImageNamed = z.object({ type: z.enum(CAMERAS), image_index: index(z.coerce.number()) });
const cameraImagePlace = { type: z.enum(CAMERAS), image_index: index(z.number()) };
export const cameraImage = z.object({
  ...cameraImagePlace,
  size_bytes: z.int().positive(),
  /** When it was put there, by the device's clock: another one in its place has another time. */
  modified_at: time,
});
export type CameraImage = z.output<typeof cameraImage>;
export type CameraImagePlace = Pick<CameraImage, "type" | "image_index">;

/** `camera`: the server says which place, then one binary frame is the picture. The agent answers once, and closes. */
export const cameraToAgent = z.object({ camera: z.enum(CAMERAS), image_index: cameraImagePlace.image_index });
export const cameraToServer = z.discriminatedUnion("type", [
  z.object({ type: z.literal("done") }),
  z.object({ type: z.literal("refused"), code: z.string(), args: errorArgs }),
]);
