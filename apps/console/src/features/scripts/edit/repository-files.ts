import type { ScriptEntry } from "@udt/contract";
import type { EditorDoc } from "./docs.ts";
import type { Workspace } from "./workspace.ts";

/** So much of a repository is read to know what its files mean; a library of tests has far less. */
const FILES_MAX = 200;
const FILE_MAX_BYTES = 256 * 1024;
const ALL_MAX_BYTES = 2 * 1024 ** 2;

/** A file's text, and what changes with it. */
export interface RepositoryFile {
  text: string;
  version: string;
}

/** The files of the repository that is edited, as they stand on the page: open ones with what was typed. */
export class RepositoryFiles {
  /** All that there are are listed. */
  readonly isWhole: boolean;
  readonly #workspace: Workspace<EditorDoc>;
  readonly #read: (path: string) => Promise<string | null>;
  #commit_id: string;
  #texts = new Map<string, Promise<string | null>>();
  #bytes = 0;

  /** @param read reads a file at the commit that is edited, by where it is there */
  constructor(workspace: Workspace<EditorDoc>, isWhole: boolean, read: (path: string) => Promise<string | null>) {
    this.isWhole = isWhole;
    this.#workspace = workspace;
    this.#read = read;
    this.#commit_id = workspace.commit_id;
  }

  /** Told of whatever changes but what is typed in a file that is changed already. */
  subscribe = (listener: () => void): (() => void) => this.#workspace.subscribe(listener);

  entries = (): readonly ScriptEntry[] => this.#workspace.seen().entries;

  docs = (): ReadonlyMap<string, EditorDoc> => this.#workspace.docs();

  has = (path: string): boolean => this.entries().some((entry) => entry.path === path);

  /** A file's text; undefined where it has none, is too large, or was too much. It is read once for each commit. */
  async file(path: string): Promise<RepositoryFile | undefined> {
    const { commit_id } = this.#workspace;
    if (commit_id !== this.#commit_id) {
      this.#texts = new Map();
      this.#bytes = 0;
      this.#commit_id = commit_id;
    }
    const doc = this.docs().get(path);
    if (doc) return { text: doc.model.getValue(), version: `${doc.model.uri.authority} ${doc.version()}` };
    const base_path = this.#workspace.basePath(path);
    const text = base_path === undefined ? null : await this.#textOf(base_path, path);
    return text === null ? undefined : { text, version: `${commit_id} ${base_path}` };
  }

  #textOf(base_path: string, path: string): Promise<string | null> {
    const known = this.#texts.get(base_path);
    if (known) return known;
    const entry = this.entries().find((one) => one.path === path);
    const size = entry?.kind === "file" ? entry.size_bytes : Infinity;
    if (size > FILE_MAX_BYTES || this.#texts.size >= FILES_MAX || this.#bytes + size > ALL_MAX_BYTES)
      return Promise.resolve(null);
    this.#bytes += size;
    const reading = this.#read(base_path);
    this.#texts.set(base_path, reading);
    // What could not be read now may be later.
    reading.catch(() => this.#texts.delete(base_path));
    return reading;
  }
}
