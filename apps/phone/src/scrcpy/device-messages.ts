/** Longest clipboard text in bytes: a message of 256 KiB less its head. */
const CLIPBOARD_TEXT_MAX_LENGTH = (1 << 18) - 5;

/** Cuts UTF-8 to a length without splitting a character. */
export const truncateUtf8 = (bytes: Buffer, maxLength: number): Buffer => {
  if (bytes.length <= maxLength) return bytes;
  let length = maxLength;
  while (length > 0 && (bytes.readUInt8(length) & 0xc0) === 0x80) length -= 1;
  return bytes.subarray(0, length);
};

/** @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/control/DeviceMessageWriter.java */
export const clipboardMessage = (text: string): Buffer => {
  const bytes = truncateUtf8(Buffer.from(text, "utf8"), CLIPBOARD_TEXT_MAX_LENGTH);
  const head = Buffer.alloc(5);
  head.writeUInt8(0, 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
};

export const ackClipboardMessage = (sequence: bigint): Buffer => {
  const message = Buffer.alloc(9);
  message.writeUInt8(1, 0);
  message.writeBigUInt64BE(sequence, 1);
  return message;
};

export const uhidOutputMessage = (id: number, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt8(2, 0);
  head.writeUInt16BE(id, 1);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
};
