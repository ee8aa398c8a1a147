import { posix } from "node:path";
import { type Clock, Emitter } from "@udt/base";
import { FileContent } from "./file-content.ts";
import { FileError, type FileErrorCode } from "./file-errors.ts";
import {
  type DirectoryNode,
  type FileNode,
  type FileStat,
  type LinkNode,
  isWithin,
  type Node,
  provided,
  statOf,
} from "./file-nodes.ts";
import { joined } from "./joined.ts";

const MAX_LINKS_FOLLOWED = 40;
const WRITE_ALL = 0o666;
const WRITABLE_BY_SHELL = ["/storage/emulated/0/", "/data/local/tmp/", "/dev/null/"];
/** Elsewhere the file system itself is read-only. */
const KEPT_FROM_SHELL = ["/data/", "/proc/", "/sys/", "/storage/", "/mnt/", "/dev/"];

export interface PhoneFilesOptions {
  capacityBytes: number;
  clock: Clock;
  /** Asked before every byte that is written; true makes the write fail with ENOSPC. */
  isFull(): boolean;
}

const keptFromShell = (real: string, operation: string, path: string): FileError =>
  new FileError(KEPT_FROM_SHELL.some((root) => real.startsWith(root)) ? "EACCES" : "EROFS", operation, path);

/** A file being written in parts. Its bytes are counted as they come; a part that does not fit throws ENOSPC. */
export interface FileWriter {
  append(bytes: Uint8Array): void;
  /** Sets the times and mode that the sender gave. */
  finish(mtimeMs: number, mode: number): void;
}

/**
 * The phone's file system: one tree with a capacity. It enforces no permissions of writing itself: who acts for the shell
 * user asks {@link assertShellMayWrite} first, the system's own parts write where they like; who reads for a user says for
 * which. Paths are absolute.
 */
export class PhoneFiles {
  /** A file is there under this path, whole, or is not there any more. */
  readonly changed = new Emitter<string>();
  readonly #options: PhoneFilesOptions;
  readonly #root: DirectoryNode;
  #isProviding = false;
  #nextIno = 2;
  #usedBytes = 0;

  constructor(options: PhoneFilesOptions) {
    this.#options = options;
    this.#root = { kind: "directory", mode: 0o755, mtimeMs: options.clock.now(), ino: 1, entries: new Map() };
  }

  get capacityBytes(): number {
    return this.#options.capacityBytes;
  }

  get usedBytes(): number {
    return this.#usedBytes;
  }

  get freeBytes(): number {
    return this.#isFull ? 0 : this.#options.capacityBytes - this.#usedBytes;
  }

  stat(path: string, followLast = true): FileStat {
    return statOf(this.#lookup(path, "stat", followLast));
  }

  exists(path: string): boolean {
    return this.#find(path, true) !== undefined;
  }

  list(path: string): string[] {
    return [...this.#directory(path, "scandir").entries.keys()].sort();
  }

  /** @param reader the user id that reads; the system itself where there is none */
  read(path: string, reader?: number): Uint8Array {
    return joined([...this.chunks(path, reader)]);
  }

  /**
   * The file's bytes, piece by piece; do not change them.
   * @param reader the user id that reads; the system itself where there is none
   */
  chunks(path: string, reader?: number): Iterable<Uint8Array> {
    const node = this.#file(path, "open");
    if (reader !== undefined && node.keptFor !== undefined && node.keptFor !== reader)
      this.#fail("EACCES", "open", path);
    return node.provide ? [provided(node)] : node.content.chunks();
  }

  write(path: string, bytes: Uint8Array | string, mode = WRITE_ALL): void {
    const content = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    const writer = this.writer(path, mode);
    if (content.length > 0) writer.append(content);
    this.changed.emit(path);
  }

  append(path: string, bytes: Uint8Array): void {
    const node = this.#openForWriting(path, WRITE_ALL);
    if (bytes.length > 0) this.#grow(node, bytes, path);
  }

  /** Empties or makes the file and takes its bytes in parts. */
  writer(path: string, mode = WRITE_ALL): FileWriter {
    const node = this.#openForWriting(path, mode);
    this.#truncate(node);
    return {
      append: (bytes) => this.#grow(node, bytes, path),
      finish: (mtimeMs, finalMode) => {
        node.mtimeMs = mtimeMs;
        node.mode = finalMode & 0o7777;
        this.changed.emit(path);
      },
    };
  }

  /**
   * A file whose content is made anew on each read. It takes no space, so there is always room for it.
   * @param keptFor the one user id that may read it
   */
  provide(
    path: string,
    content: () => string | Uint8Array,
    { mode = 0o444, keptFor }: { mode?: number; keptFor?: number } = {},
  ): void {
    this.#isProviding = true;
    try {
      this.mkdir(posix.dirname(path), true);
      const node = this.#openForWriting(path, mode);
      node.provide = content;
      if (keptFor !== undefined) node.keptFor = keptFor;
    } finally {
      this.#isProviding = false;
    }
  }

  /** `/dev/null` and its like. */
  makeNull(path: string): void {
    const node = this.#openForWriting(path, WRITE_ALL);
    node.discards = true;
  }

  mkdir(path: string, recursive = false, mode = 0o771): void {
    const found = this.#find(path, true);
    if (found) {
      if (recursive && found.kind === "directory") return;
      throw new FileError("EEXIST", "mkdir", path);
    }
    const parentPath = posix.dirname(posix.resolve("/", path));
    if (recursive && !this.#find(parentPath, true)) this.mkdir(parentPath, true, mode);
    const { parent, name } = this.#parent(path, "mkdir");
    if (this.#isFull) throw new FileError("ENOSPC", "mkdir", path);
    this.#attach(parent, name, {
      kind: "directory",
      mode,
      mtimeMs: this.#now(),
      ino: this.#nextIno++,
      entries: new Map(),
    });
  }

  remove(path: string, recursive = false): void {
    const { parent, name } = this.#parent(path, "rm");
    const node = parent.entries.get(name) ?? this.#fail("ENOENT", "rm", path);
    if (node.kind === "directory" && !recursive && node.entries.size > 0) throw new FileError("ENOTEMPTY", "rm", path);
    parent.entries.delete(name);
    parent.mtimeMs = this.#now();
    this.#release(node);
    this.changed.emit(path);
  }

  rename(from: string, to: string): void {
    const source = this.#parent(from, "rename");
    const node = source.parent.entries.get(source.name) ?? this.#fail("ENOENT", "rename", from);
    const target = this.#parent(to, "rename");
    const replaced = target.parent.entries.get(target.name);
    if (replaced === node) return;
    if (replaced?.kind === "directory" && replaced.entries.size > 0) throw new FileError("ENOTEMPTY", "rename", to);
    // By whatever path, links and all.
    if (node.kind === "directory" && isWithin(target.parent, node)) throw new FileError("EINVAL", "rename", to);
    source.parent.entries.delete(source.name);
    if (replaced) this.#release(replaced);
    this.#attach(target.parent, target.name, node);
    this.changed.emit(from);
    this.changed.emit(to);
  }

  symlink(target: string, path: string): void {
    const { parent, name } = this.#parent(path, "symlink");
    if (parent.entries.has(name)) throw new FileError("EEXIST", "symlink", path);
    this.#attach(parent, name, { kind: "link", mode: 0o777, mtimeMs: this.#now(), ino: this.#nextIno++, target });
  }

  /** A second name for the same bytes. */
  link(existing: string, path: string): void {
    const node = this.#file(existing, "link");
    const { parent, name } = this.#parent(path, "link");
    if (parent.entries.has(name)) throw new FileError("EEXIST", "link", path);
    node.links++;
    this.#attach(parent, name, node);
  }

  readlink(path: string): string {
    const node = this.#lookup(path, "readlink", false);
    if (node.kind !== "link") throw new FileError("EINVAL", "readlink", path);
    return node.target;
  }

  chmod(path: string, mode: number): void {
    this.#lookup(path, "chmod", true).mode = mode & 0o7777;
  }

  utimes(path: string, mtimeMs: number): void {
    this.#lookup(path, "utimes", true).mtimeMs = mtimeMs;
  }

  /** The path with every link followed. */
  realpath(path: string): string {
    return this.#walk(path, true)?.path ?? this.#fail("ENOENT", "realpath", path);
  }

  /**
   * Throws EROFS or EACCES where Android keeps the shell user from creating, changing or removing `path`, and ENOENT when
   * the directory that would have to be written to is not there either.
   */
  assertShellMayWrite(path: string, operation: string): void {
    const absolute = posix.resolve("/", path);
    const parent = posix.dirname(absolute);
    let ancestor = absolute;
    while (!this.exists(ancestor)) ancestor = posix.dirname(ancestor);
    const real = `${posix.join(this.realpath(ancestor), absolute.slice(ancestor.length))}/`;
    if (WRITABLE_BY_SHELL.some((root) => real.startsWith(root))) return;
    if (ancestor !== absolute && ancestor !== parent) throw new FileError("ENOENT", operation, path);
    throw keptFromShell(real, operation, path);
  }

  /** The same for taking a name away: of a link it is the link that goes, not what it leads to, and no root of what may be written. */
  assertShellMayRemove(path: string, operation: string): void {
    const absolute = posix.resolve("/", path);
    const real = posix.join(this.realpath(posix.dirname(absolute)), posix.basename(absolute));
    if (!WRITABLE_BY_SHELL.some((root) => real.startsWith(root))) throw keptFromShell(`${real}/`, operation, path);
  }

  #openForWriting(path: string, mode: number): FileNode {
    const found = this.#find(path, true);
    if (found?.kind === "directory") throw new FileError("EISDIR", "open", path);
    if (found?.kind === "file") {
      if (found.provide) throw new FileError("EACCES", "open", path);
      return found;
    }
    const { parent, name } = this.#parent(path, "open");
    const node: FileNode = {
      kind: "file",
      mode: mode & 0o7777,
      mtimeMs: this.#now(),
      ino: this.#nextIno++,
      content: new FileContent(),
      links: 1,
    };
    this.#attach(parent, name, node);
    return node;
  }

  #grow(node: FileNode, bytes: Uint8Array, path: string): void {
    if (node.discards) return;
    if (bytes.length > this.freeBytes) throw new FileError("ENOSPC", "write", path);
    try {
      node.content.append(bytes);
    } catch (error) {
      // The host has less room than the phone was promised.
      if (error instanceof Error && "code" in error && error.code === "ENOSPC")
        throw new FileError("ENOSPC", "write", path);
      throw error;
    }
    node.mtimeMs = this.#now();
    this.#usedBytes += bytes.length;
  }

  #truncate(node: FileNode): void {
    this.#usedBytes -= node.content.size;
    node.content.clear();
    node.mtimeMs = this.#now();
  }

  #release(node: Node): void {
    if (node.kind === "directory") for (const child of node.entries.values()) this.#release(child);
    else if (node.kind === "file" && --node.links === 0) {
      this.#usedBytes -= node.content.size;
      node.content.clear();
    }
  }

  #attach(parent: DirectoryNode, name: string, node: Node): void {
    parent.entries.set(name, node);
    parent.mtimeMs = this.#now();
  }

  #parent(path: string, operation: string): { parent: DirectoryNode; name: string } {
    const absolute = posix.resolve("/", path);
    const name = posix.basename(absolute);
    if (!name) throw new FileError("EPERM", operation, path);
    return { parent: this.#directory(posix.dirname(absolute), operation, path), name };
  }

  #directory(path: string, operation: string, shown = path): DirectoryNode {
    const node = this.#find(path, true) ?? this.#fail("ENOENT", operation, shown);
    return node.kind === "directory" ? node : this.#fail("ENOTDIR", operation, shown);
  }

  #file(path: string, operation: string): FileNode {
    const node = this.#lookup(path, operation, true);
    return node.kind === "file" ? node : this.#fail("EISDIR", operation, path);
  }

  #lookup(path: string, operation: string, followLast: boolean): Node {
    return this.#find(path, followLast) ?? this.#fail("ENOENT", operation, path);
  }

  #find(path: string, followLast: boolean): Node | undefined {
    return this.#walk(path, followLast)?.node;
  }

  #walk(path: string, followLast: boolean): { node: Node; path: string } | undefined {
    const names = posix.resolve("/", path).split("/").filter(Boolean);
    // A trailing slash asks for what a link points to.
    const followEnd = followLast || path.endsWith("/");
    let node: Node = this.#root;
    let at = "/";
    let followed = 0;
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (node.kind !== "directory") return undefined;
      const next: Node | undefined = node.entries.get(name);
      if (!next) return undefined;
      if (next.kind === "link" && (names.length > 0 || followEnd)) {
        if (++followed > MAX_LINKS_FOLLOWED) throw new FileError("ELOOP", "open", path);
        names.unshift(...this.#linkTarget(next, at).split("/").filter(Boolean));
        node = this.#root;
        at = "/";
        continue;
      }
      node = next;
      at = posix.join(at, name);
    }
    return { node, path: at };
  }

  #linkTarget(link: LinkNode, directory: string): string {
    return posix.resolve(directory, link.target);
  }

  #fail(code: FileErrorCode, operation: string, path: string): never {
    throw new FileError(code, operation, path);
  }

  #now(): number {
    return this.#options.clock.now();
  }

  get #isFull(): boolean {
    return !this.#isProviding && this.#options.isFull();
  }
}
