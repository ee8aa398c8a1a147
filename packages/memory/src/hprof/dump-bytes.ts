import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { say } from "@udt/base";
import { MemoryFault, type Place } from "../fault.ts";

const ROOM_BYTES = 1024 ** 2;
/** Ids are numbers here; addresses of 64 bits have 48 of them, or 57, of which all below this are exact. */
const HIGH_MAX = 2 ** 21;
const HIGH = 2 ** 32;

/**
 * A heap dump's bytes, one value after the other, in the order of networks. Only a piece of the file is in memory. Nothing is read
 * behind {@link DumpBytes.end}, whatever lengths the file tells.
 */
export class DumpBytes implements Disposable {
  /** Of the byte that is read next, from the file's beginning. */
  at = 0;
  /** Where what is read now ends: the file, or a record of it. */
  end: number;
  readonly size: number;
  /** 4 or 8. */
  id_bytes = 4;
  /** What is read now, in the words of the format: told where it is not there. */
  expected = "JAVA PROFILE";
  readonly #file: number;
  readonly #isOwn: boolean;
  readonly #place: Place;
  readonly #room: Buffer;
  readonly #onRead: (bytes: number) => void;
  /** Of the piece that is in memory. */
  #start = 0;
  #length = 0;

  /** @param file its path, or as it is open, and stays. @param onRead hears of each piece of the file how long it is */
  constructor(file: string | number, place: Place, onRead: (bytes: number) => void) {
    this.#place = place;
    this.#onRead = onRead;
    this.#isOwn = typeof file === "string";
    this.#file = typeof file === "string" ? this.#asked(() => openSync(file, "r")) : file;
    this.size = this.#asked(() => fstatSync(this.#file).size);
    this.end = this.size;
    this.#room = Buffer.allocUnsafe(ROOM_BYTES);
  }

  [Symbol.dispose](): void {
    if (this.#isOwn) closeSync(this.#file);
  }

  u1(): number {
    const room = this.#have(1);
    this.at += 1;
    return this.#room[room] ?? 0;
  }

  u2(): number {
    const room = this.#have(2);
    this.at += 2;
    return this.#room.readUInt16BE(room);
  }

  u4(): number {
    const room = this.#have(4);
    this.at += 4;
    return this.#room.readUInt32BE(room);
  }

  /** @throws MemoryFault for one that is too large to be told from others */
  id(): number {
    if (this.id_bytes === 4) return this.u4();
    const room = this.#have(8);
    const high = this.#room.readUInt32BE(room);
    if (high >= HIGH_MAX) throw this.unexpected("ID < 2^53");
    this.at += 8;
    return high * HIGH + this.#room.readUInt32BE(room + 4);
  }

  /** @param length bytes, of which there is to be room in memory */
  text(length: number): string {
    if (length > ROOM_BYTES) throw this.unexpected(`UTF8 <= ${ROOM_BYTES}`);
    const room = this.#have(length);
    this.at += length;
    return this.#room.toString("utf8", room, room + length);
  }

  /** Leaves so many bytes unread. */
  skip(length: number): void {
    if (length > this.end - this.at) throw this.unexpected(`${this.expected} (${length})`);
    this.at += length;
  }

  unexpected(expected = this.expected): MemoryFault {
    return new MemoryFault(say("memory_bytes_unexpected", { file: this.#place.file, byte: this.at, expected }));
  }

  /** @returns where in the room the next bytes are, all of them */
  #have(length: number): number {
    const room = this.at - this.#start;
    if (room >= 0 && room + length <= this.#length && this.at + length <= this.end) return room;
    if (length > this.end - this.at) throw this.unexpected();
    this.#start = this.at;
    this.#length = 0;
    // A read may give less than what is asked for.
    while (this.#length < length) {
      const came = this.#asked(() =>
        readSync(this.#file, this.#room, this.#length, ROOM_BYTES - this.#length, this.#start + this.#length),
      );
      if (came === 0) throw this.unexpected();
      this.#length += came;
      this.#onRead(came);
    }
    return 0;
  }

  #asked<Answer>(ask: () => Answer): Answer {
    try {
      return ask();
    } catch (error) {
      throw new MemoryFault(say("memory_no_file", { file: this.#place.file }, (error as Error).message), {
        cause: error,
      });
    }
  }
}
