/** What the fixtures put into property lists. */
export type PlistInput = string | number | boolean | Date | Buffer | PlistInput[] | { [key: string]: PlistInput };

const escape = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);

/** https://www.apple.com/DTDs/PropertyList-1.0.dtd */
export function xmlPlist(value: PlistInput): Buffer {
  const element = (one: PlistInput): string => {
    if (typeof one === "string") return `<string>${escape(one)}</string>`;
    if (typeof one === "number") return Number.isInteger(one) ? `<integer>${one}</integer>` : `<real>${one}</real>`;
    if (typeof one === "boolean") return one ? "<true/>" : "<false/>";
    if (one instanceof Date) return `<date>${one.toISOString().replace(/\.\d+/, "")}</date>`;
    if (Buffer.isBuffer(one)) return `<data>\n${one.toString("base64")}\n</data>`;
    if (Array.isArray(one)) return `<array>${one.map(element).join("")}</array>`;
    const entries = Object.entries(one).map(([key, held]) => `<key>${escape(key)}</key>\n${element(held)}`);
    return `<dict>${entries.join("\n")}</dict>`;
  };
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0">\n${element(value)}\n</plist>\n`,
  );
}

/** https://opensource.apple.com/source/CF/CF-1153.18/CFBinaryPList.c */
export function binaryPlist(value: PlistInput): Buffer {
  const objects: Buffer[] = [];
  const sized = (kind: number, length: number): Buffer => {
    if (length < 15) return Buffer.from([(kind << 4) | length]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(length);
    // 0x12: an integer of four bytes.
    return Buffer.concat([Buffer.from([(kind << 4) | 0x0f, 0x12]), size]);
  };
  const reference = (index: number): Buffer => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(index);
    return bytes;
  };
  const add = (one: PlistInput): number => {
    const index = objects.push(Buffer.alloc(0)) - 1;
    objects[index] = encode(one);
    return index;
  };
  const encode = (one: PlistInput): Buffer => {
    if (typeof one === "boolean") return Buffer.from([one ? 0x09 : 0x08]);
    if (typeof one === "number") {
      const bytes = Buffer.alloc(9);
      bytes[0] = 0x13;
      bytes.writeBigInt64BE(BigInt(one), 1);
      return bytes;
    }
    if (one instanceof Date) {
      const bytes = Buffer.alloc(9);
      bytes[0] = 0x33;
      bytes.writeDoubleBE((one.getTime() - Date.UTC(2001, 0, 1)) / 1000, 1);
      return bytes;
    }
    if (Buffer.isBuffer(one)) return Buffer.concat([sized(0x4, one.length), one]);
    if (typeof one === "string") {
      // eslint-disable-next-line no-control-regex -- the format's own two kinds of text
      if (/^[\u0000-\u007f]*$/.test(one)) return Buffer.concat([sized(0x5, one.length), Buffer.from(one, "latin1")]);
      return Buffer.concat([sized(0x6, one.length), Buffer.from(one, "utf16le").swap16()]);
    }
    if (Array.isArray(one)) return Buffer.concat([sized(0xa, one.length), ...one.map((held) => reference(add(held)))]);
    const entries = Object.entries(one);
    const keys = entries.map(([key]) => reference(add(key)));
    const values = entries.map(([, held]) => reference(add(held)));
    return Buffer.concat([sized(0xd, entries.length), ...keys, ...values]);
  };
  const top = add(value);
  const offsets: Buffer[] = [];
  let at = "bplist00".length;
  for (const object of objects) {
    const offset = Buffer.alloc(4);
    offset.writeUInt32BE(at);
    offsets.push(offset);
    at += object.length;
  }
  const trailer = Buffer.alloc(32);
  trailer.set([4, 2], 6);
  trailer.writeBigUInt64BE(BigInt(objects.length), 8);
  trailer.writeBigUInt64BE(BigInt(top), 16);
  trailer.writeBigUInt64BE(BigInt(at), 24);
  return Buffer.concat([Buffer.from("bplist00"), ...objects, ...offsets, trailer]);
}
