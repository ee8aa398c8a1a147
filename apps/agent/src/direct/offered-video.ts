/** The part of a browser's offer in which it takes H.264, and how it calls that. */
export interface OfferedVideo {
  mid: string;
  payload_type: number;
  /** The codec's parameters, as the answer says them again. */
  profile: string;
}

/** A browser offers a track and a section for all channels. */
const SECTIONS_MAX = 8;

/** What of an offer (RFC 8866, RFC 6184 §8.1) the pictures can go by; undefined: nothing, and no path is made. */
export function offeredVideo(sdp: string): OfferedVideo | undefined {
  // An answer speaks of each of them: of very many it would be longer than any that may be told.
  if ((sdp.match(/^m=/gm)?.length ?? 0) > SECTIONS_MAX) return undefined;
  const section = sdp.split(/^m=/m).find((part) => part.startsWith("video "));
  const mid = /^a=mid:([\w-]{1,32})\r?$/m.exec(section ?? "")?.[1];
  if (section === undefined || mid === undefined) return undefined;
  const coded = new Set([...section.matchAll(/^a=rtpmap:(\d{1,3}) H264\/90000\r?$/gm)].map(([, type]) => type));
  for (const [, type, profile = ""] of section.matchAll(/^a=fmtp:(\d{1,3}) ([\w=;-]{1,200})\r?$/gm)) {
    const payload_type = Number(type);
    // Pictures come in pieces.
    if (coded.has(type) && profile.includes("packetization-mode=1") && payload_type < 128)
      return { mid, payload_type, profile };
  }
  return undefined;
}
