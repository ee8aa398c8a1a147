import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SessionProfile, WantedApp } from "@udt/contract";
import type { CleanMark } from "@udt/driver";
import type { Builds } from "../wanted-apps.ts";

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
  /** What projects have pre-installed, as it was. */
  builds?: Builds | undefined;
  /** Whether the server is told what was left. */
  tells?: boolean;
}

/** Written before a session touches a device and removed when it is clean, so that an agent that was killed knows what it must clean first. */
export type DirtyMarks = DeviceMarks<DirtyMark>;

/** As {@link DeviceMarks.put} calls what has not got its name yet. */
const HALF_WRITTEN = /\.json\.[0-9a-f-]{36}$/;

/** What an agent that was killed is to know after its restart: on disk, one file a device. */
export class DeviceMarks<M extends { serial: string }> {
  readonly #directory: string;
  readonly #marks = new Map<string, M>();
  /** Files that cannot be read; of which device one is, its name tells. */
  readonly #broken = new Set<string>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Reads what an earlier run left behind. A file that cannot be read is told to `onBroken`, and its device's mark is broken. */
  static async open<M extends { serial: string }>(
    directory: string,
    onBroken: (file: string, error: unknown) => void,
  ): Promise<DeviceMarks<M>> {
    const marks = new DeviceMarks<M>(directory);
    await mkdir(marks.#directory, { recursive: true });
    for (const file of await readdir(marks.#directory)) {
      const path = join(marks.#directory, file);
      // What never got its name was never a mark.
      if (HALF_WRITTEN.test(file)) await rm(path, { force: true });
      if (!file.endsWith(".json")) continue;
      try {
        const mark = JSON.parse(await readFile(path, "utf8")) as M | null;
        if (typeof mark?.serial !== "string" || marks.#file(mark.serial) !== path)
          throw new Error("it is of no device, or of another");
        marks.#marks.set(mark.serial, mark);
      } catch (error) {
        marks.#broken.add(path);
        onBroken(file, error);
      }
    }
    return marks;
  }

  get(serial: string): M | undefined {
    return this.#marks.get(serial);
  }

  /** Whether a device has a mark that cannot be read. */
  isBroken(serial: string): boolean {
    return this.#broken.has(this.#file(serial));
  }

  list(): M[] {
    return [...this.#marks.values()];
  }

  /** Resolves when it is on the disk for good: also a machine that loses its power then knows it. */
  async put(mark: M): Promise<void> {
    const file = this.#file(mark.serial);
    const part = `${file}.${randomUUID()}`;
    try {
      await written(part, JSON.stringify(mark));
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    await settled(this.#directory);
    this.#broken.delete(file);
    this.#marks.set(mark.serial, mark);
  }

  async remove(serial: string): Promise<void> {
    const file = this.#file(serial);
    await rm(file, { force: true });
    this.#broken.delete(file);
    this.#marks.delete(serial);
  }

  /** A serial is the device's own word and may hold anything; its hash is a safe file name. */
  #file(serial: string): string {
    return join(this.#directory, `${createHash("sha256").update(serial).digest("hex").slice(0, 32)}.json`);
  }
}

async function written(path: string, text: string): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name is on the disk once its folder is. Windows knows no such thing. */
async function settled(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const opened = await open(folder, "r");
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}
