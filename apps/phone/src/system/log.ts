import { Emitter, type Clock } from "@udt/base";
import type { LogLevel, PhoneLog } from "../types.ts";

export type LogBuffer = "main" | "system" | "crash" | "events";

export interface LogEntry {
  /** Counts up from 1; a reader continues behind the last one it has seen. */
  sequence: number;
  timeMs: number;
  pid: number;
  tid: number;
  uid: number;
  level: LogLevel;
  tag: string;
  message: string;
  buffer: LogBuffer;
}

const SYSTEM_PID = 1204;
const MAX_ENTRIES = 4000;
const MIN_BYTES = 64 * 1024;
const MAX_BYTES = 1024 * 1024;

/** The ring of log entries. The oldest go when either bound is passed. */
export class RingLog implements PhoneLog {
  /** A new entry, for readers that follow. */
  readonly written = new Emitter<LogEntry>();
  #capacity = MAX_BYTES;
  readonly #clock: Clock;
  /** What was written before the phone was last started. */
  last: readonly LogEntry[] = [];
  #entries: LogEntry[] = [];
  #bytes = 0;
  #sequence = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get usedBytes(): number {
    return this.#bytes;
  }

  get capacityBytes(): number {
    return this.#capacity;
  }

  bytesIn(buffer: LogBuffer): number {
    return this.#entries.reduce((sum, entry) => sum + (entry.buffer === buffer ? weight(entry) : 0), 0);
  }

  /** `logcat -G`, of all buffers together. False for what a phone of this kind has no room for. */
  resize(bytes: number): boolean {
    if (!(bytes >= MIN_BYTES && bytes <= MAX_BYTES)) return false;
    this.#capacity = bytes;
    this.#trim();
    return true;
  }

  write(level: LogLevel, tag: string, message: string, pid = SYSTEM_PID, buffer: LogBuffer = "main"): void {
    const uid = pid === SYSTEM_PID ? 1000 : 10_000 + (pid % 1000);
    const entry = {
      sequence: ++this.#sequence,
      timeMs: this.#clock.now(),
      pid,
      tid: pid,
      uid,
      level,
      tag,
      message,
      buffer,
    };
    this.#entries.push(entry);
    this.#bytes += weight(entry);
    this.#trim();
    this.written.emit(entry);
  }

  entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** The phone starts anew. */
  restart(): void {
    this.last = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
  }

  /** `logcat -c` of the named buffers. */
  clear(buffers: readonly LogBuffer[]): void {
    this.#entries = this.#entries.filter((entry) => !buffers.includes(entry.buffer));
    this.#bytes = this.#entries.reduce((sum, entry) => sum + weight(entry), 0);
  }

  #trim(): void {
    let dropped = 0;
    for (const entry of this.#entries) {
      if (this.#entries.length - dropped <= MAX_ENTRIES && this.#bytes <= this.#capacity) break;
      this.#bytes -= weight(entry);
      dropped++;
    }
    if (dropped > 0) this.#entries.splice(0, dropped);
  }
}

function weight(entry: LogEntry): number {
  return 28 + entry.tag.length + entry.message.length;
}
