import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResourceKind } from "@udt/contract";
import { messageOf, type Logger } from "../logger.ts";

/** What a recording on disk belongs to, and what the server is told of it. */
export interface About {
  test_id: string;
  device_id: string;
  lease_token: number;
  resource_id: string;
  name: string;
  kind: ResourceKind;
  content_type: string;
  /** When its timeline begins, by the server's clock. */
  started_at: number;
}

/** A recording that is on its way to the server. */
interface UnderWay {
  /** Stops sending; what the server has not taken stays on disk. */
  leave(): Promise<void>;
}

export interface SpoolOptions {
  folder: string;
  /** What a recording may take on disk. */
  max_bytes: number;
  log: Logger;
}

const ABOUT = "about.json";
const TRUNCATED = "truncated";
/** The server takes nothing that old, whatever it is. */
const KEEP_MS = 7 * 24 * 3_600_000;
/** What a recording may take in memory, when the disk takes nothing: a part of what it may take on disk, but some. */
const MEMORY_MIN_BYTES = 256 * 1024;
const MEMORY_MAX_BYTES = 4 * 1024 ** 2;
/** What has waited on disk goes out again a few pieces at a time: a piece is in memory while it is sent. */
const CATCHING_UP = 4;

/** Where recordings wait for the server: a folder for each, gone once the server has it. */
export class RecordingSpool {
  readonly max_bytes: number;
  readonly memory_bytes: number;
  readonly #folder: string;
  readonly #log: Logger;
  readonly #underWay = new Set<UnderWay>();
  readonly #waiting: (() => void)[] = [];
  #free = CATCHING_UP;

  constructor({ folder, max_bytes, log }: SpoolOptions) {
    this.#folder = folder;
    this.max_bytes = max_bytes;
    this.memory_bytes = Math.min(MEMORY_MAX_BYTES, Math.max(MEMORY_MIN_BYTES, max_bytes));
    this.#log = log;
  }

  folderOf(resource_id: string): string {
    return join(this.#folder, resource_id);
  }

  /** Whether a recording of that age is past sending. */
  isTooOld(touched_at: number): boolean {
    return touched_at < Date.now() - KEEP_MS;
  }

  async create(about: About): Promise<void> {
    const folder = this.folderOf(about.resource_id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(join(folder, ABOUT), JSON.stringify(about), { mode: 0o600 });
  }

  /** Remembers that something of it was left out. */
  async markTruncated(resource_id: string): Promise<void> {
    await writeFile(join(this.folderOf(resource_id), TRUNCATED), "", { mode: 0o600 });
  }

  async remove(resource_id: string): Promise<void> {
    await rm(this.folderOf(resource_id), { recursive: true, force: true });
  }

  /** What an earlier life of the agent left. What cannot be read, or is too old, goes; that is said aloud. */
  async leftovers(): Promise<{ about: About; touched_at: number; isTruncated: boolean }[]> {
    const found = [];
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const folder = this.folderOf(name);
      try {
        const about = JSON.parse(await readFile(join(folder, ABOUT), "utf8")) as About;
        const files = await readdir(folder);
        const touched = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).mtimeMs));
        const touched_at = Math.max(...touched);
        if (this.isTooOld(touched_at)) throw new Error("it is too old");
        found.push({ about, touched_at, isTruncated: files.includes(TRUNCATED) });
      } catch (error) {
        this.#log("warn", "a recording of an earlier life is given up", { folder, error: messageOf(error) });
        await rm(folder, { recursive: true, force: true });
      }
    }
    return found;
  }

  /** While it is under way, {@link close} knows of it. */
  track(one: UnderWay, work: Promise<void>): void {
    this.#underWay.add(one);
    void work.finally(() => this.#underWay.delete(one));
  }

  /** Runs `work` when it is its turn among those that catch up. */
  async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  /** Stops sending; what is left goes when the agent runs again. */
  async close(): Promise<void> {
    await Promise.all([...this.#underWay].map((one) => one.leave()));
  }
}
