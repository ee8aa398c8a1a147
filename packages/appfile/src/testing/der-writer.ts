/** Just enough DER to write a certificate and a signature container. */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 0x80) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const significant = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([tag, 0x80 | significant.length]), significant, content]);
}

export const sequence = (...contents: Uint8Array[]): Buffer => der(0x30, ...contents);
export const set = (...contents: Uint8Array[]): Buffer => der(0x31, ...contents);
export const context0 = (...contents: Uint8Array[]): Buffer => der(0xa0, ...contents);
export const bitString = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes);
export const octetString = (bytes: Uint8Array): Buffer => der(0x04, bytes);
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text));
/** `YYYYMMDDhhmmssZ` */
export const generalizedTime = (text: string): Buffer => der(0x18, Buffer.from(text));

/** A positive integer, big-endian: a leading zero keeps a high first bit from meaning "negative". */
export function integer(bytes: Uint8Array): Buffer {
  return bytes[0]! & 0x80 ? der(0x02, Buffer.from([0]), bytes) : der(0x02, bytes);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = part >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return der(0x06, Buffer.from(bytes));
}
