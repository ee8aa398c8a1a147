/** What becomes of a commit's files when some of them are changed: made beside the repository, with objects of its own. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS, UdtError, type BodyOf, type ENDPOINTS, type ScriptRepository } from "@udt/contract";
import { askGit, readGit, type GitCall } from "../../platform/git.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import { identityOf } from "./identity.ts";
import { asRefusal, ScriptFiles, type TreeEntry } from "./script-files.ts";
import { folderOf, spoolOf } from "./script-places.ts";

export type Change = BodyOf<(typeof ENDPOINTS)["scriptSave"]>["changes"][number];
/** What is to be at a path; undefined: nothing. */
export type Wanted = Map<string, TreeEntry | undefined>;

const FILE_MODE = "100644";
/** Git would leave out silently what other systems take for its own folder; who takes a push in says that it is refused. */
const AS_NAMED = ["-c", "core.protectNTFS=false", "-c", "core.protectHFS=false"];
const NOTHING = `0 ${"0".repeat(40)}`;

/** Makes something beside a repository. Nothing of it stays. */
export async function makeBeside<T>(
  blob_folder: string,
  { repo_id, outside }: Pick<ScriptRepository, "repo_id" | "outside">,
  work: (made: Making, files: ScriptFiles) => Promise<T>,
): Promise<T> {
  const folder = folderOf(blob_folder, repo_id);
  const room = spoolOf(blob_folder, newId());
  await mkdir(join(room, "objects"), { recursive: true });
  try {
    return await work(new Making(folder, room), new ScriptFiles(folder, undefined, outside !== null));
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

/** Files and commits while they are made, with objects of their own that the repository knows nothing of. */
export class Making {
  /** How git is called to find them. */
  readonly call: GitCall;
  /** A folder of its own. */
  readonly room: string;
  constructor(folder: string, room: string) {
    this.room = room;
    const env = {
      GIT_OBJECT_DIRECTORY: join(room, "objects"),
      GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(join(folder, "objects")),
      GIT_INDEX_FILE: join(room, "index"),
    };
    // What is acknowledged is written again as the push is taken.
    this.call = { folder, env, settings: [["core.fsync", "none"]] };
  }

  #git = (words: readonly string[], more: Partial<GitCall> = {}): Promise<string> =>
    askGit(words, { ...this.call, ...more });

  /** @throws UdtError script_file_not_found for what is deleted or renamed and was not in what the caller read */
  async wanted(files: ScriptFiles, base: string, changes: readonly Change[]): Promise<Wanted> {
    const known = await files.entriesAt(base, changes.flatMap(pathsOf));
    const contents = await this.blobs(changes.flatMap((change) => contentOf(change) ?? []));
    const wanted: Wanted = new Map();
    for (const change of changes) {
      if (change.change === "write" || change.change === "picture") continue;
      const path = change.change === "rename" ? change.old_path : change.path;
      if (known.get(path)?.type !== "blob") throw new UdtError("script_file_not_found", { path });
      wanted.set(path, undefined);
    }
    for (const change of changes) {
      if (change.change === "delete") continue;
      const before = known.get(change.change === "rename" ? change.old_path : change.path);
      const object_id = contentOf(change) === null ? before?.object_id : contents.shift();
      wanted.set(change.path, { mode: before?.mode ?? FILE_MODE, type: "blob", object_id: object_id ?? "" });
    }
    return wanted;
  }

  /** Writes texts and pictures as objects. Answers their ids. */
  async blobs(contents: readonly (string | Buffer)[]): Promise<string[]> {
    if (contents.length === 0) return [];
    const names = contents.map((_, index) => join(this.room, String(index)));
    await Promise.all(contents.map((content, index) => writeFile(names[index] ?? "", content)));
    const words = ["hash-object", "-w", "--no-filters", "--stdin-paths"];
    return (await this.#git(words, { input: `${names.join("\n")}\n` })).split("\n");
  }

  /** All files of a commit, with these in place of some. Answers the tree. */
  async tree(parent: string, wanted: Wanted): Promise<string> {
    await this.#git(["read-tree", parent]);
    const lines = [...wanted]
      // A file makes room before a folder takes its place.
      .toSorted(([, a], [, b]) => Number(a !== undefined) - Number(b !== undefined))
      .map(([path, entry]) => `${entry ? `${entry.mode} ${entry.object_id}` : NOTHING}\t${path}\0`);
    await this.#git([...AS_NAMED, "update-index", "-z", "--index-info"], { input: lines.join("") });
    return this.#git(["write-tree"]);
  }

  async commit(
    parent: string,
    wanted: Wanted,
    { user, message }: { user: CallerUser; message: string },
  ): Promise<string> {
    const tree = await this.tree(parent, wanted);
    const env = { ...this.call.env, ...identityOf(user) };
    return this.#git(["commit-tree", tree, "-p", parent, "-F", "-"], { env, input: message });
  }

  /** What somebody who has one commit lacks of another. */
  async pack(parent: string, commit_id: string): Promise<Buffer> {
    const words = ["pack-objects", "--revs", "--thin", "--stdout", "--quiet"];
    const call = { ...this.call, input: `${commit_id}\n^${parent}\n`, maxBytes: LIMITS.script_push_max_bytes };
    return (await readGit(words, call)).bytes;
  }
}

/**
 * Whether there is anything left to do. A file that others changed since is theirs, unless they made of it what is wanted; and
 * where something else stands, no file can be.
 * @throws UdtError script_file_changed, script_path_taken
 */
export async function isNews(
  files: ScriptFiles,
  range: readonly [string, string],
  wanted: Wanted,
  { isNew, isTaken }: Rules = {},
): Promise<boolean> {
  let isAny = false;
  const paths = [...wanted.keys()];
  const [before, now] = await Promise.all([
    files.entriesAt(range[0], paths),
    files.entriesAt(range[1], [...new Set(paths.flatMap((path) => [path, ...foldersOf(path)]))]),
  ]);
  for (const [path, entry] of wanted) {
    const theirs = now.get(path);
    if (isSame(theirs, entry)) continue;
    isAny = true;
    if (!isSame(theirs, before.get(path))) {
      const { commit_id, author_name } = await files.lastChange(path, range);
      throw new UdtError("script_file_changed", { path, commit_id, author_name });
    }
    if (entry === undefined) continue;
    const stays = (folder: string) =>
      wanted.get(folder) !== undefined || (!wanted.has(folder) && now.has(folder) && now.get(folder)?.type !== "tree");
    const isInTheWay = theirs !== undefined && (isNew?.has(path) || (isTaken ?? isNoFile)(theirs));
    if (isInTheWay || foldersOf(path).some(stays)) throw new UdtError("script_path_taken", { path });
  }
  return isAny;
}

interface Rules {
  /** Paths at which nothing may have been. */
  isNew?: ReadonlySet<string>;
  /** Whether what is there cannot be replaced; no regular file can be, where nothing is said. */
  isTaken?: (theirs: TreeEntry) => boolean;
}
const isNoFile = ({ mode }: TreeEntry): boolean => !mode.startsWith("100");

/** The paths at which these changes take it for granted that nothing is, seen or unseen. */
export function newPaths(changes: readonly Change[]): Set<string> {
  const left = new Set(
    changes.flatMap((change) =>
      change.change === "rename" ? change.old_path : change.change === "delete" ? change.path : [],
    ),
  );
  const made = changes.flatMap((change) =>
    change.change === "rename" || (change.change !== "delete" && change.is_new) ? change.path : [],
  );
  return new Set(made.filter((path) => !left.has(path)));
}

export const isSame = (a: TreeEntry | undefined, b: TreeEntry | undefined): boolean =>
  a?.mode === b?.mode && a?.object_id === b?.object_id;

const pathsOf = (change: Change): string[] =>
  change.change === "rename" ? [change.old_path, change.path] : [change.path];

/** What a file is given; null when it keeps its own, or goes. */
function contentOf(change: Change): string | Buffer | null {
  if (change.change === "delete") return null;
  return change.change === "picture" ? Buffer.from(change.png, "base64") : change.text;
}

/** Every folder on the way to a path. */
function foldersOf(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}
