import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { disposition } from "./attachment.ts";

export interface SentImage {
  content_type: string;
  size_bytes: number;
  stream: Readable;
}

/** Sends an image that somebody uploaded: it is shown and runs nothing. Its address is its own, so browsers keep it. */
export const sendImage = (reply: FastifyReply, { content_type, size_bytes, stream }: SentImage): FastifyReply =>
  reply
    .type(content_type)
    .header("content-length", size_bytes)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("cache-control", "private, max-age=31536000, immutable")
    .send(stream);

/** Sends a file that somebody uploaded, to be kept; a page may show it where it is a picture. */
export const sendKept = (reply: FastifyReply, { name, ...file }: SentImage & { name: string }): FastifyReply =>
  sendImage(reply.header("content-disposition", disposition("attachment", name)), file);
