/** The files that a file names: its locators pictures, its steps scripts. */
import type { Path } from "./fault.ts";
import type { LowCodeFile } from "./schema.ts";

/** Whether a path leads to a PNG beside its file or below. */
export const isPicturePath = (path: string): boolean => path.endsWith(".png") && isInside(path);

/** Whether a path leads to a file that Node runs as it is, from the repository's root or below. */
export const isScriptPath = (path: string): boolean => /\.(?:[cm]?js|ts)$/.test(path) && isInside(path);

/** Never out of where it begins, and the same on every system. */
const isInside = (path: string): boolean =>
  !path.includes("${") &&
  path.split("/").every((name) => name !== "" && name !== "." && name !== ".." && !/[\\:\p{Cc}]/u.test(name));

/** A file that is named, and where that is said. */
export interface NamedFile {
  kind: "image" | "script";
  name: string;
  path: Path;
}

/** All files that a file names, wherever that is. */
export function filesOf(file: LowCodeFile): NamedFile[] {
  const found: NamedFile[] = [];
  const walk = (value: unknown, path: Path): void => {
    if (typeof value !== "object" || value === null) return;
    if ("by" in value && value.by === "image" && "image" in value && typeof value.image === "string")
      found.push({ kind: "image", name: value.image, path: [...path, "image"] });
    else if ("action" in value && value.action === "script" && "file" in value && typeof value.file === "string")
      found.push({ kind: "script", name: value.file, path: [...path, "file"] });
    else
      for (const [key, inner] of Object.entries(value))
        walk(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(file, []);
  return found;
}
