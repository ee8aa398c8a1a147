import type { FileFault } from "@udt/contract";
import { FileRefusal } from "@udt/driver";

/** What `strerror` says, as tools of the device and its sync service hand it on, and the names that ya-webadb gives to numbers. */
const FAULTS: readonly (readonly [RegExp, FileFault])[] = [
  [/No such file or directory|^ENOENT$/, "file_not_found"],
  [/Permission denied|Operation not permitted|^EACCES$|^EPERM$/, "file_denied"],
  [/No space left on device|Disk quota exceeded|^ENOSPC$/, "file_no_space"],
  [/File exists|Directory not empty|^EEXIST$/, "file_exists"],
  [/Not a directory|^ENOTDIR$/, "file_not_folder"],
  [/Is a directory|^EISDIR$/, "file_is_folder"],
  [
    /Invalid argument|into itself|subdirectory of itself|File name too long|Illegal byte sequence|^EINVAL$|^ENAMETOOLONG$/,
    "file_name_invalid",
  ],
  [/Read-only file system|^EROFS$/, "file_read_only"],
];

/** The refusal that the words are; undefined where they say nothing that is known. */
export function fileRefusal(words: string, path: string, cause?: unknown): FileRefusal | undefined {
  // A path may hold any words; what the device says of it comes after.
  const said = words.replaceAll(path, "").trim();
  const fault = FAULTS.find(([pattern]) => pattern.test(said))?.[1];
  return fault && new FileRefusal(fault, path, words.trim(), { cause });
}
