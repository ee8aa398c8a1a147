import { stat, statfs } from "node:fs/promises";

/** A local disk answers at once, and one of a network within seconds, also while another machine takes it over. */
export const DISK_ANSWER_MS = 10_000;

export interface Disk {
  /** What this process may still write. */
  free_bytes: number;
  /** That, and what is taken; what the system keeps for itself is in neither. */
  total_bytes: number;
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, bfree, blocks, bsize } = await statfs(folder);
  return { free_bytes: bavail * bsize, total_bytes: (blocks - bfree + bavail) * bsize };
}

/** The disk of a folder, unless `other` lies on the same one: then that tells all there is to tell. */
export async function otherDisk(folder: string, other: string): Promise<Disk | null> {
  const [mine, theirs] = await Promise.all([stat(folder), stat(other)]);
  return mine.dev === theirs.dev ? null : diskOf(folder);
}
