/**
 * The ADB packet: a 24-byte little-endian header (command, arg0, arg1, payload length, checksum, magic) and its payload.
 * https://cs.android.com/android/platform/superproject/+/android-14.0.0_r1:packages/modules/adb/protocol.txt
 */

export const AdbCommand = {
  Sync: 0x434e5953,
  Connect: 0x4e584e43,
  Auth: 0x48545541,
  Open: 0x4e45504f,
  Okay: 0x59414b4f,
  Close: 0x45534c43,
  Write: 0x45545257,
  StartTls: 0x534c5453,
} as const;

/** The last version whose peers verify the checksum. */
export const ADB_VERSION_WITH_CHECKSUM = 0x01000000;
/** From this version on the checksum is not verified and sent as 0. */
export const ADB_VERSION_SKIP_CHECKSUM = 0x01000001;
export const ADB_MAX_PAYLOAD = 1024 * 1024;
/** What a peer of the oldest version can take, used until it has said more. */
export const ADB_MIN_PAYLOAD = 4096;
export const ADB_HEADER_LENGTH = 24;

export interface AdbPacket {
  command: number;
  arg0: number;
  arg1: number;
  payload: Uint8Array;
}

/** The bytes cannot be an ADB packet; the connection that sent them is lost. */
export class AdbProtocolError extends Error {
  override readonly name = "AdbProtocolError";
}

/** The sum of all payload bytes; the protocol text calls it a CRC, wrongly. */
export function checksumOf(payload: Uint8Array): number {
  let sum = 0;
  for (const byte of payload) sum = (sum + byte) >>> 0;
  return sum;
}

/** What stands before the payload. @param withChecksum as {@link encodePacket} */
export function encodeHeader(packet: AdbPacket, withChecksum: boolean): Uint8Array {
  const bytes = new Uint8Array(ADB_HEADER_LENGTH);
  putHeader(bytes, packet, withChecksum);
  return bytes;
}

/** @param withChecksum whether the peer verifies it (version {@link ADB_VERSION_WITH_CHECKSUM}, and every CNXN). */
export function encodePacket(packet: AdbPacket, withChecksum: boolean): Uint8Array {
  const bytes = bytesFor(ADB_HEADER_LENGTH + packet.payload.length);
  putHeader(bytes, packet, withChecksum);
  bytes.set(packet.payload, ADB_HEADER_LENGTH);
  return bytes;
}

function putHeader(bytes: Uint8Array, packet: AdbPacket, withChecksum: boolean): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(0, packet.command, true);
  view.setUint32(4, packet.arg0, true);
  view.setUint32(8, packet.arg1, true);
  view.setUint32(12, packet.payload.length, true);
  view.setUint32(16, withChecksum ? checksumOf(packet.payload) : 0, true);
  view.setUint32(20, ~packet.command, true);
}

/** All of it is written at once: it need not be zero before, which costs as much as copying. */
const bytesFor = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);

/** Cuts a byte stream into packets, however its chunks fall. */
export class PacketDecoder {
  /** Set while the peer's version verifies checksums. */
  verifyChecksum = true;
  /** Of a peer that nobody knows yet little is taken. */
  maxPayload: number;
  readonly #header = new Uint8Array(ADB_HEADER_LENGTH);
  #headerLength = 0;
  #payload: Uint8Array | undefined;
  #payloadLength = 0;

  constructor(maxPayload = ADB_MAX_PAYLOAD) {
    this.maxPayload = maxPayload;
  }

  /** Yields every packet that `chunk` completes. @throws AdbProtocolError on a bad magic, length or checksum. */
  *push(chunk: Uint8Array): Generator<AdbPacket> {
    let offset = 0;
    while (offset < chunk.length || this.#isComplete()) {
      if (!this.#payload) {
        const part = chunk.subarray(offset, offset + ADB_HEADER_LENGTH - this.#headerLength);
        this.#header.set(part, this.#headerLength);
        this.#headerLength += part.length;
        offset += part.length;
        if (this.#headerLength < ADB_HEADER_LENGTH) return;
        this.#payload = bytesFor(this.#checkedLength());
      }
      const part = chunk.subarray(offset, offset + this.#payload.length - this.#payloadLength);
      this.#payload.set(part, this.#payloadLength);
      this.#payloadLength += part.length;
      offset += part.length;
      if (this.#isComplete()) yield this.#take(this.#payload);
    }
  }

  #isComplete(): boolean {
    return this.#payload !== undefined && this.#payloadLength === this.#payload.length;
  }

  #checkedLength(): number {
    const view = new DataView(this.#header.buffer);
    const command = view.getUint32(0, true);
    if (view.getUint32(20, true) !== ~command >>> 0)
      throw new AdbProtocolError("The packet's magic does not match its command.");
    const length = view.getUint32(12, true);
    if (length > this.maxPayload)
      throw new AdbProtocolError(`A payload of ${length} bytes is over ${this.maxPayload}.`);
    return length;
  }

  #take(payload: Uint8Array): AdbPacket {
    const view = new DataView(this.#header.buffer);
    const packet = {
      command: view.getUint32(0, true),
      arg0: view.getUint32(4, true),
      arg1: view.getUint32(8, true),
      payload,
    };
    this.#headerLength = 0;
    this.#payload = undefined;
    this.#payloadLength = 0;
    // A CNXN comes before the version is agreed, so it always carries one; later ones do as the version says.
    const mustMatch = packet.command === AdbCommand.Connect ? view.getUint32(16, true) !== 0 : this.verifyChecksum;
    if (mustMatch && view.getUint32(16, true) !== checksumOf(payload))
      throw new AdbProtocolError("The payload's checksum is wrong.");
    return packet;
  }
}
