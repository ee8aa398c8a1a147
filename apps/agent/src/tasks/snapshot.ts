import { say } from "@udt/base";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, opendir, readlink, rm } from "node:fs/promises";
import { dirname, isAbsolute, join, sep } from "node:path";
import { LIMITS } from "@udt/contract";
import type { OpenWorkplace } from "../isolation/isolation.ts";
import { removeTree } from "../remove-tree.ts";
import { listen } from "../runners/listen.ts";
import { tooLarge } from "./clone.ts";
import { TaskFailure } from "./task-failure.ts";

export interface Snapshot {
  file: string;
  sha256: string;
}

/** As many as Linux follows. */
const LINKS_FOLLOWED_MAX = 40;
const ENTRIES_MAX = 100_000;
/** Of a path that is too long to be shown whole. */
const SHOWN_PATH = 80;

/**
 * Packs a clone's files, without git's own: the same files always give the same bytes.
 * @throws TaskFailure
 */
export async function makeSnapshot(place: OpenWorkplace, signal: AbortSignal): Promise<Snapshot> {
  await removeTree(join(place.library, ".git"));
  await settle(place.library, signal);
  const file = join(place.exchange, "snapshot.tar.gz");
  const order = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "--format=posix"];
  const plain = ["--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime", "--hard-dereference"];
  const launched = place.launch({
    argv: ["/bin/tar", "--create", "--use-compress-program=gzip -n", ...order, ...plain, "--file", file, "."],
    cwd: place.library,
    env: {},
  });
  const said = listen(launched, signal);
  const { exit_code, bound } = await launched.exited;
  signal.throwIfAborted();
  if (bound === "disk") throw tooLarge();
  if (bound === "disk_full") throw new TaskFailure("pull_failed", say("process_bound_disk_full"));
  if (exit_code !== 0) throw new TaskFailure("pull_failed", say("snapshot_failed", {}, said().slice(-500)));
  if ((await lstat(file)).size > LIMITS.snapshot_max_bytes) throw tooLarge();
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return { file, sha256: hash.digest("hex") };
}

const pathTooLong = (path: string): TaskFailure =>
  new TaskFailure(
    "pull_failed",
    say("repository_path_too_long", { max: LIMITS.library_path_max, path: `${path.slice(0, SHOWN_PATH)}…` }),
  );

/** Bounds the tree, and takes links out of it that lead elsewhere. */
async function settle(library: string, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  let entries = 0;
  const prefix = Buffer.byteLength(library) + 1;
  const walk = async (folder: string): Promise<void> => {
    signal.throwIfAborted();
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (Buffer.byteLength(path) - prefix > LIMITS.library_path_max) throw pathTooLong(path.slice(library.length + 1));
      if (++entries > ENTRIES_MAX) throw tooLarge();
      if (entry.isDirectory()) await walk(path);
      else if (entry.isSymbolicLink()) {
        if (!(await staysInside(library, path))) await rm(path);
      } else if (entry.isFile()) bytes += (await lstat(path)).size;
      else await rm(path);
      if (bytes > LIMITS.snapshot_max_bytes) throw tooLarge();
    }
  };
  await walk(library);
}

/**
 * Whether a link leads to a place in the library by every step of its way. What its words come to says little: the folder
 * above a link is that of the place which the link leads to.
 */
async function staysInside(library: string, link: string): Promise<boolean> {
  let at = dirname(link);
  const words = await readlink(link);
  if (isAbsolute(words)) return false;
  const ahead = words.split(sep);
  for (let followed = 0; followed < LINKS_FOLLOWED_MAX;) {
    const name = ahead.shift();
    if (name === undefined) return true;
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (at === library) return false;
      at = dirname(at);
      continue;
    }
    const next = join(at, name);
    const target = await readlink(next).catch(() => undefined);
    if (target === undefined) at = next;
    else {
      if (isAbsolute(target)) return false;
      ahead.unshift(...target.split(sep));
      followed++;
    }
  }
  return false;
}
