import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "@udt/contract";

/** More than this is not read for the sake of a refusal. */
const DISCARDED_MAX_BYTES = LIMITS.resource_max_bytes;

/**
 * A refusal in the midst of a body, as when the disk is full, leaves the rest unread: a sender that listens only once it has
 * sent everything would be stuck, or be hung up on without the answer. So the rest is read and thrown away: after the answer,
 * and before it when the connection ends with it.
 */
export function discardLeftBodies(app: FastifyInstance): void {
  app.addHook("onResponse", async ({ raw }) => {
    if (isLeft(raw)) void discard(raw).then((isWhole) => isWhole || raw.destroy());
  });
}

/** To be awaited before a refusal is sent. Who is hung up on at purpose does not count. */
export async function discardBeforeEnd({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isLeft(raw) && !reply.raw.shouldKeepAlive && !reply.hasHeader("connection")) await discard(raw);
}

/**
 * Whether it came to its end. Not by `resume()`: a reader that has given up may still wait for one more piece, and nothing
 * flows until it has it.
 */
async function discard(body: Readable): Promise<boolean> {
  let seen = 0;
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      seen += piece.length;
      if (seen > DISCARDED_MAX_BYTES) return false;
    }
    return true;
  } catch {
    // Who sent it is gone, and hears no answer either.
    return false;
  }
}

const isLeft = (raw: Readable & { complete: boolean }): boolean =>
  raw.readableDidRead && !raw.complete && !raw.destroyed;
