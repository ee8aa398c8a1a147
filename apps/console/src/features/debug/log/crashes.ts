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

/**
 * `Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 77 (main), pid 77 (dev.udt.shop)`, whose last name is
 * what the kernel keeps of it: 15 characters
 * (https://android.googlesource.com/platform/system/core/+/refs/tags/android-14.0.0_r1/debuggerd/handler/debuggerd_handler.cpp).
 */
const SIGNAL = /^Fatal signal (\d+ \(\w+\)).* pid (\d+) \(([^)]+)\)/;
const KERNEL_NAME_MAX = 15;
/** `pid: 77, tid: 77, name: main  >>> dev.udt.shop <<<`, of the tombstone that follows, by another process. */
const TOMBSTONE = /^pid: (\d+), tid: \d+, .*>>> ([\w.:]+) <<</;
const PROCESS = /^Process: ([\w.:]+), PID: \d+$/;
/** A process of an app is named after its package, with `:name` behind for further ones. */
const packageOf = (process: string): string => textBefore(process, ":");

/**
 * Finds crashes among the lines of a log: Java's by their head, the process and then what was thrown, a line each or all in
 * one; native ones by their signal.
 */
export class CrashReader {
  #head: { seq: number; time: number; pid: number; package_name?: string } | undefined;
  /** A native one of an app whose whole name is not known yet. */
  #cut: (Omit<Crash, "package_name"> & { pid: string }) | undefined;

  /** The crash that is whole with this line. */
  read(seq: number, [time, level, tag, pid, , message]: LogLine): Crash | undefined {
    if (level === "F") return this.#readNative(seq, time, tag, message);
    if (level !== "E" || tag !== "AndroidRuntime") return undefined;
    for (const line of message.split("\n")) {
      const crash = this.#readLine({ seq, time, pid }, line);
      if (crash) return crash;
    }
    return undefined;
  }

  #readNative(seq: number, time: number, tag: string, message: string): Crash | undefined {
    const [, reason = "", pid = "", process = ""] = (tag === "libc" && SIGNAL.exec(message)) || [];
    if (process.length >= KERNEL_NAME_MAX) this.#cut = { seq, time, pid, reason };
    else if (process !== "") return { seq, time, package_name: packageOf(process), reason };
    const [, of, name] = (tag === "DEBUG" && TOMBSTONE.exec(message)) || [];
    const cut = this.#cut;
    if (name === undefined || !cut || cut.pid !== of) return undefined;
    this.#cut = undefined;
    return { seq: cut.seq, time: cut.time, package_name: packageOf(name), reason: cut.reason };
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
