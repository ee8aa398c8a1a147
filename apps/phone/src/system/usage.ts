import type { PhoneUsage } from "../types.ts";
import type { PhoneFiles } from "./files.ts";

interface AppUsage {
  frames: number;
  busyMs: number;
}

/** Scheduler ticks a second, as every Linux of today counts in `/proc`. */
const USER_HZ = 100;

/** What apps of this phone really do, where performance tools look for it: frames drawn, time spent drawing, bytes on the wire. */
export class Usage implements PhoneUsage {
  /** Bytes over the phone's network, both ways, since it was made; the daemon knows. */
  traffic: () => { received: number; sent: number } = () => ({ received: 0, sent: 0 });
  readonly #files: PhoneFiles;
  readonly #apps = new Map<string, AppUsage>();

  constructor(files: PhoneFiles) {
    this.#files = files;
    files.provide("/proc/net/dev", () => this.#networkText());
  }

  started(packageName: string, pid: number): void {
    this.#apps.set(packageName, { frames: 0, busyMs: 0 });
    this.#files.provide(`/proc/${pid}/cmdline`, () => `${packageName}\0`);
    this.#files.provide(`/proc/${pid}/stat`, () => this.#statText(packageName, pid));
  }

  ended(packageName: string, pid: number): void {
    this.#apps.delete(packageName);
    this.#files.remove(`/proc/${pid}`, true);
  }

  drew(packageName: string, busyMs: number): void {
    const app = this.#apps.get(packageName);
    if (app) app.busyMs += busyMs;
  }

  frame(packageName: string): void {
    const app = this.#apps.get(packageName);
    if (app) app.frames += 1;
  }

  /** Frames that an app has drawn since it started. */
  frames(packageName: string): number {
    return this.#apps.get(packageName)?.frames ?? 0;
  }

  /** `proc_pid_stat(5)`: name in brackets, state, parent, then 10 fields to `utime`. */
  #statText(packageName: string, pid: number): string {
    const utime = Math.floor(((this.#apps.get(packageName)?.busyMs ?? 0) * USER_HZ) / 1000);
    const rest = `${utime} 0 0 0 10 -10 24 0 0 14540800000 21500`;
    return `${pid} (${packageName.slice(-15)}) S 611 611 0 0 -1 1077952832 0 0 0 0 ${rest}\n`;
  }

  #networkText(): string {
    const { received, sent } = this.traffic();
    const row = (name: string, down: number, up: number) =>
      `${name.padStart(6)}: ${down} 0 0 0 0 0 0 0 ${up} 0 0 0 0 0 0 0\n`;
    return (
      "Inter-|   Receive                                                |  Transmit\n" +
      " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n" +
      row("lo", 0, 0) +
      row("wlan0", received, sent)
    );
  }
}
