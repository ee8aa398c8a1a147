/** What differs between two commits of a script repository, as git tells it. */
import { LIMITS, type ScriptComparison } from "@udt/contract";
import { readGit, type GitCall } from "../../platform/git.ts";

const WORDS = ["diff-tree", "-r", "-M", "--no-ext-diff", "--no-textconv"];
const CHANGES = { A: "added", D: "deleted", R: "renamed" } as const;
const FILES_MAX = 1_000;
const LIST_MAX_BYTES = 16 * 1024 ** 2;

type Changed = Pick<ScriptComparison["files"][number], "path" | "old_path" | "change">;
type Counts = Pick<ScriptComparison["files"][number], "added" | "removed">;

/**
 * @param path Of that file alone, by its path of before or after; empty: of all.
 * @throws GitFailure
 */
export async function compare(call: GitCall, both: readonly [string, string], path: string): Promise<ScriptComparison> {
  const read = (words: readonly string[], maxBytes: number) => readGit([...WORDS, ...words], { ...call, maxBytes });
  const [status, lines] = await Promise.all([
    read(["-z", "--name-status", ...both], LIST_MAX_BYTES),
    read(["-z", "--numstat", ...both], LIST_MAX_BYTES),
  ]);
  const counts = countsIn(lines.bytes.toString("utf8"));
  const files = changesIn(status.bytes.toString("utf8"))
    .filter((file) => path === "" || file.path === path || file.old_path === path)
    .map((file) => ({ ...file, ...(counts.get(file.path) ?? { added: null, removed: null }) }));
  // Both of its paths, so that what was renamed is told as such.
  const paths = path === "" ? [] : ["--", path, ...files.flatMap((file) => [file.path, file.old_path])];
  const patch = await read(["-p", ...both, ...paths], LIMITS.script_text_max_bytes);
  return {
    files: files.slice(0, FILES_MAX),
    patch: patch.bytes.toString("utf8"),
    has_more: patch.isCut || files.length > FILES_MAX,
  };
}

/** `git diff-tree -z --name-status`: a letter, then one path, or two for what was renamed. */
function changesIn(text: string): Changed[] {
  const words = text.split("\0").slice(0, -1);
  const files: Changed[] = [];
  for (let at = 0; at < words.length;) {
    const letter = words[at++]?.[0] ?? "";
    const old_path = words[at++] ?? "";
    const path = letter === "R" ? (words[at++] ?? "") : old_path;
    files.push({ path, old_path, change: CHANGES[letter as keyof typeof CHANGES] ?? "changed" });
  }
  return files;
}

/** `git diff-tree -z --numstat`: lines that came and went, and the path; after an empty one the old path and the new. */
function countsIn(text: string): Map<string, Counts> {
  const words = text.split("\0").slice(0, -1);
  const counts = new Map<string, Counts>();
  for (let at = 0; at < words.length;) {
    const [added = "", removed = "", ...rest] = (words[at++] ?? "").split("\t");
    let path = rest.join("\t");
    if (path === "") {
      path = words[at + 1] ?? "";
      at += 2;
    }
    const number = (word: string) => (word === "-" ? null : Number(word));
    counts.set(path, { added: number(added), removed: number(removed) });
  }
  return counts;
}
