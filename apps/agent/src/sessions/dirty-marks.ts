import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionProfile, WantedApp } from "@udt/contract";
import type { CleanMark } from "@udt/driver";

/** A device that a session has touched and nobody has cleaned yet. */
export interface DirtyMark {
  serial: string;
  test_id: string;
  lease_token: number;
  mark: CleanMark;
  /** What the device is brought to once it is clean. */
  profile?: SessionProfile;
  /** What is to be on the device afterwards, and how the server calls it. Earlier agents did not write that down. */
  device_id?: string;
  wanted?: WantedApp[];
  /** Whether the server is told what was left. */
  tells?: boolean;
}

/**
 * Dirty marks on disk, one file a device, written before a session touches it and removed when it is clean, so that an
 * agent that was killed knows after its restart what it must clean first.
 */
export class DirtyMarks {
  readonly #directory: string;
  readonly #marks = new Map<string, DirtyMark>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Reads what an earlier run left behind. A file that cannot be read is told to `onBroken` and left alone. */
  static async open(dataDir: string, onBroken: (file: string, error: unknown) => void): Promise<DirtyMarks> {
    const marks = new DirtyMarks(join(dataDir, "dirty"));
    await mkdir(marks.#directory, { recursive: true });
    for (const file of await readdir(marks.#directory)) {
      if (!file.endsWith(".json")) continue;
      try {
        const mark = JSON.parse(await readFile(join(marks.#directory, file), "utf8")) as DirtyMark;
        marks.#marks.set(mark.serial, mark);
      } catch (error) {
        onBroken(file, error);
      }
    }
    return marks;
  }

  get(serial: string): DirtyMark | undefined {
    return this.#marks.get(serial);
  }

  list(): DirtyMark[] {
    return [...this.#marks.values()];
  }

  async put(mark: DirtyMark): Promise<void> {
    const file = this.#file(mark.serial);
    const part = `${file}.${randomUUID()}`;
    await writeFile(part, JSON.stringify(mark));
    await rename(part, file);
    this.#marks.set(mark.serial, mark);
  }

  async remove(serial: string): Promise<void> {
    this.#marks.delete(serial);
    await rm(this.#file(serial), { force: true });
  }

  /** A serial is the device's own word and may hold anything; its hash is a safe file name. */
  #file(serial: string): string {
    return join(this.#directory, `${createHash("sha256").update(serial).digest("hex").slice(0, 32)}.json`);
  }
}
