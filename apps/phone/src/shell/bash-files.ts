import { posix } from "node:path";
import type { FsStat, IFileSystem } from "just-bash";
import { FileError } from "../system/file-errors.ts";
import type { FileStat } from "../system/file-nodes.ts";
import type { PhoneFiles } from "../system/files.ts";

type Content = string | Uint8Array;
type Encoding = NonNullable<Parameters<IFileSystem["writeFile"]>[2]>;

/** The whole tree is one file system; sync's stat_v2 names the same number. */
const DEVICE = 1;

/** The phone's files as just-bash wants them, with the permissions of who runs it; what the shell's user may write. */
export class BashFiles implements IFileSystem {
  readonly #files: PhoneFiles;
  readonly #reader: number;

  /** @param reader the user id that reads */
  constructor(files: PhoneFiles, reader: number) {
    this.#files = files;
    this.#reader = reader;
  }

  async readFile(path: string): Promise<string> {
    return new TextDecoder().decode(this.#files.read(path, this.#reader));
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    return this.#files.read(path, this.#reader);
  }

  async writeFile(path: string, content: Content, options?: Encoding): Promise<void> {
    this.#files.assertShellMayWrite(path, "open");
    this.#files.write(path, toBytes(content, options));
  }

  async appendFile(path: string, content: Content, options?: Encoding): Promise<void> {
    this.#files.assertShellMayWrite(path, "open");
    this.#files.append(path, toBytes(content, options));
  }

  async exists(path: string): Promise<boolean> {
    return this.#files.exists(path);
  }

  async stat(path: string): Promise<FsStat> {
    return toFsStat(this.#files.stat(path));
  }

  async lstat(path: string): Promise<FsStat> {
    return toFsStat(this.#files.stat(path, false));
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<void> {
    if (!options?.recursive || !this.#files.exists(path)) this.#files.assertShellMayWrite(path, "mkdir");
    this.#files.mkdir(path, options?.recursive ?? false);
  }

  async readdir(path: string): Promise<string[]> {
    return this.#files.list(path);
  }

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    try {
      this.#files.stat(path, false);
    } catch (error) {
      if (options?.force && error instanceof FileError && error.code === "ENOENT") return;
      throw error;
    }
    this.#files.assertShellMayRemove(path, "rm");
    this.#files.remove(path, options?.recursive ?? false);
  }

  async cp(source: string, target: string, options?: { recursive?: boolean }): Promise<void> {
    this.#files.assertShellMayWrite(target, "cp");
    if (this.#files.stat(source).kind === "file") {
      const writer = this.#files.writer(target, this.#files.stat(source).mode);
      for (const chunk of this.#files.chunks(source, this.#reader)) writer.append(chunk);
      return;
    }
    if (!options?.recursive) throw new FileError("EISDIR", "cp", source);
    this.#files.mkdir(target, true);
    for (const name of this.#files.list(source))
      await this.cp(posix.join(source, name), posix.join(target, name), options);
  }

  async mv(source: string, target: string): Promise<void> {
    this.#files.assertShellMayRemove(source, "rename");
    this.#files.assertShellMayWrite(target, "rename");
    this.#files.rename(source, target);
  }

  resolvePath(base: string, path: string): string {
    return posix.resolve("/", base, path);
  }

  getAllPaths(): string[] {
    const paths: string[] = [];
    const visit = (directory: string) => {
      for (const name of this.#files.list(directory)) {
        const path = posix.join(directory, name);
        paths.push(path);
        if (this.#files.stat(path, false).kind === "directory") visit(path);
      }
    };
    visit("/");
    return paths;
  }

  async chmod(path: string, mode: number): Promise<void> {
    this.#files.assertShellMayWrite(path, "chmod");
    this.#files.chmod(path, mode);
  }

  async symlink(target: string, path: string): Promise<void> {
    this.#files.assertShellMayWrite(path, "symlink");
    this.#files.symlink(target, path);
  }

  async link(existing: string, path: string): Promise<void> {
    this.#files.assertShellMayWrite(path, "link");
    this.#files.link(existing, path);
  }

  async readlink(path: string): Promise<string> {
    return this.#files.readlink(path);
  }

  async realpath(path: string): Promise<string> {
    return this.#files.realpath(path);
  }

  async utimes(path: string, _accessed: Date, modified: Date): Promise<void> {
    this.#files.assertShellMayWrite(path, "utimes");
    this.#files.utimes(path, modified.getTime());
  }
}

function toBytes(content: Content, options?: Encoding): Uint8Array {
  if (typeof content !== "string") return content;
  const encoding = typeof options === "string" ? options : options?.encoding;
  return Buffer.from(content, encoding ?? "utf8");
}

function toFsStat(stat: FileStat): FsStat {
  return {
    isFile: stat.kind === "file",
    isDirectory: stat.kind === "directory",
    isSymbolicLink: stat.kind === "link",
    mode: stat.mode & 0o7777,
    size: stat.size,
    mtime: new Date(stat.mtimeMs),
    // `cp` and `mv` tell by both whether two names are one file.
    dev: DEVICE,
    ino: stat.ino,
  };
}
