import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";

/** When a process began, in the kernel's ticks: with its id it cannot be mistaken for a later process of the same id. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const now = startOf(pid);
  return now === undefined || start === "" || now === start;
}

const LOCK = /^udt\.lock\.(\d+)$/;

/**
 * Takes `folder` for this process. Two processes on one PGlite folder would silently lose rows. The lock of a process
 * that was killed is taken over: each holder's file has the next number, so of several that find the last one's owner gone
 * only one can make the file that follows.
 * @throws Error with one sentence when a living process holds it.
 */
export function lockFolder(folder: string): { release(): void } {
  const mine = join(folder, `udt.lock.${randomUUID()}`);
  writeWhole(mine, `${process.pid} ${startOf(process.pid) ?? ""}`);
  try {
    for (;;) {
      const last = Math.max(0, ...numbersIn(folder));
      const [pid = "", start = ""] = readOr(join(folder, `udt.lock.${last}`), "").split(" ");
      if (pid !== "" && isAlive(Number(pid), start)) {
        throw new Error(`The folder ${folder} is in use by another UDT server (process ${pid}).`);
      }
      const path = join(folder, `udt.lock.${last + 1}`);
      try {
        // A link appears with its content and fails when the name is taken, so there is no moment of an empty lock.
        linkSync(mine, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        continue;
      }
      for (const number of numbersIn(folder)) {
        if (number <= last) rmSync(join(folder, `udt.lock.${number}`), { force: true });
      }
      return {
        release() {
          // The number stays, so that nobody counts from the start while another still counts from here.
          const free = join(folder, `udt.lock.${randomUUID()}`);
          writeWhole(free, "");
          renameSync(free, path);
        },
      };
    }
  } finally {
    unlinkSync(mine);
  }
}

const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => {
    const number = LOCK.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });

function writeWhole(path: string, text: string): void {
  const file = openSync(path, "wx");
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise;
  }
}
