/** What is restored of a commit: which files, and what becomes of each on top of another commit. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS, UdtError, type ScriptRestore } from "@udt/contract";
import { GitFailure, readGit } from "../../platform/git.ts";
import type { ScriptFiles, TreeEntry } from "./script-files.ts";
import { isSame, type Making, type Wanted } from "./script-making.ts";

export interface RestoreWish {
  commit_id: string;
  what: ScriptRestore;
  /** Empty: all files. */
  path: string;
}

/**
 * What the files of `base` are to become. What was changed since the commit stays, unless it is of the same lines.
 * @throws UdtError script_commit_not_found, script_file_not_found, script_restore_conflict, script_restore_limit,
 * script_undo_limit, script_restore_name
 */
export const restored = (made: Making, files: ScriptFiles, base: string, wish: RestoreWish): Promise<Wanted> =>
  wish.what === "version" ? version(files, base, wish) : undone(made, files, base, wish);

async function version(files: ScriptFiles, base: string, { commit_id, path }: RestoreWish): Promise<Wanted> {
  await files.known(commit_id);
  const paths = path === "" ? bounded(await files.differing([base, commit_id])) : [path];
  const [now, then] = await Promise.all([entries(files, base, paths), entries(files, commit_id, paths)]);
  const isFile = (entry: TreeEntry | undefined) => entry !== undefined && entry.type !== "tree";
  if (path !== "" && !isFile(then.get(path)) && !isFile(now.get(path)))
    throw new UdtError("script_file_not_found", { path });
  return new Map(paths.map((each) => [each, isFile(then.get(each)) ? then.get(each) : undefined]));
}

async function undone(made: Making, files: ScriptFiles, base: string, wish: RestoreWish): Promise<Wanted> {
  const { commit_id } = wish;
  const { paths: changed, parent } = await files.changedBy(commit_id, wish.path);
  const paths = bounded(changed);
  const [was, is, now] = await Promise.all([parent, commit_id, base].map((at) => entries(files, at, paths)));
  const wanted: Wanted = new Map();
  let merges = 0;
  for (const path of paths) {
    const sides = [was?.get(path), is?.get(path), now?.get(path)] as const;
    if (isSame(sides[2], sides[0])) continue;
    const isAlone = isSame(sides[2], sides[1]);
    // Each takes git several times, while others wait to push.
    if (!isAlone && ++merges > LIMITS.script_undo_merged_max)
      throw new UdtError("script_undo_limit", { max: LIMITS.script_undo_merged_max });
    const entry = isAlone ? { to: sides[0] } : await merged(made, files, sides);
    if (!entry) {
      const { commit_id: by, author_name } = await files.lastChange(path, [commit_id, base]);
      throw new UdtError("script_restore_conflict", { path, author_name, commit_id: by });
    }
    wanted.set(path, entry.to);
  }
  return wanted;
}

/** The file as it is, without what came between its first two versions. Undefined where both changed the same lines, or it is no text. */
async function merged(
  made: Making,
  files: ScriptFiles,
  sides: readonly (TreeEntry | undefined)[],
): Promise<{ to: TreeEntry } | undefined> {
  const [was, is, now] = sides;
  if (!was || !is || !now || sides.some((side) => !side?.mode.startsWith("100"))) return undefined;
  // Bits of the mode are given back as lines are.
  const mode = now.mode === is.mode ? was.mode : now.mode;
  if (was.object_id === is.object_id) return { to: { ...now, mode } };
  const texts = await Promise.all([now, is, was].map(({ object_id }) => files.blob(object_id)));
  const names = ["now", "is", "was"].map((name) => join(made.room, name));
  for (const [at, name] of names.entries()) {
    const text = texts[at];
    if (!text) return undefined;
    await writeFile(name, text);
  }
  const maxBytes = 2 * LIMITS.script_text_max_bytes;
  const read = await readGit(["merge-file", "-p", "-q", ...names], { ...made.call, maxBytes }).catch(
    (error: unknown) => {
      // It ends by the number of its conflicts.
      if (error instanceof GitFailure && error.cause === undefined) return undefined;
      throw error;
    },
  );
  if (!read || read.isCut) return undefined;
  const [object_id = ""] = await made.blobs([read.bytes]);
  return { to: { ...now, mode, object_id } };
}

const entries = (files: ScriptFiles, at: string, paths: readonly string[]): Promise<Map<string, TreeEntry>> =>
  paths.length === 0 ? Promise.resolve(new Map()) : files.entriesAt(at, paths);

function bounded(paths: string[]): string[] {
  const max = LIMITS.script_restore_max;
  if (paths.length > max) throw new UdtError("script_restore_limit", { max });
  return paths;
}
