import type { TouchLeg } from "@udt/contract";
import { readSequence } from "@udt/phone";
import type { Page } from "playwright-core";
import { TIMEOUT_MS } from "./taps.ts";

/** So many touches the stream of input may take to change its way. */
const DIRECT_TAPS = 20;

interface Probe {
  sequence: number;
  /** When the canvas first showed it, and when the last pointer event was dispatched: the page's clock. */
  at: number;
  touched: number;
}

/** Real mouse presses on the debug page's screen element, seen again in its canvas. */
export class PageTaps {
  readonly #page: Page;
  #sequence = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Has the page follow the canvas: at each display frame it draws one line through the strip's cells into a small canvas
   * of its own and reads it. A touch counts from the moment when the pointer event is dispatched in the page.
   */
  async open(): Promise<void> {
    const size = await this.#page.evaluate(() => {
      const { dataset } = document.querySelector<HTMLCanvasElement>(".dbg-glass canvas")!;
      return { width: Number(dataset["width"]), height: Number(dataset["height"]) };
    });
    const cells: { x: number; y: number }[] = [];
    readSequence(size.width, size.height, (x, y) => {
      cells.push({ x, y });
      return 0;
    });
    await this.#page.evaluate(follow, { cells, width: size.width });
    await this.#shows(0);
    const box = await this.#page.locator(".dbg-surface").boundingBox();
    if (!box) throw new Error("the page shows no screen to touch");
    await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Where the time of the latest touch went, as the page itself tells it. By the direct path it passes no server. */
  async legs(): Promise<Partial<Record<TouchLeg, number>>> {
    const told = await this.#told();
    if (!told) throw new Error("the page has measured no touch");
    return told;
  }

  /** Touches until the touch itself goes by the direct path, which the picture may do before. */
  async untilDirect(): Promise<void> {
    for (let left = DIRECT_TAPS; left > 0; left--) {
      await this.tap();
      // Of one that changed its way no part is known.
      const told = await this.#told();
      if (told && told.server === undefined) return;
    }
    throw new Error(`no touch of ${DIRECT_TAPS} went by the direct path`);
  }

  /** Milliseconds from the pointer event to the pixels in the canvas. */
  async tap(): Promise<number> {
    await this.#page.mouse.down();
    await this.#shows(++this.#sequence);
    const sample = await this.#page.evaluate(() => {
      const { at, touched } = (window as unknown as { benchProbe: Probe }).benchProbe;
      return at - touched;
    });
    await this.#page.mouse.up();
    await this.#shows(++this.#sequence);
    return sample;
  }

  async #told(): Promise<Partial<Record<TouchLeg, number>> | undefined> {
    const told = await this.#page.locator(".dbg-stats").getAttribute("data-touch");
    return told === null ? undefined : (JSON.parse(told) as Partial<Record<TouchLeg, number>>);
  }

  async #shows(sequence: number): Promise<void> {
    await this.#page.waitForFunction(
      (wanted) => (window as unknown as { benchProbe: Probe }).benchProbe.sequence === wanted,
      sequence,
      { timeout: TIMEOUT_MS, polling: "raf" },
    );
  }
}

/** Runs in the page. */
function follow({ cells, width }: { cells: { x: number; y: number }[]; width: number }): void {
  const screen = document.querySelector<HTMLCanvasElement>(".dbg-glass canvas")!;
  const line = new OffscreenCanvas(cells.length, 1).getContext("2d", { willReadFrequently: true })!;
  line.imageSmoothingEnabled = false;
  const probe: Probe = { sequence: -1, at: 0, touched: 0 };
  (window as unknown as { benchProbe: Probe }).benchProbe = probe;
  const look = () => {
    line.drawImage(screen, 0, cells[0]!.y, width, 1, 0, 0, cells.length, 1);
    const pixels = line.getImageData(0, 0, cells.length, 1).data;
    let sequence = 0;
    for (let cell = 0; cell < cells.length; cell++) sequence = sequence * 2 + (pixels[cell * 4]! >= 128 ? 1 : 0);
    if (sequence !== probe.sequence) [probe.sequence, probe.at] = [sequence, performance.now()];
    requestAnimationFrame(look);
  };
  window.addEventListener("pointerdown", () => (probe.touched = performance.now()), { capture: true });
  requestAnimationFrame(look);
}
