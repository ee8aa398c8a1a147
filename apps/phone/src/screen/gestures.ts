import type { TouchAction } from "../types.ts";
import { pathAt } from "./scene/hit.ts";
import { contains, type SceneNode, type ScrollState } from "./scene/node.ts";
import type { FrameLoop } from "./frame-loop.ts";

const LONG_PRESS_MS = 500;
const SLOP_DP = 8;
const EDGE_DP = 18;
const NAV_DP = 22;
/** Share of its speed that a fling keeps after one second. */
const FLING_KEEP = 0.035;
const MIN_FLING_DP_PER_S = 60;

export interface GestureHost {
  /** The scene as it is drawn now. */
  scene(): SceneNode;
  scrolls: Map<string, ScrollState>;
  loop: FrameLoop;
  dp(): number;
  size(): { width: number; height: number };
  /** True while the lock screen covers the rest. */
  locked(): boolean;
  tap(node: SceneNode, x: number, y: number): void;
  longPress(node: SceneNode, x: number, y: number): void;
  dragText(node: SceneNode, x: number, y: number): void;
  system(gesture: "home" | "recents" | "back" | "shade" | "unlock" | "close_shade"): void;
}

/** What a pointer does, with what it does it to. */
type Doing =
  | { mode: "press" | "edge" | "dead" }
  | { mode: "raw" | "slide" | "text"; target: SceneNode }
  | { mode: "scroll"; key: string; axis: "x" | "y"; from: number };

interface Pointer {
  doing: Doing;
  startX: number;
  startY: number;
  x: number;
  y: number;
  startedAt: number;
  movedAt: number;
  path: SceneNode[];
  /** What a press is for. */
  target: SceneNode | undefined;
  edge: "bottom" | "left" | "right" | "top" | undefined;
  velocity: number;
  longTimer: NodeJS.Timeout | undefined;
}

/** Turns pointer events into taps, long presses, scrolls with inertia, slides and the system's edge gestures. */
export class Gestures {
  readonly #host: GestureHost;
  readonly #pointers = new Map<number, Pointer>();
  #fling: ((elapsedMs: number) => boolean) | undefined;

  constructor(host: GestureHost) {
    this.#host = host;
  }

  get pressedKeys(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const { doing, target } of this.#pointers.values()) {
      if (doing.mode === "press" && target?.spec.onTap !== undefined) keys.add(target.key);
    }
    return keys;
  }

  /** Where fingers are, for the pointer location overlay. */
  get touches(): { x: number; y: number }[] {
    return [...this.#pointers.values()].map(({ x, y }) => ({ x, y }));
  }

  handle(action: TouchAction, id: number, x: number, y: number): void {
    if (action === "down") this.#down(id, x, y);
    else {
      const pointer = this.#pointers.get(id);
      if (pointer === undefined) return;
      if (action === "move") this.#move(id, pointer, x, y);
      else this.#end(id, pointer, x, y, action);
    }
    this.#host.loop.request();
  }

  cancelAll(): void {
    for (const [id, pointer] of this.#pointers) this.#end(id, pointer, pointer.x, pointer.y, "cancel");
  }

  /** Scrolls whatever list lies under the point. Distances in pixels. */
  wheel(x: number, y: number, dx: number, dy: number): void {
    this.#stopFling();
    const path = pathAt(this.#host.scene(), x, y);
    for (const [axis, distance] of [
      ["y", dy],
      ["x", dx],
    ] as const) {
      const list = distance === 0 ? undefined : this.#scrollable(path, axis);
      if (list !== undefined) this.#scrollTo(list.key, list.offset + distance);
    }
    this.#host.loop.request();
  }

  #stopFling(): void {
    if (this.#fling !== undefined) this.#host.loop.stop(this.#fling);
    this.#fling = undefined;
  }

  #edgeAt(x: number, y: number): Pointer["edge"] {
    const { width, height } = this.#host.size();
    const dp = this.#host.dp();
    if (y >= height - NAV_DP * dp) return "bottom";
    if (this.#host.locked()) return undefined;
    if (y < EDGE_DP * dp) return "top";
    if (x < EDGE_DP * dp * 0.7) return "left";
    if (x >= width - EDGE_DP * dp * 0.7) return "right";
    return undefined;
  }

  #down(id: number, x: number, y: number): void {
    this.#stopFling();
    const existing = this.#pointers.get(id);
    if (existing !== undefined) this.#end(id, existing, existing.x, existing.y, "cancel");
    const path = pathAt(this.#host.scene(), x, y);
    const deepest = path.toReversed();
    const now = performance.now();
    const raw = deepest.find(({ spec }) => spec.onTouch !== undefined);
    const edge = this.#edgeAt(x, y);
    const target = deepest.find(
      ({ spec }) =>
        spec.enabled !== false &&
        (spec.onTap !== undefined ||
          spec.onSlide !== undefined ||
          spec.field !== undefined ||
          spec.onLongPress !== undefined),
    );
    const pointer: Pointer = {
      doing: { mode: "press" },
      startX: x,
      startY: y,
      x,
      y,
      startedAt: now,
      movedAt: now,
      path,
      target,
      edge,
      velocity: 0,
      longTimer: undefined,
    };
    this.#pointers.set(id, pointer);
    if (edge === "bottom") pointer.doing = { mode: "edge" };
    else if (raw !== undefined) {
      pointer.doing = { mode: "raw", target: raw };
      raw.spec.onTouch?.({ action: "down", pointerId: id, x, y, bounds: raw.bounds });
    } else if (target?.spec.onSlide !== undefined) {
      pointer.doing = { mode: "slide", target };
      this.#slide(target, x);
    } else if (target !== undefined && (target.spec.onLongPress !== undefined || target.spec.field !== undefined)) {
      pointer.longTimer = setTimeout(() => {
        if (pointer.doing.mode !== "press") return;
        pointer.doing = target.spec.field === undefined ? { mode: "dead" } : { mode: "text", target };
        this.#host.longPress(target, pointer.x, pointer.y);
        this.#host.loop.request();
      }, LONG_PRESS_MS);
    }
  }

  #move(id: number, pointer: Pointer, x: number, y: number): void {
    const now = performance.now();
    const slop = SLOP_DP * this.#host.dp();
    const fromX = x - pointer.startX;
    const fromY = y - pointer.startY;
    if (pointer.doing.mode === "press" && Math.hypot(fromX, fromY) > slop)
      this.#leavePress(pointer, fromX, fromY, x, y);
    const { doing } = pointer;
    if (doing.mode === "scroll") {
      const { key, axis, from } = doing;
      const step = axis === "y" ? pointer.y - y : pointer.x - x;
      const elapsed = Math.max(1, now - pointer.movedAt);
      pointer.velocity = 0.6 * ((step / elapsed) * 1000) + 0.4 * pointer.velocity;
      this.#scrollTo(key, from - (axis === "y" ? fromY : fromX));
    } else if (doing.mode === "raw") {
      doing.target.spec.onTouch?.({ action: "move", pointerId: id, x, y, bounds: doing.target.bounds });
    } else if (doing.mode === "slide") this.#slide(doing.target, x);
    else if (doing.mode === "text") this.#host.dragText(doing.target, x, y);
    pointer.x = x;
    pointer.y = y;
    pointer.movedAt = now;
  }

  #leavePress(pointer: Pointer, fromX: number, fromY: number, x: number, y: number): void {
    const vertical = Math.abs(fromY) >= Math.abs(fromX);
    if (
      this.#host.locked() ||
      (pointer.edge === "top" && vertical) ||
      (pointer.edge !== undefined && pointer.edge !== "top" && !vertical)
    ) {
      clearTimeout(pointer.longTimer);
      pointer.doing = { mode: "edge" };
      return;
    }
    const axis = vertical ? "y" : "x";
    const list = this.#scrollable(pointer.path, axis);
    if (list !== undefined) {
      clearTimeout(pointer.longTimer);
      const distance = vertical ? fromY : fromX;
      const from = list.offset + Math.sign(distance) * SLOP_DP * this.#host.dp();
      pointer.doing = { mode: "scroll", key: list.key, axis, from };
    } else if (pointer.target === undefined || !contains(pointer.target.clip, x, y)) {
      clearTimeout(pointer.longTimer);
      pointer.doing = { mode: "dead" };
    }
  }

  #end(id: number, pointer: Pointer, x: number, y: number, action: "up" | "cancel"): void {
    this.#pointers.delete(id);
    clearTimeout(pointer.longTimer);
    const { doing, target } = pointer;
    if (doing.mode === "raw") {
      doing.target.spec.onTouch?.({ action, pointerId: id, x, y, bounds: doing.target.bounds });
      return;
    }
    if (action === "cancel") return;
    if (doing.mode === "press" && target !== undefined && contains(target.clip, x, y)) this.#host.tap(target, x, y);
    else if (doing.mode === "scroll") {
      if (performance.now() - pointer.movedAt < 80) this.#startFling(doing.key, pointer.velocity);
    } else if (doing.mode === "edge") this.#endEdge(pointer, x, y);
  }

  #endEdge(pointer: Pointer, x: number, y: number): void {
    const dp = this.#host.dp();
    const up = pointer.startY - y;
    const heldStill = performance.now() - pointer.movedAt > 250;
    if (this.#host.locked()) {
      if (up > 70 * dp) this.#host.system("unlock");
    } else if (pointer.edge === "bottom") {
      if (up > 50 * dp) this.#host.system(heldStill ? "recents" : "home");
    } else if (pointer.edge === "top") {
      if (-up > 40 * dp) this.#host.system("shade");
    } else if (Math.abs(x - pointer.startX) > 36 * dp) this.#host.system("back");
  }

  #slide(target: SceneNode, x: number): void {
    const { bounds } = target;
    target.spec.onSlide?.(Math.max(0, Math.min(1, (x - bounds.x) / Math.max(1, bounds.width))));
  }

  /** The innermost list that has more than it shows, and how far it is scrolled. */
  #scrollable(path: readonly SceneNode[], axis: "x" | "y"): { key: string; offset: number } | undefined {
    for (const { spec, key } of path.toReversed()) {
      const state = spec.scroll === axis ? this.#host.scrolls.get(key) : undefined;
      if (state !== undefined && state.max > 0) return { key, offset: state.offset };
    }
    return undefined;
  }

  /** True when the list could take all of it. */
  #scrollTo(key: string, offset: number): boolean {
    const state = this.#host.scrolls.get(key);
    if (state === undefined) return false;
    state.offset = Math.max(0, Math.min(state.max, offset));
    return state.offset === offset;
  }

  #startFling(key: string, velocity: number): void {
    const slowest = MIN_FLING_DP_PER_S * this.#host.dp();
    let speed = velocity;
    if (Math.abs(speed) < slowest) return;
    const step = (elapsedMs: number): boolean => {
      const seconds = elapsedMs / 1000;
      const state = this.#host.scrolls.get(key);
      if (state === undefined) return false;
      const inside = this.#scrollTo(key, state.offset + speed * seconds);
      speed *= FLING_KEEP ** seconds;
      return inside && Math.abs(speed) > slowest / 4;
    };
    this.#fling = step;
    this.#host.loop.animate(step);
  }
}
