/** Files of a device, as every part of the product speaks of them. */
import { z } from "zod";
import { type ErrorName, refusal } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { time } from "./shapes.ts";

/** What may be wrong with a path on a device: rows of the table of errors, each with `path` among its arguments. */
export const FILE_FAULTS = [
  "file_not_found",
  "file_denied",
  "file_no_space",
  "file_exists",
  "file_not_folder",
  "file_is_folder",
  "file_name_invalid",
  "file_read_only",
] as const satisfies readonly ErrorName[];
export type FileFault = (typeof FILE_FAULTS)[number];

export const FILE_KINDS = ["file", "folder", "link", "other"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const fileEntry = z.object({
  /** Its last part; any characters but `/` and NUL. */
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  /** Of a file, or of the one that a link leads to; 0 of all else. */
  size_bytes: z.int().min(0),
  modified_at: time,
  /** The nine permission bits. */
  mode: z.int().min(0),
  /** Where a link leads to; null for what is no link, or leads nowhere. */
  leads_to: z.enum(FILE_KINDS).nullable(),
});
export type FileEntry = z.output<typeof fileEntry>;

/** What of it is a folder when it is opened. */
export const isFolder = ({ kind, leads_to }: Pick<FileEntry, "kind" | "leads_to">): boolean =>
  kind === "folder" || leads_to === "folder";

const isPath = (path: string): boolean =>
  path.startsWith("/") &&
  !path.includes("\0") &&
  path.isWellFormed() &&
  new TextEncoder().encode(path).length <= LIMITS.file_path_max_bytes;

/** An absolute path with `.` and `..` resolved and no slash at its end. There is nothing above `/`. */
export function resolvedPath(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

/** How much of a path that is refused is told. */
const SHOWN_CHARACTERS = 200;
const unfit = (path: string) =>
  refusal("file_name_invalid", { path: path.slice(0, SHOWN_CHARACTERS).toWellFormed().replaceAll("\0", "\uFFFD") });

/** Resolved before anybody uses it. */
export const filePath = z
  .string()
  .superRefine((path, context) => {
    if (!isPath(path)) context.addIssue({ code: "custom", message: "file_path", params: unfit(path) });
  })
  .overwrite(resolvedPath);

/** Of something that may be made, moved or deleted: the root may not. */
export const ownFilePath = filePath.superRefine((path, context) => {
  if (path === "/") context.addIssue({ code: "custom", message: "file_path", params: unfit(path) });
});

/** What is moved: nothing can lie within itself. */
export const fileMove = z.object({ path: ownFilePath, to: ownFilePath }).superRefine(({ path, to }, context) => {
  if (to.startsWith(`${path}/`))
    context.addIssue({ code: "custom", path: ["to"], message: "file_path", params: unfit(to) });
});

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/")) || "/";
export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const pathIn = (folder: string, name: string): string => (folder === "/" ? `/${name}` : `${folder}/${name}`);
