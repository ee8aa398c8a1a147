import type { ElementTree } from "@udt/contract";
import type { LocatorKind } from "./locators.ts";
import { createStore, type Store } from "../../../lib/streams/store.ts";

export interface Inspection {
  /** The pointer over the picture finds elements, and touches nothing. */
  isOn: boolean;
  tree: ElementTree | undefined;
  isReading: boolean;
  /** Why there is none, or none newer. */
  error: unknown;
  /** The picture has changed since the tree was read. */
  isStale: boolean;
  hovered: number | undefined;
  chosen: number | undefined;
  /** What a press on an element copies. */
  locator_kind: LocatorKind;
}

const NOTHING: Inspection = {
  locator_kind: "xpath",
  isOn: false,
  tree: undefined,
  isReading: false,
  error: undefined,
  isStale: false,
  hovered: undefined,
  chosen: undefined,
};

/** For so long the picture stands still before the tree is read again. */
const STILL_MS = 600;
/** Reading can itself change the picture: the wait doubles with each that brings nothing new, up to this. */
const STILL_MAX_MS = 60_000;

/**
 * What is known of the elements on the screen. While it is on, and what it knows is older than the picture, it reads anew as
 * soon as the picture stands still; a screen that never does is read only when somebody says so.
 */
export class Inspector {
  readonly view: Store<Inspection> = createStore(NOTHING);
  readonly #read: (isAutomatic: boolean) => Promise<ElementTree>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = STILL_MS;
  #frames = 0;
  /** The number of frames when the tree was asked for. */
  #readAt = 0;

  constructor(read: (isAutomatic: boolean) => Promise<ElementTree>) {
    this.#read = read;
  }

  turn(isOn: boolean): void {
    if (isOn === this.view.get().isOn) return;
    clearTimeout(this.#timer);
    this.#change({ isOn, hovered: undefined });
    if (!isOn) return;
    const { tree, isStale } = this.view.get();
    if (!tree || isStale) void this.read();
  }

  /** Told of the picture: how many there have been. */
  pictured(frames: number): void {
    if (frames === this.#frames) return;
    this.#frames = frames;
    const { isOn, tree } = this.view.get();
    if (!tree) return;
    this.#change({ isStale: true });
    if (isOn) this.#readWhenStill();
  }

  hover(hovered: number | undefined): void {
    if (hovered !== this.view.get().hovered) this.#change({ hovered });
  }

  choose(chosen: number | undefined): void {
    this.#change({ chosen });
  }

  copyAs(locator_kind: LocatorKind): void {
    this.#change({ locator_kind });
  }

  /** As somebody wants it. */
  read(): Promise<void> {
    this.#wait = STILL_MS;
    return this.#readNow(false);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.view.set(NOTHING);
  }

  #readWhenStill(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#readNow(true), this.#wait);
  }

  async #readNow(isAutomatic: boolean): Promise<void> {
    if (this.view.get().isReading) return;
    clearTimeout(this.#timer);
    this.#readAt = this.#frames;
    this.#change({ isReading: true });
    try {
      const tree = await this.#read(isAutomatic);
      const before = this.view.get().tree;
      if (JSON.stringify(tree) === JSON.stringify(before)) {
        if (isAutomatic) this.#wait = Math.min(2 * this.#wait, STILL_MAX_MS);
        this.#change({ isReading: false, error: undefined });
      } else {
        this.#wait = STILL_MS;
        this.#change({ tree, isReading: false, error: undefined, hovered: undefined, chosen: undefined });
      }
      this.#change({ isStale: this.#frames !== this.#readAt });
      if (this.view.get().isOn && this.view.get().isStale) this.#readWhenStill();
    } catch (error) {
      // Whoever looks is told, and tries again or touches the device, which changes the picture.
      this.#wait = Math.min(2 * this.#wait, STILL_MAX_MS);
      this.#change({ isReading: false, error });
    }
  }

  #change(change: Partial<Inspection>): void {
    this.view.update((view) => ({ ...view, ...change }));
  }
}
