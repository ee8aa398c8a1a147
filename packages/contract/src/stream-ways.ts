/**
 * The two ways of a stream's messages: its socket through the server, which is always open, and a data channel of the direct path while
 * there is one. Which it is changes nothing of what is said: no message is lost at a change, none comes twice, and their order stays.
 *
 * Each end tells by itself which way its messages go. A **turn** of the channel begins with `turn`, said on the channel first: once it
 * is answered there (`taken`, 0), something comes through, and the same word on the socket ends what came by that. What is sent now
 * goes by the channel, and is kept until the other end has taken it. `turn_over` on the socket ends the turn and tells how much was
 * known to be taken: what came after it is said again on the socket, where the other end passes over what it has.
 */
import { z } from "zod";
import { pathName } from "./direct-path.ts";

export const STREAM_WAYS = {
  /** What is longer goes by the socket: of a data channel's message not every browser takes more. */
  message_max_bytes: 200_000,
  /** What may be on its way by a channel, untaken: an end that is sent more has no honest peer. */
  untaken_max_bytes: 1024 * 1024,
  /** What each message counts there besides its own bytes: an end may be made to keep many that are empty. */
  keeping_bytes: 64,
  /** In turn with them, messages are told to be taken after so long at the latest. */
  take_within_ms: 40,
  /** Nothing was taken for so long although something is on its way: it goes by the socket. */
  stalled_ms: 700,
} as const;

const turn = z.int().positive();
const count = z.int().min(0);

/** Said beside a stream's own messages, which have a `type`. A name of a channel is good for one. */
export const wayMessage = z.discriminatedUnion("way", [
  /** On the socket, by the browser: give me a name for a channel of this path. */
  z.object({ way: z.literal("ask"), path: pathName }),
  /** On the socket, by the agent, once the path stands: it takes one channel that is called so for this stream. */
  z.object({ way: z.literal("key"), path: pathName, key: pathName }),
  z.object({ way: z.literal("turn"), turn }),
  /** On the channel: so many messages of the turn have been taken. */
  z.object({ way: z.literal("taken"), turn, count }),
  z.object({ way: z.literal("turn_over"), turn, taken: count }),
]);
export type WayMessage = z.output<typeof wayMessage>;

const BEGINNING = '{"way":';
const BEGINNING_BYTES = new TextEncoder().encode(BEGINNING);

export const wayText = (message: WayMessage): string => JSON.stringify(message);
/** Whether a text is one of {@link wayMessage}, or nothing that there is. No stream's own message begins so. */
export const isWayText = (text: string | Uint8Array): boolean =>
  typeof text === "string"
    ? text.startsWith(BEGINNING)
    : text.length >= BEGINNING.length && BEGINNING_BYTES.every((byte, at) => text[at] === byte);

/** What an agent's ping says on a stream's socket when its user did something by the channel: once a second at most. */
export const ACTIVE_PING = "active";

/**
 * What the server's ping says on the socket of a stream that goes on whoever has control: whether who is at its other end
 * drives the device from now on. A page cannot say it: pings end at the server.
 */
export const CONTROL_PINGS = { drives: "drives", watches: "watches" } as const;
