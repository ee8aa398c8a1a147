/**
 * A candidate that this agent tries: UDP at an address, or at a name that the browser's computer tells to its own network
 * alone (RFC 8839 §5.1, draft-ietf-mmusic-mdns-ice-candidates). No other name is looked up because a browser said it.
 */
const CANDIDATE =
  /^candidate:[\w+/]{1,32} [12] udp \d{1,10} (?:[\d.]{7,15}|[\da-f:.]{2,45}|[\da-f-]{36}\.local) \d{1,5} typ (?:host|srflx|prflx|relay)(?: [\x21-\x7e]+)*$/i;

export const isCandidate = (text: string): boolean => CANDIDATE.test(text);

/** An offer without candidates: they come one by one, each judged by itself. */
export const withoutCandidates = (sdp: string): string => sdp.replace(/^a=candidate:.*(\r?\n|$)/gim, "");
