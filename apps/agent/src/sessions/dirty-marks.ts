import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
  builds?: Builds;
  /** Whether the server is told what was left. */
  tells?: boolean;
}

/** Written before a session touches a device and removed when it is clean, so that an agent that was killed knows what it must clean first. */
export type DirtyMarks = DeviceMarks<DirtyMark>;

/** What an agent that was killed is to know after its restart: on disk, one file a device. */
export class DeviceMarks<M extends { serial: string }> {
  readonly #directory: string;
  readonly #marks = new Map<string, M>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Reads what an earlier run left behind. A file that cannot be read is told to `onBroken` and left alone. */
  static async open<M extends { serial: string }>(
    directory: string,
    onBroken: (file: string, error: unknown) => void,
  ): Promise<DeviceMarks<M>> {
    const marks = new DeviceMarks<M>(directory);
    await mkdir(marks.#directory, { recursive: true });
    for (const file of await readdir(marks.#directory)) {
      if (!file.endsWith(".json")) continue;
      try {
        const mark = JSON.parse(await readFile(join(marks.#directory, file), "utf8")) as M;
        marks.#marks.set(mark.serial, mark);
      } catch (error) {
        onBroken(file, error);
      }
    }
    return marks;
  }

  get(serial: string): M | undefined {
    return this.#marks.get(serial);
  }

  list(): M[] {
    return [...this.#marks.values()];
  }

  async put(mark: M): Promise<void> {
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
