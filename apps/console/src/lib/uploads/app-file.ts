import { APP_KINDS, LIMITS, type AppKind } from "@udt/contract";

/** Why a file was not even tried. */
export type FileRefusal = "not_an_app" | "other_platform" | "empty" | "too_large" | "spaces";

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** For a file field's `accept`. */
export const acceptOf = (kinds: readonly AppKind[]): string => kinds.map((kind) => `.${kind}`).join(",");

/** What speaks against a file as an app of one of these kinds; undefined when nothing does. */
export function refusalOf(file: Pick<File, "name" | "size">, kinds: readonly AppKind[]): FileRefusal | undefined {
  const extension = extensionOf(file.name);
  if (!kinds.some((kind) => kind === extension)) {
    return APP_KINDS.some((kind) => kind === extension) ? "other_platform" : "not_an_app";
  }
  if (/\s/.test(file.name)) return "spaces";
  if (file.size === 0) return "empty";
  return file.size > LIMITS.app_size_max_bytes ? "too_large" : undefined;
}
