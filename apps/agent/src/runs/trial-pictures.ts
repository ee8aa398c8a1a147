import { LIMITS, type TrialToBrowser } from "@udt/contract";
import { pictureFacts } from "@udt/base";
import type { Workplace } from "../isolation/workplace.ts";
import { openInside } from "../runners/open-inside.ts";
import { wishedPicture } from "../screen/small-picture.ts";

/** Large enough to read what a screen says, a tenth of the device's own picture. */
const WISHED = { height: 960, quality: 72 };
/** Of a device's own picture. */
const DEVICE_PICTURE_MAX_BYTES = 32 * 1024 ** 2;

type Picture = Extract<TrialToBrowser, { type: "picture" }>;

interface Room {
  place: Pick<Workplace, "results" | "pictures">;
  /** The agent itself takes them, and no script. */
  isOwn: boolean;
  tell(picture: Picture): void;
  /** Resolves when most of what was told has gone out. */
  drained(): Promise<void>;
}

/**
 * Pictures of a trial's steps, told one after the other and no faster than they are read. What the agent took of the device itself
 * is told small; what a script left is told as it is, since nothing of the agent's is to decode what a script made.
 */
export class TrialPictures {
  readonly #room: Room;
  readonly #named = new Set<string>();
  #telling: Promise<void> = Promise.resolve();

  constructor(room: Room) {
    this.#room = room;
  }

  /** A step of this case names a picture, by its path below the folder. */
  add(name: string, case_run_id: number): void {
    const key = `${case_run_id} ${name}`;
    if (this.#named.has(key) || this.#named.size >= LIMITS.trial_pictures_max) return;
    this.#named.add(key);
    // One that cannot be read is none.
    this.#telling = this.#telling.then(() => this.#send(name, case_run_id)).catch(() => undefined);
  }

  /** Resolves when all have been told. */
  done(): Promise<void> {
    return this.#telling;
  }

  async #send(name: string, case_run_id: number): Promise<void> {
    const { place, isOwn, tell, drained } = this.#room;
    const bytes = isOwn
      ? await readWhole(place.pictures, name, DEVICE_PICTURE_MAX_BYTES)
      : await readWhole(place.results, name, LIMITS.trial_picture_max_bytes);
    const picture = isOwn ? await wishedPicture(bytes, WISHED) : bytes;
    const facts = picture && pictureFacts(picture);
    if (!facts || picture.length > LIMITS.trial_picture_max_bytes) return;
    const { content_type } = facts;
    if (content_type !== "image/png" && content_type !== "image/jpeg") return;
    await drained();
    tell({ type: "picture", case_run_id, name, content_type, base64: Buffer.from(picture).toString("base64") });
  }
}

/** A plain file of a script's folder. Rejects where it is none, or larger. */
async function readWhole(folder: string, name: string, most: number): Promise<Uint8Array> {
  const file = await openInside(folder, name);
  try {
    const { size } = await file.stat();
    if (size > most) throw new Error("is too large");
    const bytes = new Uint8Array(size);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await file.read(bytes, at, size - at, at);
      if (bytesRead === 0) throw new Error("was cut short");
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}
