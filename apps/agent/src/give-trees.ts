import { execFile } from "node:child_process";

/** What a running program removed meanwhile. */
const GONE =
  /^chown: (?:cannot access|changing ownership of|fts_read failed|cannot read directory) .*: No such file or directory$/;

/**
 * Makes folders with all that is in them a user's own, links themselves and not what they lead to. By the system's own tool, which
 * goes down by open folders: a program that still runs could put a link where a path had a folder a moment ago.
 * https://www.gnu.org/software/coreutils/manual/html_node/chown-invocation.html
 */
export function giveTrees(tops: readonly string[], uid: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const words = ["-R", "-P", "-h", "--", `${uid}:${uid}`, ...tops];
    execFile("/bin/chown", words, { env: { LC_ALL: "C" }, maxBuffer: 2 ** 24 }, (error, _, said) => {
      const other = said.split("\n").filter((line) => line !== "" && !GONE.test(line));
      if (error && (other.length > 0 || error.code !== 1)) reject(new Error(other[0] ?? error.message));
      else resolve();
    });
  });
}
