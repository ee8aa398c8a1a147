/** The system's git, as every part of the server runs it: nothing of the machine's settings, and nothing in a repository, has a say. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";

const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  // Nowhere: without one, git signs in with what the account that the server runs as has in its home's .netrc.
  HOME: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  // What is typed as a path is that path, and no pattern.
  GIT_LITERAL_PATHSPECS: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  // A small pack can hold what unpacks to more than there is memory.
  GIT_ALLOC_LIMIT: "256m",
};

/** Above what stands in the repository's own settings. */
const SETTINGS = {
  // The folder is the server's own, whoever owns it on a disk that is shared.
  "safe.directory": "*",
  "core.hooksPath": "/dev/null",
  "core.fsmonitor": "false",
  "core.quotePath": "false",
  "protocol.allow": "never",
  // What was acknowledged outlives a machine that loses its power.
  "core.fsync": "all",
  // Large repositories do not take the memory of everybody else.
  "pack.threads": "1",
  "pack.windowMemory": "64m",
  "core.bigFileThreshold": "16m",
};

/** What is read of one process when its caller says nothing else. */
const OUTPUT_MAX_BYTES = 8 * 1024 ** 2;
const TIMEOUT_MS = 30_000;
const SAID_MAX_CHARS = 2_000;
/** Git takes its locks away when it is asked to end, and has so long for it. */
const ENDS_MS = 5_000;

/** Git is not there, or ended otherwise than well; its message is what it said. */
export class GitFailure extends Error {}

export interface GitCall {
  /** The repository. */
  folder?: string;
  env?: Readonly<Record<string, string>>;
  settings?: readonly (readonly [name: string, value: string])[];
  timeoutMs?: number;
  /** It has helpers that speak to other hosts, and that end with it. */
  has_helpers?: boolean;
  /** Ends it. */
  signal?: AbortSignal;
  /** What it reads. */
  input?: string | Buffer;
}

/**
 * Starts git.
 * @param input Its standard input: a pipe, or a file that is open.
 * @returns The process, and what it comes to: its exit code and what it complained of. It rejects when git cannot be started.
 */
export function startGit(
  words: readonly string[],
  { folder, env, settings = [], timeoutMs = TIMEOUT_MS, has_helpers = false, signal }: GitCall,
  input: "pipe" | "ignore" | number = "ignore",
): { child: ChildProcess & { stdout: Readable }; exited: Promise<{ code: number | null; said: string }> } {
  const options = [...Object.entries(SETTINGS), ...settings].flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn("git", [...options, ...words], {
    env: { ...ENVIRONMENT, ...(folder !== undefined && { GIT_DIR: folder }), ...env },
    stdio: [input, "pipe", "pipe"],
    // Helpers are of its group then, and outlive it otherwise for as long as their host is silent.
    detached: has_helpers,
  }) as ChildProcess & { stdout: Readable; stderr: Readable };
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-SAID_MAX_CHARS)));
  const stop = () => void endGit(child);
  const timer = setTimeout(stop, timeoutMs);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const exited = once(child, "close")
    .then(([code]) => ({ code: code as number | null, said: said.trim() }))
    .catch((error: unknown) => {
      child.stdout.destroy();
      throw new GitFailure((error as Error).message, { cause: error });
    })
    .finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    });
  // Who waits for it is told; who has given up is not.
  exited.catch(() => undefined);
  return { child, exited };
}

/** To a process and its helpers, where it has any. */
function signalAll(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    child.kill(signal);
  }
}

/** Asks a git process to end, and ends it when it does not. Resolves once it is over. */
export async function endGit(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, "close");
  signalAll(child, "SIGTERM");
  const timer = setTimeout(() => signalAll(child, "SIGKILL"), ENDS_MS);
  await over.finally(() => clearTimeout(timer));
}

/**
 * What git answers, up to `maxBytes`: then it is ended, and the answer is cut.
 * @throws GitFailure
 */
export async function readGit(
  words: readonly string[],
  { maxBytes = OUTPUT_MAX_BYTES, ...call }: GitCall & { maxBytes?: number },
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const { child, exited } = startGit(words, call, call.input === undefined ? "ignore" : "pipe");
  // What git does not read to its end, it says by its exit code.
  child.stdin?.on("error", () => undefined).end(call.input);
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of child.stdout as AsyncIterable<Buffer>) {
    pieces.push(piece);
    size += piece.length;
    if (size > maxBytes) break;
  }
  const bytes = Buffer.concat(pieces).subarray(0, maxBytes);
  if (size > maxBytes) {
    await endGit(child);
    return { bytes, isCut: true };
  }
  const { code, said } = await exited;
  if (code !== 0) throw new GitFailure(said || `git ended with ${code}`);
  return { bytes, isCut: false };
}

/** What git answers, as text without the blanks around it. @throws GitFailure */
export const askGit = async (words: readonly string[], call: GitCall): Promise<string> =>
  (await readGit(words, call)).bytes.toString("utf8").trim();

/**
 * Makes a repository whose branch `main` has one commit, of all that is in a folder; or brings one that is there up to date.
 * @param env Whose commit it is, and of when.
 * @returns its id
 * @throws GitFailure
 */
export async function commitFolder(
  path: string,
  { folder, env, message }: { folder: string; env: Readonly<Record<string, string>>; message: string },
): Promise<string> {
  await askGit(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", path], {});
  const git = (...words: string[]) => askGit(words, { folder: path, env: { ...env, GIT_WORK_TREE: folder } });
  await rm(join(path, "index"), { force: true });
  await git("add", "--all", ".");
  const tree = await git("write-tree");
  const commit_id = await git("commit-tree", tree, "-m", message);
  await git("update-ref", "refs/heads/main", commit_id);
  await rm(join(path, "index"), { force: true });
  return commit_id;
}
