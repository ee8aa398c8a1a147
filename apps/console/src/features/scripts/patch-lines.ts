export interface PatchLine {
  text: string;
  /** Came, went, stands between parts, names a file; or is as it was. */
  kind: "added" | "removed" | "part" | "file" | undefined;
}

/** The lines of what `git diff` writes. Which are a file's head is known by where they stand: a removed `-- x` looks like one. */
export function patchLines(patch: string): PatchLine[] {
  let isHead = true;
  return patch
    .replace(/\n$/, "")
    .split("\n")
    .map((text) => {
      if (text.startsWith("diff --git ")) isHead = true;
      if (text.startsWith("@@")) {
        isHead = false;
        return { text, kind: "part" };
      }
      if (isHead) return { text, kind: "file" };
      return { text, kind: text.startsWith("+") ? "added" : text.startsWith("-") ? "removed" : undefined };
    });
}
