import type { DiskQueue } from "./disk-queue.ts";
import { storedSize, type Entry } from "./entry.ts";

/**
 * What is recorded and not acknowledged yet, in order: the older part on disk, the newer in memory. While the server
 * answers in time nothing of it is written; what waits longer than `spillMs` is on disk, where a kill leaves it.
 */
export class Backlog {
  readonly #disk: DiskQueue;
  readonly #memory_bytes: number;
  readonly #spillMs: number;
  readonly #onFault: (error: unknown) => void;
  #memory: Entry[] = [];
  #memoryBytes = 0;
  #end = 0;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  /** Told when there is more room in memory. */
  onRoom: () => void = () => undefined;

  constructor(
    disk: DiskQueue,
    options: {
      /** With more that neither the server nor the disk has taken, whoever records leaves out what comes. */
      memory_bytes: number;
      spillMs: number;
      /** Told why the disk takes nothing; what cannot be written waits in memory. */
      onFault: (error: unknown) => void;
    },
  ) {
    this.#disk = disk;
    this.#memory_bytes = options.memory_bytes;
    this.#spillMs = options.spillMs;
    this.#onFault = options.onFault;
  }

  get isEmpty(): boolean {
    return this.#memory.length === 0 && this.#disk.isEmpty;
  }

  get isOnDisk(): boolean {
    return !this.#disk.isEmpty;
  }

  get isFull(): boolean {
    return this.#memoryBytes > this.#memory_bytes;
  }

  get isHalfEmpty(): boolean {
    return this.#memoryBytes <= this.#memory_bytes / 2;
  }

  append(what: Omit<Entry, "offset">): void {
    this.#memory.push({ ...what, offset: this.#end });
    this.#memoryBytes += what.bytes.length;
    this.#end += what.bytes.length;
    this.#arm();
  }

  /** The first entries, of about `limit` bytes; they stay until they are dropped. */
  peek(limit: number): Promise<Entry[]> {
    return this.#inTurn(async () => {
      const entries = this.#disk.isEmpty ? [] : await this.#disk.read(limit);
      let size = entries.reduce((sum, entry) => sum + storedSize(entry), 0);
      // What is in memory comes after all that is on disk.
      if (size < this.#disk.size_bytes) return entries;
      for (const entry of this.#memory) {
        size += storedSize(entry);
        if (size > limit && entries.length > 0) break;
        entries.push(entry);
      }
      return entries;
    });
  }

  /** The first entries, as {@link peek} told them, are needed no more. */
  drop(entries: readonly Entry[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const entry of entries) {
        if (!this.#disk.isEmpty) await this.#disk.drop([entry]);
        else this.#forget(1);
      }
      this.onRoom();
    });
  }

  /** Writes down what is in memory. */
  spill(): Promise<void> {
    return this.#inTurn(async () => {
      const entries = [...this.#memory];
      if (entries.length === 0) return;
      const isWritten = await this.#disk.write(entries).catch((error: unknown) => {
        this.#onFault(error);
        return false;
      });
      if (isWritten) this.#forget(entries.length);
      this.onRoom();
    });
  }

  /** Nothing of it is needed any more. */
  clear(): Promise<void> {
    return this.#inTurn(async () => this.#forget(this.#memory.length));
  }

  #forget(count: number): void {
    for (const { bytes } of this.#memory.splice(0, count)) this.#memoryBytes -= bytes.length;
    if (this.#memory.length > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #arm(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.spill().then(() => this.#memory.length > 0 && this.#arm());
    }, this.#spillMs);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
