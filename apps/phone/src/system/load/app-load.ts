import type { FrameWork } from "../../types.ts";
import {
  CPU_MS,
  collectionMs,
  FRAME_BUDGET_MS,
  type FrameTimes,
  frameTimes,
  graphicsKb,
  MEMORY_KB,
  stackKb,
} from "./costs.ts";

/** A frame as `gfxinfo framestats` tells it: milliseconds since boot when it began, and what it took. */
export interface DrawnFrame extends FrameTimes {
  at_ms: number;
  missed: number;
}

export interface AppMemory {
  java_kb: number;
  native_kb: number;
  code_kb: number;
  graphics_kb: number;
  stack_kb: number;
  pss_kb: number;
}

const FRAMES_KEPT = 120;

/** What one app has done since its process began. */
export class AppLoad {
  readonly package_name: string;
  readonly pid: number;
  readonly started_ms: number;
  cpu_ms: number = CPU_MS.app_start;
  frames = 0;
  janky = 0;
  missed = 0;
  /** The newest frames, the oldest first. */
  readonly newest: DrawnFrame[] = [];
  /** How many frames took so many whole milliseconds. */
  readonly histogram = new Map<number, number>();
  #work_ms = 0;
  #views = 0;
  #garbage_kb = 0;
  #graphics_kb = 0;
  readonly #held = new Map<string, number>();

  constructor(packageName: string, pid: number, startedMs: number) {
    this.package_name = packageName;
    this.pid = pid;
    this.started_ms = startedMs;
  }

  /** Time that the app spent on something that is no drawing; its next frame is that much later. */
  work(ms: number): void {
    this.cpu_ms += ms;
    this.#work_ms += ms;
  }

  /** What the app keeps under a name, in bytes; 0 lets it go. */
  hold(name: string, bytes: number): void {
    if (bytes > 0) this.#held.set(name, bytes);
    else this.#held.delete(name);
  }

  frame(work: FrameWork, displayPixels: number, at_ms: number): void {
    this.#views = work.views;
    this.#graphics_kb = graphicsKb(displayPixels);
    this.#garbage_kb += MEMORY_KB.garbage_view * work.views;
    if (this.#garbage_kb > MEMORY_KB.garbage_limit) {
      this.#garbage_kb = 0;
      this.work(collectionMs(this.memory().pss_kb));
    }
    const times = frameTimes(work, this.#work_ms);
    this.#work_ms = 0;
    this.cpu_ms += times.ui_ms + times.draw_ms;
    const took = times.work_ms + times.ui_ms + times.draw_ms;
    this.frames += 1;
    this.missed += work.missed;
    if (took > FRAME_BUDGET_MS || work.missed > 0) this.janky += 1;
    const bucket = Math.ceil(took);
    this.histogram.set(bucket, (this.histogram.get(bucket) ?? 0) + 1);
    this.newest.push({ ...times, at_ms, missed: work.missed });
    if (this.newest.length > FRAMES_KEPT) this.newest.shift();
  }

  /** No longer in front: its pictures are let go. */
  hide(): void {
    this.#graphics_kb = 0;
  }

  /** So many milliseconds or less for so many percent of the frames. */
  percentile(percent: number): number {
    let left = Math.ceil((this.frames * percent) / 100);
    const buckets = [...this.histogram].sort(([a], [b]) => a - b);
    return buckets.find(([, count]) => (left -= count) <= 0)?.[0] ?? 0;
  }

  memory(): AppMemory {
    const held_kb = [...this.#held.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024;
    const java_kb = Math.round(MEMORY_KB.java + this.#garbage_kb + MEMORY_KB.view * this.#views);
    const native_kb = Math.round(MEMORY_KB.native + held_kb);
    const graphics_kb = this.#graphics_kb;
    const code_kb = MEMORY_KB.code;
    const stack_kb = stackKb(this.#held.size, graphics_kb > 0);
    const pss_kb = java_kb + native_kb + code_kb + graphics_kb + stack_kb;
    return { java_kb, native_kb, code_kb, graphics_kb, stack_kb, pss_kb };
  }
}
