import type { Holding } from "../../holding.ts";
import type { FrameWork } from "../../types.ts";
import { CPU_MS, collectionMs, displayKb, FRAME_BUDGET_MS, type FrameTimes, frameTimes, MEMORY_KB } from "./costs.ts";
import { APP_VSZ_KB } from "./daemons.ts";
import { type Mapping, mappingsOf, pssOf, rssOf } from "./mappings.ts";

/** A frame as `gfxinfo framestats` tells it: milliseconds since boot when it began, and what it took. */
export interface DrawnFrame extends FrameTimes {
  at_ms: number;
  missed: number;
}

/** A heap as its own runtime counts it, in kB. */
export interface Heap {
  size: number;
  alloc: number;
  free: number;
}

/** kB of 1024 bytes. */
export interface AppMemory {
  mappings: readonly Mapping[];
  native: Heap;
  dalvik: Heap;
  /** Not mapped: the pictures of the display, and what the graphics chip keeps for the app. */
  egl: number;
  gl: number;
  /** Of the mappings, by the share of what is shared, with graphics. */
  pss_kb: number;
  /** Of the mappings, whole. */
  rss_kb: number;
}

const FRAMES_KEPT = 120;
const SLAB_KB = 256;

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
  #display_kb = 0;
  readonly #apkPath: string;
  readonly #held = new Map<string, Holding>();

  constructor(app: { package_name: string; pid: number; started_ms: number; apk_path: string }) {
    this.package_name = app.package_name;
    this.pid = app.pid;
    this.started_ms = app.started_ms;
    this.#apkPath = app.apk_path;
  }

  /** Views that were drawn last. */
  get views(): number {
    return this.#views;
  }

  /** What it keeps, by name. */
  get held(): ReadonlyMap<string, Holding> {
    return this.#held;
  }

  /** Bytes of Java objects that nothing points to any more. */
  get garbage_bytes(): number {
    return Math.round(this.#garbage_kb * 1024);
  }

  /** Time that the app spent on something that is no drawing; its next frame is that much later. */
  work(ms: number): void {
    this.cpu_ms += ms;
    this.#work_ms += ms;
  }

  /** What the app keeps under a name; undefined lets it go. */
  hold(name: string, holding: Holding | undefined): void {
    if (holding) this.#held.set(name, holding);
    else this.#held.delete(name);
  }

  /** The collector takes what nothing points to. */
  collect(): void {
    this.#garbage_kb = 0;
  }

  frame(work: FrameWork, displayPixels: number, at_ms: number): void {
    this.#views = work.views;
    this.#display_kb = displayKb(displayPixels);
    this.#garbage_kb += MEMORY_KB.garbage_view * work.views;
    if (this.#garbage_kb > MEMORY_KB.garbage_limit) {
      this.collect();
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

  /** No longer in front: its pictures are let go, and what the graphics chip keeps. */
  hide(): void {
    this.#display_kb = 0;
  }

  /** So many milliseconds or less for so many percent of the frames. */
  percentile(percent: number): number {
    let left = Math.ceil((this.frames * percent) / 100);
    const buckets = [...this.histogram].sort(([a], [b]) => a - b);
    return buckets.find(([, count]) => (left -= count) <= 0)?.[0] ?? 0;
  }

  /** Made anew on each call, so that only who asks pays for it. */
  memory(): AppMemory {
    const held = [...this.#held.values()];
    const sum = (of: "native" | "gl" | "java") => held.reduce((bytes, holding) => bytes + (holding[of] ?? 0), 0) / 1024;
    const isInFront = this.#display_kb > 0;
    const { own, render, loader, loaders } = MEMORY_KB.stack;
    const dalvik = Math.ceil(MEMORY_KB.java + this.#garbage_kb + MEMORY_KB.view * this.#views);
    const large_objects = Math.ceil(sum("java"));
    const alloc = dalvik + large_objects;
    const mappings = mappingsOf({
      pid: this.pid,
      apk_path: this.#apkPath,
      virtual_size: APP_VSZ_KB,
      dalvik,
      large_objects,
      native: MEMORY_KB.native,
      large_blocks: held.flatMap(({ native }) => (native === undefined ? [] : Math.ceil(native / 1024))),
      stacks: [
        own,
        ...(isInFront ? [render] : []),
        ...Array.from({ length: Math.min(loaders, held.length) }, () => loader),
      ],
    });
    const egl = this.#display_kb;
    const gl = isInFront ? Math.ceil(sum("gl")) : 0;
    const total = (of: (mapping: Mapping) => number) => mappings.reduce((kb, mapping) => kb + of(mapping), 0);
    // The collector comes when what is garbage has grown to its limit.
    const free = Math.max(0, MEMORY_KB.garbage_limit - Math.floor(this.#garbage_kb));
    return {
      mappings,
      native: heapOf(Math.ceil(MEMORY_KB.native + sum("native"))),
      dalvik: { size: alloc + free, alloc, free },
      egl,
      gl,
      pss_kb: total(pssOf) + egl + gl,
      rss_kb: total(rssOf),
    };
  }
}

/** malloc keeps whole slabs. */
function heapOf(alloc: number): Heap {
  const size = Math.ceil(alloc / SLAB_KB) * SLAB_KB;
  return { size, alloc, free: size - alloc };
}
