/** A disk that never answers, as one of a network that is away, where this process may mount one. */
import { execFileSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";

export interface SilentDisk {
  /** Unmounts it: whoever waits for it hears of a fault, and what lay beneath is there again. */
  end(): void;
}

/** Mounts a file system over `folder` whose program takes no call. Undefined where this process may not. */
export function silentDisk(folder: string): SilentDisk | undefined {
  let device: number;
  try {
    device = openSync("/dev/fuse", "r+");
  } catch {
    return undefined;
  }
  try {
    execFileSync("mount", ["-i", "-t", "fuse", "-o", "fd=3,rootmode=40000,user_id=0,group_id=0", "silent", folder], {
      stdio: ["ignore", "ignore", "ignore", device],
    });
  } catch {
    closeSync(device);
    return undefined;
  }
  return {
    end() {
      // Nobody can answer any more, which ends every call that waits; before that, unmounting would wait, too.
      closeSync(device);
      execFileSync("umount", ["-l", folder]);
    },
  };
}
