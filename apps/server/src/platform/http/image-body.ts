import { Readable } from "node:stream";
import { LIMITS, UdtError } from "@udt/contract";
import { atMost } from "../blobs/blobs.ts";

export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);

/** What an image is by its first bytes, whatever it is called. Undefined for what no browser shall show. */
export function imageType(bytes: Buffer): ImageType | undefined {
  if (ascii(bytes, 0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (ascii(bytes, 0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (["GIF87a", "GIF89a"].includes(ascii(bytes, 0, 6))) return "image/gif";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 12) === "WEBP") return "image/webp";
  return undefined;
}

/** A picture that somebody uploads. @param body The request's bytes. @throws UdtError image_type, body_too_large */
export async function readImage(body: unknown): Promise<{ bytes: Buffer; content_type: ImageType }> {
  if (!(body instanceof Readable)) throw new UdtError("image_type");
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(LIMITS.image_size_max_bytes, body)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const content_type = imageType(bytes);
  if (content_type === undefined) throw new UdtError("image_type");
  return { bytes, content_type };
}
