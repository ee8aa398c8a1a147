/** Files of memory as a journey chooses them, the parts of the pages that show them, and what a canvas does. */
import { leaksText } from "@udt/memory/testing";
import type { Locator, Page } from "playwright-core";

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

/** Parts of the pages of memory, in English. */
export function memoryPages(page: () => Page) {
  const linkOf = (navigation: string) => (name: string) =>
    page().getByRole("navigation", { name: navigation }).getByRole("link", { name, exact: true });
  const dialog = () => page().getByRole("dialog");
  return {
    strip: () => page().getByRole("region", { name: "Footprint of the samples" }),
    report: () => page().getByRole("region", { name: "Report of the sample" }),
    tab: linkOf("Parts of the report"),
    way: linkOf("Ways of comparing"),
    dialog,
    async addSample(files: Record<string, string | Buffer>, label: string): Promise<void> {
      await page().getByRole("button", { name: "Add a sample" }).first().click();
      await dialog().locator("input[type=file]").setInputFiles(filesOf(files));
      await dialog().getByLabel("Scene").fill(label);
      await dialog().getByRole("button", { name: "Upload" }).click();
      await dialog().waitFor({ state: "detached" });
    },
  };
}

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
