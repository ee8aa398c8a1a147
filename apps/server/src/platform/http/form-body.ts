import { Readable } from "node:stream";
import { LIMITS, say, UdtError } from "@udt/contract";
import { atMost } from "../blobs/blobs.ts";

/**
 * The fields of a `multipart/form-data` body: texts, and files as `File`. Of several of one name the last counts. It is held
 * in memory, bounded as a whole.
 * @throws UdtError body_too_large, invalid_body
 */
export async function readForm(body: unknown, contentType: string): Promise<Record<string, unknown>> {
  if (!(body instanceof Readable)) throw new UdtError("invalid_body", { reason: say("content_type") });
  const chunks: Buffer[] = [];
  for await (const chunk of atMost(LIMITS.form_max_bytes, body)) chunks.push(chunk);
  try {
    // Node's own reader of forms, which takes a whole body alone.
    const answer = new Response(new Uint8Array(Buffer.concat(chunks)), { headers: { "content-type": contentType } });
    return Object.fromEntries(await answer.formData());
  } catch (error) {
    const why = error instanceof Error ? error.message : "";
    throw new UdtError("invalid_body", { reason: say("content_unreadable", {}, why) }, { cause: error });
  }
}
