/**
 * The direct path: a peer connection between a browser and an agent, by which a session's pictures come and its streams' messages go while
 * it stands. Each stream keeps its socket through the server, which says who may have it and for how long.
 */
import { z } from "zod";

export const DIRECT_PATH = {
  sdp_max_chars: 20_000,
  candidate_max_chars: 1_000,
  /** Of one end of one path: addresses of a computer with many interfaces, each by itself and through each server. */
  candidates_max: 100,
  /** Data channels of one path that nobody expects, as when a stream ended while its browser opened one. */
  strangers_max: 20,
} as const;

const sdp = z.string().min(1).max(DIRECT_PATH.sdp_max_chars);
/** A candidate as RFC 8839 §5.1 writes it, and the part of the SDP that it belongs to. */
const candidate = {
  candidate: z.string().max(DIRECT_PATH.candidate_max_chars),
  mid: z.string().max(64),
};
/** A name that nobody can guess: whoever offers a path chooses it, and names it on the stream that it is for. */
export const pathName = z.string().regex(/^[\w-]{16,64}$/);

/** What helps two computers to find each other, as browsers take it. */
export const iceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});
export type IceServer = z.output<typeof iceServer>;

/** What a server lets a path be made with; the credentials are good for a while. */
export const directPathOffer = z.object({
  ice_servers: z.array(iceServer),
  /** The browser goes by a relay alone, so that the agent does not learn where it is. */
  relay_only: z.boolean(),
});
export type DirectPathOffer = z.output<typeof directPathOffer>;

/** `signaling`: one offer a stream; the path ends with it. */
export const signalingToAgent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("offer"), path: pathName, sdp }),
  z.object({ type: z.literal("candidate"), ...candidate }),
]);
export const signalingToBrowser = z.discriminatedUnion("type", [
  /** Said first. */
  z.object({ type: z.literal("ready"), ...directPathOffer.shape }),
  /** The server has no direct path, or this agent's computer cannot make one. */
  z.object({ type: z.literal("off") }),
  z.object({ type: z.literal("answer"), sdp }),
  z.object({ type: z.literal("candidate"), ...candidate }),
]);
