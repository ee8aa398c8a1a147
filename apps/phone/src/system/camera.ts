import { posix } from "node:path";
import { type Clock, Emitter } from "@udt/base";
import type { Lens, PhoneCamera } from "../types.ts";
import { FileError } from "./file-errors.ts";
import type { PhoneFiles } from "./files.ts";
import { CAMERA_IMAGES_FOLDER } from "./props.ts";

const PHOTOS_FOLDER = "/storage/emulated/0/DCIM/Camera";

/** Cameras without a world: what they see are the pictures of a folder, which anybody may put there over ADB. */
export class Camera implements PhoneCamera {
  readonly changed = new Emitter<void>();
  readonly #files: PhoneFiles;
  readonly #clock: Clock;

  constructor(files: PhoneFiles, clock: Clock) {
    this.#files = files;
    this.#clock = clock;
    files.changed.on((path) => {
      const touched = posix.resolve("/", path);
      if (touched === CAMERA_IMAGES_FOLDER || posix.dirname(touched) === CAMERA_IMAGES_FOLDER) this.changed.emit();
    });
  }

  images(lens: Lens): Uint8Array[] {
    if (!this.#files.exists(CAMERA_IMAGES_FOLDER)) return [];
    return this.#files
      .list(CAMERA_IMAGES_FOLDER)
      .map((name) => ({ name, index: Number(/^([a-z]+)-(\d+)$/.exec(name)?.[1] === lens ? name.split("-")[1] : NaN) }))
      .filter(({ index }) => !Number.isNaN(index))
      .toSorted((a, b) => a.index - b.index)
      .map(({ name }) => this.#files.read(`${CAMERA_IMAGES_FOLDER}/${name}`));
  }

  keep(photo: Uint8Array): string | undefined {
    const time = new Date(this.#clock.now()).toISOString().replaceAll(/[-:Z]/g, "").replaceAll(/[T.]/g, "_");
    const path = `${PHOTOS_FOLDER}/IMG_${time}.${photo[0] === 0xff ? "jpg" : "png"}`;
    try {
      this.#files.mkdir(PHOTOS_FOLDER, true);
      this.#files.write(path, photo);
      return path;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (this.#files.exists(path)) this.#files.remove(path);
      return undefined;
    }
  }
}
