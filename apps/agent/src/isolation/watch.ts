/** Looks at what a tree of processes uses, from outside: the kernel bounds a process, nobody bounds the sum without control groups. */
import { readdirSync, readFileSync } from "node:fs";
import { lstat, opendir, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Exit } from "../runners/runner.ts";
import type { Bounds } from "./isolation.ts";

const WATCH_MS = 500;
/** A disk is never filled to the brim, whatever the bound. */
const FREE_FLOOR_BYTES = 256 * 1024 ** 2;
const PAGE_BYTES = 4096;
/** Files that one launch may leave at most: each takes room that its size does not tell. */
const ENTRIES_MAX = 200_000;

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
  const look = async () => {
    const pid = watched.pidOf();
    if (pid !== undefined && process.platform === "linux") {
      const tree = treeOf(pid);
      if (tree.length > watched.bounds.processes) return watched.onExceeded("memory");
      if (memoryOf(tree) > watched.bounds.memoryBytes) return watched.onExceeded("memory");
    }
    if (await isDiskExceeded(watched)) watched.onExceeded("disk");
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

/** What they have for themselves: https://man7.org/linux/man-pages/man5/proc_pid_statm.5.html */
function memoryOf(tree: readonly number[]): number {
  let pages = 0;
  for (const pid of tree) {
    try {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, "latin1").split(" ").map(Number);
      pages += resident - shared;
    } catch {
      // It has gone.
    }
  }
  return pages * PAGE_BYTES;
}

async function isDiskExceeded({ folders, bounds }: Watched): Promise<boolean> {
  const { bavail, bsize } = await statfs(folders[0]!);
  if (bavail * bsize < FREE_FLOOR_BYTES) return true;
  let bytes = 0;
  let entries = 0;
  const count = async (folder: string): Promise<boolean> => {
    const directory = await opendir(folder).catch(() => undefined);
    if (!directory) return false;
    for await (const entry of directory) {
      const path = join(folder, entry.name);
      entries++;
      if (entry.isDirectory()) {
        if (await count(path)) return true;
      } else {
        // Blocks, not length: a sparse file takes no room, and a hole is no harm.
        const facts = await lstat(path).catch(() => undefined);
        bytes += (facts?.blocks ?? 0) * 512;
      }
      if (bytes > bounds.diskBytes || entries > ENTRIES_MAX) return true;
    }
    return false;
  };
  for (const folder of folders) if (await count(folder)) return true;
  return false;
}
