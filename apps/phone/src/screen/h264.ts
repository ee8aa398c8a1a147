/** NAL unit types of H.264, table 7-1 of ITU-T H.264. */
const NAL_IDR = 5;
const NAL_SPS = 7;
const NAL_PPS = 8;

/** One NAL unit inside an Annex B stream: its start code included, and its type. */
export interface NalUnit {
  type: number;
  bytes: Uint8Array;
}

/** Cuts an Annex B access unit into its NAL units (ITU-T H.264, annex B.1). */
export const splitNalUnits = (data: Uint8Array): NalUnit[] => {
  const starts: { at: number; payload: number }[] = [];
  for (let at = 0; at + 3 <= data.length; at += 1) {
    if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 1) continue;
    starts.push({ at: at > 0 && data[at - 1] === 0 ? at - 1 : at, payload: at + 3 });
    at += 2;
  }
  return starts.map(({ at, payload }, index) => ({
    type: data[payload]! & 0x1f,
    bytes: data.subarray(at, starts[index + 1]?.at ?? data.length),
  }));
};

export const concatBytes = (parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** Parameter sets apart from picture data, as Android's MediaCodec hands them out (BUFFER_FLAG_CODEC_CONFIG). */
export const splitConfig = (data: Uint8Array): { config: Uint8Array; picture: Uint8Array; keyFrame: boolean } => {
  // Parameter sets precede the first slice, so a delta frame, which starts with its slice, needs no search through its bytes.
  const head = data[2] === 1 ? 3 : 4;
  if ((data[head]! & 0x1f) === 1) return { config: new Uint8Array(), picture: data, keyFrame: false };
  const units = splitNalUnits(data);
  const isConfig = ({ type }: NalUnit): boolean => type === NAL_SPS || type === NAL_PPS;
  return {
    config: concatBytes(units.filter(isConfig).map(({ bytes }) => bytes)),
    picture: concatBytes(units.filter((unit) => !isConfig(unit)).map(({ bytes }) => bytes)),
    keyFrame: units.some(({ type }) => type === NAL_IDR),
  };
};
