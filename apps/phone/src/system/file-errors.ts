/** `strerror` texts of the codes that the phone's file system can answer. */
const TEXTS = {
  ENOENT: "no such file or directory",
  EEXIST: "file exists",
  ENOTDIR: "not a directory",
  EISDIR: "is a directory",
  ENOTEMPTY: "directory not empty",
  EACCES: "permission denied",
  EROFS: "read-only file system",
  ENOSPC: "no space left on device",
  ELOOP: "too many symbolic links encountered",
  EINVAL: "invalid argument",
  EPERM: "operation not permitted",
} as const;

export type FileErrorCode = keyof typeof TEXTS;

const NUMBERS: Record<FileErrorCode, number> = {
  EPERM: 1,
  ENOENT: 2,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  ENOSPC: 28,
  EROFS: 30,
  ENOTEMPTY: 39,
  ELOOP: 40,
};

/** A failed file operation, worded as Node words its own so that just-bash's commands recognise it. */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly code: FileErrorCode;
  readonly path: string;

  constructor(code: FileErrorCode, operation: string, path: string) {
    super(`${code}: ${TEXTS[code]}, ${operation} '${path}'`);
    this.code = code;
    this.path = path;
  }

  /** Linux `errno`, as sync's stat_v2 carries it. */
  get errno(): number {
    return NUMBERS[this.code];
  }

  /** As `strerror` writes it: "No such file or directory". */
  get text(): string {
    const text = TEXTS[this.code];
    return text.charAt(0).toUpperCase() + text.slice(1);
  }
}

/** The `strerror` text of any error that a file operation threw. */
export function errorText(error: unknown): string {
  return error instanceof FileError ? error.text : error instanceof Error ? error.message : String(error);
}
