import type { FileEntry } from "@udt/contract";

/** Paths are absolute and resolved, and may hold any characters but NUL. What the file system refuses is thrown as `FileRefusal`. */
export interface FilesCapability {
  /** What is in a folder, in batches as read. */
  list(path: string, signal: AbortSignal): AsyncIterable<FileEntry[]>;
  /** Of a link, the link. */
  stat(path: string, signal: AbortSignal): Promise<FileEntry>;
  /** Reads files one after the other, as the device reads them. */
  reader(signal: AbortSignal): Promise<FileReader>;
  /** Makes the file and the folders on the way to it, or overwrites it. One whose bytes break off, or do not fit, is removed. */
  write(path: string, bytes: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void>;
  makeFolder(path: string, signal: AbortSignal): Promise<void>;
  /** Within the device. What is at `to` is replaced where it is a file. */
  rename(path: string, to: string, signal: AbortSignal): Promise<void>;
  /** With all that is in it; of a link, the link. */
  remove(path: string, signal: AbortSignal): Promise<void>;
}

export interface FileReader {
  /** The bytes that the file has while it is read, which may be others than when it was listed. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Ends whatever is read. */
  dispose(): void;
}
