/** The pictures that a file's locators name. */
import type { Path } from "./fault.ts";
import type { LowCodeFile } from "./schema.ts";

/** Whether a path leads to a PNG beside its file or below, and is the same on every system. */
export const isPicturePath = (path: string): boolean =>
  path.endsWith(".png") &&
  !path.includes("${") &&
  path.split("/").every((name) => name !== "" && name !== "." && name !== ".." && !/[\\:\p{Cc}]/u.test(name));

/** What locators of a file name a picture, wherever they stand, and where that is said. */
export function picturesOf(file: LowCodeFile): { path: Path; image: string }[] {
  const found: { path: Path; image: string }[] = [];
  const walk = (value: unknown, path: Path): void => {
    if (typeof value !== "object" || value === null) return;
    if ("by" in value && value.by === "image" && "image" in value && typeof value.image === "string")
      found.push({ path: [...path, "image"], image: value.image });
    else
      for (const [key, inner] of Object.entries(value))
        walk(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(file, []);
  return found;
}
