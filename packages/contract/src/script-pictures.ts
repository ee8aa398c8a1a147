/** Pictures that a commit from the editor may bring, by which low-code steps find what has no words. */
import { pictureFacts } from "@udt/base";
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { rule } from "./rules.ts";
import { scriptPath } from "./script-rules.ts";
import { bodyFlag } from "./shapes.ts";

const BASE64_MAX = Math.ceil(LIMITS.script_picture_max_bytes / 3) * 4;
/** What a PNG ends with: a chunk without content, and its checksum. */
const PNG_END = "IEND\u00aeB`\u0082";

/** A whole PNG, by how it begins and ends, that is no larger than a step may look for. */
function isPicture(base64: string): boolean {
  const bytes = atob(base64);
  if (bytes.length > LIMITS.script_picture_max_bytes || !bytes.endsWith(PNG_END)) return false;
  const facts = pictureFacts(Uint8Array.from(bytes.slice(0, 64), (sign) => sign.charCodeAt(0)));
  return facts?.content_type === "image/png" && Math.max(facts.width, facts.height) <= LIMITS.script_picture_side_max;
}

/** A picture's file: as that of a text, and called one. */
export const picturePath = scriptPath.refine((path) => path.endsWith(".png"), rule("picture_path"));

/** What a save does to the file of a picture. */
export const pictureChange = z.object({
  change: z.literal("picture"),
  path: picturePath,
  /** The file, as base64. */
  png: z
    .base64({ error: rule("script_picture"), abort: true })
    .max(BASE64_MAX, { abort: true })
    .refine(isPicture, rule("script_picture")),
  /** As of a text: one that is there is not overwritten. */
  is_new: bodyFlag.default(false),
});
