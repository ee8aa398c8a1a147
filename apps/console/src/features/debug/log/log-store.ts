import { LIMITS, type LogLine } from "@udt/contract";
import { createStore, type Store } from "../../../lib/streams/store.ts";
import { CrashReader, type Crash } from "./crashes.ts";
import { LogBuffer } from "./log-buffer.ts";
import { LogView } from "./log-view.ts";

/** How often a flood of lines is shown, milliseconds. */
const SHOW_MS = 100;
/** What another process says in between ends no stack, but so many rows of others do. */
const BETWEEN_ROWS = 50;
/** So many crashes are counted; an app that crashes at each start may do so all day. */
const COUNTED_CRASHES = 99;

/** A session's log outside React: takes lines as they come and tells listeners at most ten times a second. */
export class LogStore {
  readonly buffer = new LogBuffer(LIMITS.log_lines_max);
  readonly view = new LogView(this.buffer, () => true);
  /** The latest crash of this session. */
  readonly crash: Store<Crash | undefined> = createStore<Crash | undefined>(undefined);
  /** The rows that somebody wants to see, from one number to another, until they are shown. */
  readonly revealed: Store<{ from: number; to: number } | undefined> = createStore<
    { from: number; to: number } | undefined
  >(undefined);
  readonly #crashes = new CrashReader();
  readonly #crashTimes: number[] = [];
  readonly #listeners = new Set<() => void>();
  #version = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the session began, by the device's clock; what crashed before is somebody else's. */
  #beganAt = -Infinity;
  /** Where a continued log begins: lines up to here were already received before the connection broke. */
  #newestTime = -Infinity;
  #skipUpTo = -Infinity;

  /** A new connection sends the device's last lines again; those that are here already are left out. */
  reconnected(): void {
    this.#skipUpTo = this.#newestTime;
  }

  began(time: number): void {
    this.#beganAt = time;
  }

  add(lines: readonly LogLine[]): void {
    for (const line of lines) {
      if (line[0] < this.#skipUpTo || (line[0] === this.#skipUpTo && this.#hasNewest(line))) continue;
      // Once a newer line has come the rest of the stream is new, even when the device's clock is set back.
      this.#skipUpTo = -Infinity;
      const crash = this.#crashes.read(this.buffer.end, line);
      if (crash && crash.time >= this.#beganAt) {
        this.#crashTimes.push(crash.time);
        if (this.#crashTimes.length > COUNTED_CRASHES) this.#crashTimes.shift();
        this.crash.set(crash);
      }
      this.buffer.push(line);
      this.#newestTime = line[0];
    }
    this.#changed();
  }

  addDropped(count: number): void {
    this.buffer.pushDropped(count);
    this.#changed();
  }

  clear(): void {
    this.buffer.clear();
    this.refreshNow();
  }

  /** How many crashes came after a time and before the latest. */
  crashesBetween(time: number): number {
    return this.#crashTimes.slice(0, -1).filter((one) => one > time).length;
  }

  /** Whether what began with this row is in the log still: it is cleared, and old rows make way. */
  keeps(from: number): boolean {
    return this.buffer.get(from) !== undefined;
  }

  /** Brings a message of several rows in sight, by the number of its first. */
  reveal(from: number): void {
    const first = this.buffer.get(from);
    let to = from;
    if (first && "line" in first) {
      const [, , tag, pid] = first.line;
      for (const row of this.buffer.rows(from)) {
        if (row.seq - to > BETWEEN_ROWS) break;
        if ("line" in row && row.line[2] === tag && row.line[3] === pid) to = row.seq;
      }
    }
    this.view.filter(() => true);
    this.revealed.set({ from, to });
    this.refreshNow();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** Takes in what has come and tells listeners at once. */
  refreshNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.view.refresh();
    this.#version++;
    for (const listener of this.#listeners) listener();
  }

  /** Whether a line of the newest millisecond is here already. */
  #hasNewest(line: LogLine): boolean {
    for (let seq = this.buffer.end - 1; seq >= this.buffer.first; seq--) {
      const row = this.buffer.get(seq);
      if (!row || "dropped" in row) continue;
      if (row.line[0] !== line[0]) return false;
      if (row.line.every((field, index) => field === line[index])) return true;
    }
    return false;
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => this.refreshNow(), SHOW_MS);
  }
}
