import { existsSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

/** Linux's file system in memory, in which every process may have a share. */
const MEMORY = "/dev/shm";
/** With less than this the memory is left to the programs. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep databases that nobody keeps: copying the thousand files of one takes 0.05 s in memory, and a second on
 * a disk. `TMPDIR`, where it is set, decides; else memory, where there is plenty of it.
 */
export function quickPlace(): string {
  if (process.env["TMPDIR"] !== undefined || !isInMemory(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ROOM_BYTES ? tmpdir() : MEMORY;
}

/** Where nothing is mounted the name may be that of a folder on a disk; and what an agent keeps there is to run. */
function isInMemory(folder: string): boolean {
  if (!existsSync("/proc/mounts")) return false;
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  return mounts.some((line) => line.includes(` ${folder} tmpfs rw`) && !line.includes("noexec"));
}
