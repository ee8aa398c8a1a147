import { textBefore } from "@udt/base";
import type { LogLine } from "@udt/contract";

/** An app that died of what nobody caught, as the log tells it. */
export interface Crash {
  /** Number of the row that it begins with. */
  seq: number;
  time: number;
  package_name: string;
  /** What it died of, in the device's words. */
  reason: string;
}

/** `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 77 (main), pid 77 (dev.udt.shop)` */
const SIGNAL = /^Fatal signal (\d+ \(\w+\)).* pid \d+ \(([\w.:]+)\)/;
const PROCESS = /^Process: ([\w.:]+), PID: \d+$/;
/** A process of an app is named after its package, with `:name` behind for further ones. */
const packageOf = (process: string): string => textBefore(process, ":");

/**
 * Finds crashes among the lines of a log: Java's by their head, the process and then what was thrown, a line each or all in
 * one; native ones by their signal.
 */
export class CrashReader {
  #head: { seq: number; time: number; pid: number; package_name?: string } | undefined;

  /** The crash that is whole with this line. */
  read(seq: number, [time, level, tag, pid, , message]: LogLine): Crash | undefined {
    if (level === "F" && tag === "libc") {
      const [, reason = "", process = ""] = SIGNAL.exec(message) ?? [];
      return process === "" ? undefined : { seq, time, package_name: packageOf(process), reason };
    }
    if (level !== "E" || tag !== "AndroidRuntime") return undefined;
    for (const line of message.split("\n")) {
      const crash = this.#readLine({ seq, time, pid }, line);
      if (crash) return crash;
    }
    return undefined;
  }

  #readLine(at: { seq: number; time: number; pid: number }, line: string): Crash | undefined {
    if (line.startsWith("FATAL EXCEPTION")) this.#head = at;
    const head = this.#head;
    if (!head || head.pid !== at.pid) return undefined;
    const [, process] = PROCESS.exec(line) ?? [];
    if (process !== undefined) head.package_name = packageOf(process);
    else if (head.package_name !== undefined) {
      this.#head = undefined;
      return { seq: head.seq, time: head.time, package_name: head.package_name, reason: line };
    }
    return undefined;
  }
}
