import { CAMERAS, type CameraImage, type CameraImagePlace, type FileEntry } from "@udt/contract";
import { type CameraImageCapability, FileRefusal, type FilesCapability, type ShellCapability } from "@udt/driver";
import { randomUUID } from "node:crypto";
import { refusal } from "./apps.ts";

/** Where a device looks for what its cameras see. */
export type CameraFolder = string;

/**
 * Android itself has no way to give a camera a picture. A device whose cameras see the files of a folder names that folder
 * by the property `ro.udt.camera.images`: `back-0`, `back-1`, `front-0` and so on, PNG or JPEG. Undefined for all others.
 */
export const cameraFolder = (property: string): CameraFolder | undefined =>
  /^\/[\w./-]+$/.test(property) ? property : undefined;

const nameOf = ({ type, image_index }: CameraImagePlace): string => `${type}-${image_index}`;

function imageOf({ name, kind, size_bytes, modified_at }: FileEntry): CameraImage[] {
  const [, type, index] = /^([a-z]+)-(\d)$/.exec(name) ?? [];
  const camera = CAMERAS.find((one) => one === type);
  if (kind !== "file" || size_bytes === 0 || !camera) return [];
  return [{ type: camera, image_index: Number(index), size_bytes, modified_at }];
}

export function cameraImages(
  folder: CameraFolder,
  files: FilesCapability,
  run: ShellCapability["run"],
): CameraImageCapability {
  return {
    async list(signal) {
      const found: CameraImage[] = [];
      try {
        for await (const entries of files.list(folder, signal)) found.push(...entries.flatMap(imageOf));
      } catch (error) {
        // Made with the first picture.
        if (!(error instanceof FileRefusal) || error.fault !== "file_not_found") throw error;
      }
      return found.toSorted((a, b) => a.type.localeCompare(b.type) || a.image_index - b.image_index);
    },
    async set(place, picture, signal) {
      const { exit_code, stderr } = await run(["mkdir", "-p", folder], signal);
      if (exit_code !== 0) throw refusal(stderr.trim(), exit_code);
      const part = `${folder}/.${randomUUID()}`;
      await files.write(part, new Blob([new Uint8Array(picture)]).stream(), signal);
      await files.rename(part, `${folder}/${nameOf(place)}`, signal);
    },
    remove: (place, signal) => files.remove(`${folder}/${nameOf(place)}`, signal),
  };
}
