import type { Path } from "../fault.ts";

/** What stands at a place of a file that may be half typed. */
export function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path)
    found = typeof found === "object" && found !== null ? (found as Record<string | number, unknown>)[step] : undefined;
  return found;
}

/** The fields of a thing; none of what is no thing. */
export const keysOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];
