/** Looks at what a tree of processes uses, from outside: the kernel bounds a process, nobody bounds the sum without control groups. */
import { constants, readdirSync, readFileSync } from "node:fs";
import { type FileHandle, lstat, open, readdir, readFile, readlink, stat, statfs } from "node:fs/promises";
import type { Exit } from "./workplace.ts";
import type { Bounds } from "./bounds.ts";

const WATCH_MS = 500;
/** A disk is never filled to the brim, whatever the bound. */
const FREE_FLOOR_BYTES = 256 * 1024 ** 2;
/** Files that one launch may leave at most: each takes room that its size does not tell. */
const ENTRIES_MAX = 200_000;
/** Folders within one another. */
const DEPTH_MAX = 200;
const BLOCK_BYTES = 512;
/** Counting very many files takes seconds of a processor: it rests this many times as long as it took. */
const COUNT_SHARE = 3;
/** Descriptors and mappings of one launch: each that is looked at takes the agent's time, and a program has more in no time. */
const DESCRIPTORS_MAX = 50_000;
const MAPPINGS_MAX = 1_000_000;

interface Watched {
  /** Of the tree's first process, once that is known. */
  pidOf(): number | undefined;
  bounds: Bounds;
  folders: readonly string[];
  onExceeded(bound: NonNullable<Exit["bound"]>): void;
}

/** Tells once a bound is exceeded. Answers how to stop. */
export function watchTree(watched: Watched): () => void {
  let isStopped = false;
  let nextCount = 0;
  const look = async () => {
    const pid = process.platform === "linux" ? watched.pidOf() : undefined;
    const tree = pid === undefined ? [] : treeOf(pid);
    if (pid !== undefined) {
      if (tree.length > watched.bounds.processes) return watched.onExceeded("processes");
      if (await isMemoryExceeded(tree, watched.bounds.memoryBytes)) return watched.onExceeded("memory");
    }
    if (await isDiskFull(watched)) return watched.onExceeded("disk_full");
    const begun = performance.now();
    if (begun < nextCount) return;
    const isExceeded = await isDiskExceeded(watched, tree);
    const ended = performance.now();
    nextCount = ended + COUNT_SHARE * (ended - begun);
    if (isExceeded) watched.onExceeded("disk");
  };
  let timer: NodeJS.Timeout;
  const arm = () => {
    timer = setTimeout(() => {
      void look()
        // A process or file that goes while it is looked at is no news.
        .catch(() => undefined)
        .then(() => isStopped || arm());
    }, WATCH_MS);
  };
  arm();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** The process and all that descend from it; who lost its parent inside a namespace belongs to the namespace's first. */
export function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = parentOf(entry);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(Number(entry));
    else children.set(parent, [Number(entry)]);
  }
  const tree = [pid];
  for (const each of tree) tree.push(...(children.get(each) ?? []));
  return tree;
}

/** Field 4 of https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; the name before it may hold anything. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined;
  }
}

/** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html: costs nothing, and counts what is shared for each. */
const OF_EACH = { file: "status", parts: /^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm };
/** https://docs.kernel.org/filesystems/proc.html: goes through its pages, and divides what is shared. */
const ITS_PART = { file: "smaps_rollup", parts: /^Pss_(?:Anon|Shmem):\s*(\d+) kB$/gm };

/**
 * Whether they hold more than `max` bytes of memory that no file backs; what they share with each other counts once. Files that
 * they have mapped are the system's to drop.
 */
async function isMemoryExceeded(tree: readonly number[], max: number): Promise<boolean> {
  let upper = 0;
  for (const pid of tree) upper += (await bytesOf(pid, OF_EACH)) ?? 0;
  if (upper <= max) return false;
  let exact = 0;
  for (const pid of tree) exact += (await bytesOf(pid, ITS_PART)) ?? (await bytesOf(pid, OF_EACH)) ?? 0;
  return exact > max;
}

/** Undefined when it cannot be read, as of a process that has gone. */
async function bytesOf(pid: number, { file, parts }: typeof OF_EACH): Promise<number | undefined> {
  const told = await readFile(`/proc/${pid}/${file}`, "latin1").catch(() => undefined);
  if (told === undefined) return undefined;
  return [...told.matchAll(parts)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0);
}

async function isDiskFull({ folders }: Watched): Promise<boolean> {
  const [folder] = folders;
  if (folder === undefined) return false;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < FREE_FLOOR_BYTES;
}

/** @param tree Processes that may have files open which have no name any more, and take room until they are closed. */
async function isDiskExceeded({ folders, bounds }: Watched, tree: readonly number[]): Promise<boolean> {
  let bytes = await nameless(tree);
  if (bytes > bounds.diskBytes) return true;
  let entries = 0;
  const count = async (folder: string | Buffer, depth: number): Promise<boolean> => {
    if (depth > DEPTH_MAX) return true;
    let handle: FileHandle;
    try {
      handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    } catch (error) {
      // One that cannot be read may hide any; one that has gone takes no room.
      return ["EACCES", "EPERM", "ENAMETOOLONG"].includes((error as NodeJS.ErrnoException).code ?? "");
    }
    try {
      // By its handle: its path may be longer than the system takes.
      const inside = Buffer.from(
        process.platform === "linux" ? `/proc/self/fd/${handle.fd}/` : `${folder.toString()}/`,
      );
      // Names are bytes: one that is not UTF-8 would not be found again by its text.
      for (const entry of await readdir(inside, { withFileTypes: true, encoding: "buffer" })) {
        const path = Buffer.concat([inside, entry.name]);
        entries++;
        if (entry.isDirectory()) {
          if (await count(path, depth + 1)) return true;
        } else {
          // Blocks, not length: a sparse file takes no room, and a hole is no harm.
          const facts = await lstat(path).catch((error: NodeJS.ErrnoException) => error);
          // A folder that can be listed and not entered hides what its files take.
          if (facts instanceof Error) {
            if (facts.code === "EACCES") return true;
          } else bytes += facts.blocks * BLOCK_BYTES;
        }
        if (bytes > bounds.diskBytes || entries > ENTRIES_MAX) return true;
      }
      return false;
    } finally {
      await handle.close();
    }
  };
  for (const folder of folders) if (await count(folder, 0)) return true;
  return bytes > bounds.diskBytes;
}

/** Of a file that was removed; memory that is shared has such a name, too, and takes no disk. */
const isNameless = (name: string): boolean =>
  name.endsWith(" (deleted)") && !["/memfd:", "/dev/zero", "/SYSV"].some((start) => name.startsWith(start));

/** What files without a name take that these processes hold open or have mapped; infinite for more than is looked at. */
async function nameless(tree: readonly number[]): Promise<number> {
  const sizes = new Map<number, number>();
  let descriptors = 0;
  let mappings = 0;
  for (const pid of tree) {
    try {
      for (const fd of await readdir(`/proc/${pid}/fd`)) {
        if (++descriptors > DESCRIPTORS_MAX) return Infinity;
        const path = `/proc/${pid}/fd/${fd}`;
        if (!isNameless(await readlink(path).catch(() => ""))) continue;
        const facts = await stat(path).catch(() => undefined);
        if (facts?.isFile()) sizes.set(facts.ino, facts.blocks * BLOCK_BYTES);
      }
      // One that is mapped needs no descriptor: https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html
      const lines = (await readFile(`/proc/${pid}/maps`, "latin1")).split("\n");
      mappings += lines.length;
      if (mappings > MAPPINGS_MAX) return Infinity;
      for (const line of lines) {
        const [range = "", , , , inode, ...name] = line.split(/ +/);
        if (!isNameless(name.join(" "))) continue;
        if (!sizes.has(Number(inode))) sizes.set(Number(inode), await mappedBytes(pid, range));
      }
    } catch {
      // It has gone.
    }
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

/** What the whole file takes, however little of it is mapped, or however much; only root is told that, others count the range. */
async function mappedBytes(pid: number, range: string): Promise<number> {
  const [, from, to] = /^([\da-f]+)-([\da-f]+)$/.exec(range) ?? [];
  if (from === undefined || to === undefined) throw new Error(`${range} is no range of addresses`);
  const [first, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  const facts = await stat(`/proc/${pid}/map_files/${first.toString(16)}-${end.toString(16)}`).catch(() => undefined);
  return facts === undefined ? end - first : facts.blocks * BLOCK_BYTES;
}
