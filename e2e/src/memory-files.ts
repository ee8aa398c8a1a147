/** Files of memory as a journey chooses them, and what a canvas shows of them. */
import { leaksText } from "@udt/memory/testing";
import type { Locator } from "playwright-core";

export const filesOf = (files: Record<string, string | Buffer>) =>
  Object.entries(files).map(([name, content]) => {
    const buffer = typeof content === "string" ? Buffer.from(content) : content;
    return { name, mimeType: "text/plain", buffer };
  });
export const leaks = () =>
  leaksText([
    { name: "Cart", blocks: [64, 32], isCycle: true, stack: ["main", "Cart.add"] },
    { name: "malloc in make_thumb", blocks: [5_120], instances: 3, stack: ["main", "make_thumb"] },
  ]);

/** Whether what a canvas shows at a place is more red than blue. */
export const colorAt = (canvas: Locator, x: number, y: number) =>
  canvas.evaluate(
    (element, at) => {
      const drawn = element as HTMLCanvasElement;
      const ratio = drawn.width / drawn.clientWidth;
      const pixel = drawn.getContext("2d")?.getImageData(at.x * ratio, at.y * ratio, 1, 1).data ?? [];
      return { isRed: (pixel[0] ?? 0) > (pixel[2] ?? 0) + 20 };
    },
    { x, y },
  );
