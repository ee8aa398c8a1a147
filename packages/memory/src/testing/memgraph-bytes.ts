/** A binary property list of one archive, as a `.memgraph` is from outside; what is in it, Apple's classes alone know. */

/** @param bytes of the archive, which nobody here reads */
export function memgraphBytes(bytes: Uint8Array = Buffer.from("archive")): Buffer {
  const magic = Buffer.from("bplist00");
  // One object, a data of so many bytes: 0x4f, and its length as a number of four bytes.
  const head = Buffer.from([0x4f, 0x12, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes.length, 2);
  const offsets = Buffer.from([magic.length]);
  const trailer = Buffer.alloc(32);
  trailer.writeUInt8(offsets.length, 6);
  trailer.writeUInt8(1, 7);
  trailer.writeBigUInt64BE(1n, 8);
  trailer.writeBigUInt64BE(0n, 16);
  trailer.writeBigUInt64BE(BigInt(magic.length + head.length + bytes.length), 24);
  return Buffer.concat([magic, head, bytes, offsets, trailer]);
}
