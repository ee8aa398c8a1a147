import { textBefore } from "@udt/base";
import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import { disposition } from "../../platform/http/attachment.ts";
import { byteRange } from "../../platform/http/byte-range.ts";
import type { ResourceRow } from "./resources.repository.ts";

/** A file as it is now; one that grows has more of it the next time. */
export interface OpenResource {
  row: ResourceRow;
  size_bytes: number;
  /** From `start` up to and with `end`. @throws UdtError resource_not_found */
  read(range: { start: number; end: number }): Promise<Readable>;
}

/** What a browser may show in place; everything else is only ever downloaded. */
const SHOWN = new Map([
  ...["image/png", "image/jpeg", "image/webp", "image/gif", "video/mp4"].map((type) => [type, type] as const),
  ["text/plain", "text/plain; charset=utf-8"],
]);

/** A file, or the range of it that was asked for, to be shown in place where a browser may and kept where it changes no more. */
export async function sendResource(
  reply: FastifyReply,
  { row, size_bytes, read }: OpenResource,
  headers: { range?: string | undefined; "if-range"?: string | undefined },
): Promise<FastifyReply> {
  const etag = `"${row.resource_id}-${row.state}-${size_bytes}"`;
  // A range of what it was before is no part of what it is now (RFC 9110 §13.1.5).
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isSame ? byteRange(headers.range, size_bytes) : undefined;
  const { start, end } = range ?? { start: 0, end: size_bytes - 1 };
  const stream = range === null || size_bytes === 0 ? Readable.from([]) : await read({ start, end });
  const shownAs = SHOWN.get(textBefore(row.content_type, ";").trim());
  reply
    .type(shownAs ?? "application/octet-stream")
    .header("content-disposition", disposition(shownAs === undefined ? "attachment" : "inline", row.name))
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("accept-ranges", "bytes")
    .header("etag", etag)
    .header("cache-control", row.state === "growing" ? "no-store" : "private, max-age=31536000, immutable");
  if (range === null) return reply.code(416).header("content-range", `bytes */${size_bytes}`).send("");
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${size_bytes}`);
  return reply.header("content-length", end - start + 1).send(stream);
}
