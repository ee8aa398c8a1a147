import { posix } from "node:path";
import { type AdbStream, ByteReader } from "@udt/adb";
import { FileError, errorText } from "../system/file-errors.ts";
import type { FileStat } from "../system/file-nodes.ts";
import type { FileWriter, PhoneFiles } from "../system/files.ts";
import { SHELL_UID } from "../system/users.ts";

/*
 * The sync service: requests of a four-letter id, a 32-bit little-endian length and that many bytes.
 * https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/SYNC.TXT
 */

const MAX_PATH_LENGTH = 1024;
const MAX_DATA_LENGTH = 64 * 1024;
/** Data that one write carries: each write waits for the peer's OKAY, so small ones would cost a round trip each. */
const SEND_AT_LENGTH = 512 * 1024;
const ENOENT = 2;

/** What a sync session needs of its stream. */
type SyncStream = Pick<AdbStream, "readable" | "write">;

/** Serves sync requests until QUIT or the end of the stream. */
export async function serveSync(files: PhoneFiles, stream: SyncStream): Promise<void> {
  const reader = new ByteReader(stream.readable);
  const session = new SyncSession(files, reader, stream);
  for (let request = await reader.exactly(8); request; request = await reader.exactly(8)) {
    const id = ascii(request.subarray(0, 4));
    const length = uint32(request, 4);
    if (id === "QUIT" || length > MAX_PATH_LENGTH) return;
    const name = await reader.exactly(length);
    if (!name) return;
    if (!(await session.serve(id, new TextDecoder().decode(name)))) return;
  }
}

class SyncSession {
  readonly #files: PhoneFiles;
  readonly #reader: ByteReader;
  readonly #stream: SyncStream;

  constructor(files: PhoneFiles, reader: ByteReader, stream: SyncStream) {
    this.#files = files;
    this.#reader = reader;
    this.#stream = stream;
  }

  /** False ends the session: the request is unknown, or the stream is no longer in step. */
  async serve(id: string, path: string): Promise<boolean> {
    if (id === "STAT") await this.#write(this.#stat(path));
    else if (id === "STA2" || id === "LST2") await this.#write(this.#stat2(id, path, id === "STA2"));
    else if (id === "LIST") await this.#list(path);
    else if (id === "LIS2") await this.#list2(path);
    else if (id === "RECV") await this.#receive(path);
    else if (id === "SEND") return this.#send(path);
    else {
      await this.#fail(`unknown command ${id}`);
      return false;
    }
    return true;
  }

  #find(path: string, follow: boolean): FileStat | undefined {
    try {
      return this.#files.stat(path, follow);
    } catch {
      // v1 has no way to say why: an absent file is all zeros.
      return undefined;
    }
  }

  #stat(path: string): Uint8Array {
    const stat = this.#find(path, false);
    return fields("STAT", [stat?.mode ?? 0, stat?.size ?? 0, seconds(stat?.mtimeMs ?? 0)]);
  }

  #stat2(id: string, path: string, follow: boolean): Uint8Array {
    try {
      return stat2Bytes(id, this.#files.stat(path, follow));
    } catch (error) {
      const bytes = new Uint8Array(72);
      writeAscii(bytes, id);
      new DataView(bytes.buffer).setUint32(4, error instanceof FileError ? error.errno : ENOENT, true);
      return bytes;
    }
  }

  async #list(path: string): Promise<void> {
    const parts: Uint8Array[] = [];
    for (const name of this.#names(path)) {
      const stat = this.#find(posix.join(path, name), false);
      const encoded = new TextEncoder().encode(name);
      if (stat) parts.push(fields("DENT", [stat.mode, stat.size, seconds(stat.mtimeMs), encoded.length]), encoded);
    }
    await this.#write(Buffer.concat([...parts, fields("DONE", [0, 0, 0, 0])]));
  }

  async #list2(path: string): Promise<void> {
    const parts: Uint8Array[] = [];
    for (const name of this.#names(path)) {
      const stat = this.#find(posix.join(path, name), false);
      const encoded = new TextEncoder().encode(name);
      if (stat) parts.push(stat2Bytes("DNT2", stat), fields("", [encoded.length]).subarray(4), encoded);
    }
    const done = new Uint8Array(76);
    writeAscii(done, "DONE");
    await this.#write(Buffer.concat([...parts, done]));
  }

  #names(path: string): string[] {
    try {
      return [".", "..", ...this.#files.list(path)];
    } catch {
      // An unreadable directory is an empty list in this protocol.
      return [];
    }
  }

  async #receive(path: string): Promise<void> {
    let chunks: Iterable<Uint8Array>;
    try {
      chunks = this.#files.chunks(path, SHELL_UID);
    } catch (error) {
      return this.#fail(`open failed: ${errorText(error)}`);
    }
    let pending: Uint8Array[] = [];
    let pendingLength = 0;
    for (const part of dataParts(chunks)) {
      pending.push(fields("DATA", [part.length]), part);
      pendingLength += part.length;
      if (pendingLength < SEND_AT_LENGTH) continue;
      await this.#write(Buffer.concat(pending));
      pending = [];
      pendingLength = 0;
    }
    await this.#write(Buffer.concat([...pending, fields("DONE", [0])]));
  }

  /** `PATH,MODE` and then DATA packets until DONE carries the time. False when the stream ended in the middle. */
  async #send(spec: string): Promise<boolean> {
    const comma = spec.lastIndexOf(",");
    const mode = Number.parseInt(spec.slice(comma + 1), 10);
    if (comma < 0 || Number.isNaN(mode)) {
      await this.#fail("missing , in ID_SEND");
      return false;
    }
    const path = spec.slice(0, comma);
    const isLink = (mode & 0o170000) === 0o120000;
    const opened = isLink ? undefined : this.#attempt(() => this.#open(path, mode), "couldn't create file");
    const writer = opened?.value;
    let problem = opened?.problem;
    let target = "";
    const mtimeS = await this.#takeData((data) => {
      if (isLink) target += new TextDecoder().decode(data);
      // After a failure the rest is read and dropped: adb looks for the answer only when it has sent everything.
      else if (!problem && writer) problem = this.#attempt(() => writer.append(data), "write failed").problem;
    });
    if (mtimeS !== undefined) {
      return this.#finishSend(path, mode, isLink ? target : undefined, writer, problem, mtimeS * 1000);
    }
    if (writer) this.#attempt(() => this.#files.remove(path), "unlink");
    return false;
  }

  /** Hands on each DATA until DONE, whose number it answers; undefined when the stream ended or lost its step. */
  async #takeData(onData: (data: Uint8Array) => void): Promise<number | undefined> {
    for (;;) {
      const header = await this.#reader.exactly(8);
      if (!header) return undefined;
      const id = ascii(header.subarray(0, 4));
      const number = uint32(header, 4);
      if (id === "DONE") return number;
      const data = id === "DATA" && number <= MAX_DATA_LENGTH ? await this.#reader.exactly(number) : undefined;
      if (!data) return undefined;
      onData(data);
    }
  }

  #open(path: string, mode: number): FileWriter {
    this.#files.assertShellMayWrite(path, "open");
    this.#files.mkdir(posix.dirname(path), true, 0o771);
    return this.#files.writer(path, forAll(mode));
  }

  async #finishSend(
    path: string,
    mode: number,
    linkTarget: string | undefined,
    writer: FileWriter | undefined,
    problem: string | undefined,
    mtimeMs: number,
  ): Promise<boolean> {
    let failed = problem;
    if (linkTarget !== undefined) failed = this.#attempt(() => this.#link(linkTarget, path), "symlink failed").problem;
    if (failed !== undefined) {
      if (writer) this.#attempt(() => this.#files.remove(path), "unlink");
      await this.#fail(failed);
      return true;
    }
    writer?.finish(mtimeMs, forAll(mode));
    await this.#write(fields("OKAY", [0]));
    return true;
  }

  #link(target: string, path: string): void {
    this.#files.assertShellMayWrite(path, "symlink");
    this.#files.mkdir(posix.dirname(path), true, 0o771);
    if (this.#find(path, false)) this.#files.remove(path);
    this.#files.symlink(target.replace(/(?<!\0)\0+$/, ""), path);
  }

  #attempt<T>(action: () => T, what: string): { value?: T; problem?: string } {
    try {
      return { value: action() };
    } catch (error) {
      return { problem: `${what}: ${errorText(error)}` };
    }
  }

  async #fail(message: string): Promise<void> {
    const encoded = new TextEncoder().encode(message);
    await this.#write(Buffer.concat([fields("FAIL", [encoded.length]), encoded]));
  }

  #write(bytes: Uint8Array): Promise<void> {
    return this.#stream.write(bytes);
  }
}

/** The chunks cut to what one DATA may carry. */
function* dataParts(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const chunk of chunks) {
    for (let offset = 0; offset < chunk.length; offset += MAX_DATA_LENGTH) {
      yield chunk.subarray(offset, offset + MAX_DATA_LENGTH);
    }
  }
}

/** An id and 32-bit numbers. */
function fields(id: string, numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 + numbers.length * 4);
  writeAscii(bytes, id);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, index) => view.setUint32(4 + index * 4, Math.min(number, 0xffffffff), true));
  return bytes;
}

/** The 72 bytes of `sync_stat_v2`: id, error, dev, ino, mode, nlink, uid, gid, size, atime, mtime, ctime. */
function stat2Bytes(id: string, stat: FileStat): Uint8Array {
  const bytes = new Uint8Array(72);
  writeAscii(bytes, id);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(8, 1n, true);
  view.setBigUint64(16, BigInt(stat.ino), true);
  view.setUint32(24, stat.mode, true);
  view.setUint32(28, stat.links, true);
  view.setUint32(32, 2000, true);
  view.setUint32(36, 2000, true);
  view.setBigUint64(40, BigInt(stat.size), true);
  for (const offset of [48, 56, 64]) view.setBigInt64(offset, BigInt(seconds(stat.mtimeMs)), true);
  return bytes;
}

/** adbd gives the owner's permissions to group and others too. */
function forAll(mode: number): number {
  const owner = (mode >> 6) & 0o7;
  return (mode & 0o777) | (owner << 3) | owner;
}

const seconds = (ms: number): number => Math.floor(ms / 1000);
const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const uint32 = (bytes: Uint8Array, offset: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(offset, true);

function writeAscii(bytes: Uint8Array, text: string): void {
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
}
