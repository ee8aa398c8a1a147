/** What is in a script repository, as git tells it. Nothing is checked out: a link is its text, a submodule its name. */
import { isUtf8 } from "node:buffer";
import { LIMITS, UdtError, type ScriptCommit, type ScriptComparison, type ScriptEntry } from "@udt/contract";
import { askGit, type GitCall, GitFailure, readGit, startGit } from "../../platform/git.ts";
import { compare } from "./script-compare.ts";

export const MAIN_BRANCH = "main";

/** One commit's fields, each a line; the rest is its text. */
const COMMIT = "--format=%H%n%P%n%an%n%ae%n%at%n%s%n%b";
/** Git knows it everywhere: what a first commit is compared with. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const TEXT_MAX_CHARS = 10_000;
const LIST_MAX_BYTES = 16 * 1024 ** 2;

export interface Branches {
  default_branch: string;
  branches: { name: string; commit_id: string }[];
}

/** Reads one repository. Every method throws script_git_failed when git does not answer. */
export class ScriptFiles {
  readonly folder: string;
  readonly #main: string;
  readonly #isMirror: boolean;
  readonly #signal: AbortSignal | undefined;
  /**
   * @param main the branch that is meant where none is named
   * @param isMirror Whether somebody else keeps it: what no branch there has any more, may have been taken back
   * @param signal Ends what is read: it rejects with its reason then
   */
  constructor(folder: string, main = MAIN_BRANCH, isMirror = false, signal?: AbortSignal) {
    this.folder = folder;
    this.#main = main;
    this.#isMirror = isMirror;
    this.#signal = signal;
  }

  /** The same, read until then and no further. */
  until(signal: AbortSignal): ScriptFiles {
    return new ScriptFiles(this.folder, this.#main, this.#isMirror, signal);
  }

  async branches(): Promise<Branches> {
    const refs = await this.refs();
    const branches = refs.flatMap(({ ref, commit_id }) =>
      ref.startsWith("refs/heads/") ? [{ name: ref.slice("refs/heads/".length), commit_id }] : [],
    );
    return { default_branch: this.#main, branches };
  }

  /** Branches and tags, by name. */
  async refs(): Promise<{ ref: string; commit_id: string }[]> {
    const text = await this.#text(["for-each-ref", "--format=%(objectname) %(refname)", "refs/heads", "refs/tags"]);
    return text.split("\n").flatMap((line) => {
      const at = line.indexOf(" ");
      return at === -1 ? [] : [{ commit_id: line.slice(0, at), ref: line.slice(at + 1) }];
    });
  }

  /** In bytes, on disk. */
  async size(): Promise<number> {
    const facts = await this.#text(["count-objects", "-v"]);
    const kibibytes = [...facts.matchAll(/^size(?:-pack|-garbage)?: (\d+)$/gm)];
    return kibibytes.reduce((sum, [, each]) => sum + Number(each) * 1024, 0);
  }

  /**
   * @param at Which commit; empty for the newest of the branch.
   * @throws UdtError script_branch_not_found, script_commit_not_found
   */
  async tree(
    branch: string,
    at = "",
  ): Promise<{ commit_id: string; entries: ScriptEntry[]; has_more: boolean; total: number }> {
    const commit_id = await this.#at(branch, at);
    const words = ["ls-tree", "-r", "-l", "-z", "--full-tree", commit_id];
    const { bytes, isCut } = await this.#read(words, LIST_MAX_BYTES);
    const records = bytes.toString("utf8").split("\0").slice(0, -1);
    const entries = records.slice(0, LIMITS.script_tree_max).flatMap((record) => entryOf(record)?.entry ?? []);
    const total = isCut ? await this.#count(commit_id) : records.length;
    return { commit_id, entries, has_more: total > entries.length, total };
  }

  /**
   * @param at Which commit; empty for the newest of the branch.
   * @throws UdtError script_branch_not_found, script_commit_not_found, script_file_not_found
   */
  async file(branch: string, path: string, at = ""): Promise<ScriptEntry & { commit_id: string; text: string | null }> {
    const commit_id = await this.#at(branch, at);
    const words = ["ls-tree", "-l", "-z", "--full-tree", commit_id, "--", path];
    const listed = await this.#read(words, LIST_MAX_BYTES).catch((error: unknown) => {
      // Git refuses a path that leads out of the repository.
      if (error instanceof UdtError) throw new UdtError("script_file_not_found", { path }, { cause: error });
      throw error;
    });
    const found = entryOf(listed.bytes.toString("utf8").split("\0", 1)[0] ?? "");
    if (found?.entry.path !== path) throw new UdtError("script_file_not_found", { path });
    const { entry, object_id } = found;
    if (entry.kind === "submodule") return { ...entry, commit_id, text: object_id };
    if (entry.size_bytes > LIMITS.script_text_max_bytes) return { ...entry, commit_id, text: null };
    const { bytes } = await this.#read(["cat-file", "blob", object_id], LIMITS.script_text_max_bytes);
    return { ...entry, commit_id, text: textOf(bytes) };
  }

  /** How many files a commit has, however many these are. */
  async #count(commit_id: string): Promise<number> {
    const { child, exited } = startGit(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit_id], {
      folder: this.folder,
    });
    let count = 0;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) for (const byte of piece) if (byte === 0) count++;
    if ((await exited).code !== 0) throw new UdtError("script_git_failed");
    return count;
  }

  /** @param path Those that changed what is there; empty: all. @throws UdtError script_branch_not_found */
  async commits(
    branch: string,
    { path = "", page_num, page_size }: { path?: string; page_num: number; page_size: number },
  ): Promise<{ list: ScriptCommit[]; total: number }> {
    const newest = await this.newest(branch);
    const skip = (page_num - 1) * page_size;
    const paths = path === "" ? [] : [path];
    const [log, count] = await Promise.all([
      this.#text(["log", "-z", COMMIT, `--skip=${skip}`, `--max-count=${page_size}`, newest, "--", ...paths]),
      this.#text(["rev-list", "--count", newest, "--", ...paths]),
    ]);
    return { list: log === "" ? [] : log.split("\0").filter(Boolean).map(commitOf), total: Number(count) };
  }

  /**
   * One commit, and what it changed against its first parent.
   * @param path Of that file alone; empty: of all.
   * @throws UdtError script_commit_not_found
   */
  async commit(commit_id: string, path = "") {
    await this.known(commit_id);
    const commit = commitOf(await this.#text(["log", "--max-count=1", COMMIT, commit_id, "--"]));
    return { ...commit, ...(await this.compare([commit.parent_ids[0] ?? EMPTY_TREE, commit_id], path)) };
  }

  /** What differs between two commits, or trees. */
  compare = async (both: readonly [string, string], path = ""): Promise<ScriptComparison> =>
    compare(this.#call, both, path).catch(this.#failed);

  /** The files that a commit changed against its first parent: which, and that one. @param path That file alone; empty: all. */
  async changedBy(commit_id: string, path: string): Promise<{ paths: string[]; parent: string }> {
    await this.known(commit_id);
    const parents = await this.#text(["log", "--max-count=1", "--format=%P", commit_id, "--"]);
    const parent = parents.split(" ")[0] || EMPTY_TREE;
    return { paths: await this.differing([parent, commit_id], path), parent };
  }

  /**
   * The paths at which two commits, or trees, differ: one more than may be restored, at most.
   * @param path That file alone; empty: all.
   * @throws UdtError script_restore_name
   */
  async differing(both: readonly [string, string], path = ""): Promise<string[]> {
    const only = path === "" ? [] : ["--", path];
    const words = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", ...both, ...only];
    const { bytes } = await this.#read(words, LIST_MAX_BYTES);
    // Left out silently it would be told as given back.
    if (!isUtf8(bytes)) throw new UdtError("script_restore_name");
    return bytes
      .toString("utf8")
      .split("\0", LIMITS.script_restore_max + 1)
      .filter(Boolean);
  }

  /** A file's bytes; undefined where there are more than are shown of one. */
  async blob(object_id: string): Promise<Buffer | undefined> {
    const { bytes, isCut } = await this.#read(["cat-file", "blob", object_id], LIMITS.script_text_max_bytes);
    return isCut ? undefined : bytes;
  }

  /** What is at these paths, folders among it. */
  async entriesAt(commit_id: string, paths: readonly string[]): Promise<Map<string, TreeEntry>> {
    const words = ["ls-tree", "-t", "-z", "--full-tree", commit_id, "--", ...paths];
    const { bytes } = await this.#read(words, LIST_MAX_BYTES);
    const records = bytes.toString("utf8").split("\0");
    return new Map(records.flatMap((record) => (record === "" ? [] : [treeEntryOf(record)])));
  }

  /** Who changed a path last between two commits. */
  async lastChange(path: string, [from, to]: readonly [string, string]): Promise<ScriptCommit> {
    const record = await this.#text(["log", "--max-count=1", COMMIT, to, `^${from}`, "--", path]);
    return commitOf(record || (await this.#text(["log", "--max-count=1", COMMIT, to, "--"])));
  }

  /** @throws UdtError script_commit_not_found */
  async known(commit_id: string): Promise<string> {
    const found = await this.#resolve(commit_id);
    if (found !== commit_id || (this.#isMirror && !(await this.#isReached(commit_id))))
      throw new UdtError("script_commit_not_found", { commit_id });
    return commit_id;
  }

  async #isReached(commit_id: string): Promise<boolean> {
    const words = ["for-each-ref", "--count=1", "--format=%(refname)", `--contains=${commit_id}`, "refs/heads"];
    return (await this.#text(words)) !== "";
  }

  #at = (branch: string, commit_id: string): Promise<string> =>
    commit_id === "" ? this.newest(branch) : this.known(commit_id);

  /** @throws UdtError script_branch_not_found */
  async newest(branch: string): Promise<string> {
    const commit_id = await this.#resolve(`refs/heads/${branch || this.#main}`);
    if (commit_id === undefined) throw new UdtError("script_branch_not_found", { branch: branch || this.#main });
    return commit_id;
  }

  async #resolve(name: string): Promise<string | undefined> {
    const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
    return askGit(words, this.#call).catch((error: unknown) => {
      if (error instanceof GitFailure && error.cause === undefined && !this.#signal?.aborted) return undefined;
      return this.#failed(error);
    });
  }

  async #text(words: string[]): Promise<string> {
    return (await this.#read(words, LIST_MAX_BYTES)).bytes.toString("utf8").trim();
  }

  async #read(words: string[], maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
    return readGit(words, { ...this.#call, maxBytes }).catch(this.#failed);
  }

  /** @throws the signal's reason: git may be done before it is ended. */
  get #call(): GitCall {
    this.#signal?.throwIfAborted();
    return { folder: this.folder, ...(this.#signal && { signal: this.#signal }) };
  }

  #failed = (error: unknown): never => {
    this.#signal?.throwIfAborted();
    throw asRefusal(error);
  };
}

export interface TreeEntry {
  mode: string;
  type: string;
  object_id: string;
}

/** A line of `git ls-tree`: mode, type, object, and after a tab the path. */
function treeEntryOf(record: string): [string, TreeEntry] {
  const at = record.indexOf("\t");
  const [mode = "", type = "", object_id = ""] = record.slice(0, at).split(" ");
  return [record.slice(at + 1), { mode, type, object_id }];
}

/** What git could not do is no fault of who asks. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof GitFailure ? new UdtError("script_git_failed", {}, { cause: error }) : error;

/** A line of `git ls-tree -l`: mode, type, object, size, and after a tab the path. Undefined for a folder. */
function entryOf(record: string): { entry: ScriptEntry; object_id: string } | undefined {
  const [, mode, type, object_id = "", size, path = ""] =
    /^(\d+) (\w+) ([0-9a-f]+) +(\d+|-)\t([^]*)$/.exec(record) ?? [];
  if (mode === undefined || type === "tree") return undefined;
  const kind = type === "commit" ? "submodule" : mode === "120000" ? "link" : "file";
  return { entry: { path, kind, size_bytes: size === "-" ? 0 : Number(size) }, object_id };
}

function commitOf(record: string): ScriptCommit {
  const [commit_id = "", parents = "", author_name = "", author_email = "", seconds, subject = "", ...body] =
    record.split("\n");
  return {
    commit_id,
    parent_ids: parents.split(" ").filter(Boolean),
    author_name,
    author_email,
    // A commit may say any time at all.
    authored_at: Math.min(Math.max(0, Number(seconds) || 0) * 1000, Number.MAX_SAFE_INTEGER),
    subject: subject.slice(0, TEXT_MAX_CHARS),
    body: body.join("\n").trim().slice(0, TEXT_MAX_CHARS),
  };
}

/** Undefined bytes are no text. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
