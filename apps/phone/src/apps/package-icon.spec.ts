import { queryObjects } from "node:v8";
import { createCanvas, Image } from "@napi-rs/canvas";
import { expect, it } from "vitest";
import type { InstalledPackage } from "../types.ts";
import { drawPackageIcon } from "./package-icon.ts";

const RED = [255, 0, 0, 255];

/** Draws an app's icon as the launcher does, again once it is read. Answers what is seen in its middle. */
async function seenOf(icon: Uint8Array): Promise<number[]> {
  const g = createCanvas(40, 40).getContext("2d");
  const app = { package_name: "dev.udt.some", label: "Some", icon } as InstalledPackage;
  const draw = (onReady: () => void) => drawPackageIcon(g, { x: 0, y: 0, width: 40, height: 40 }, app, onReady);
  const read = Promise.withResolvers<void>();
  draw(read.resolve);
  await read.promise;
  draw(() => undefined);
  return [...g.getImageData(20, 20, 1, 1).data];
}

it("is drawn, and gone with its app", async () => {
  const canvas = createCanvas(48, 48);
  const g = canvas.getContext("2d");
  g.fillStyle = "#f00";
  g.fillRect(0, 0, 48, 48);
  const png = canvas.encodeSync("png");
  const images = () => Number(queryObjects(Image, { format: "count" }));
  const before = images();
  for (let app = 0; app < 20; app++) expect(await seenOf(Buffer.from(png))).toEqual(RED);
  // The newest may still stand on the stack.
  expect(images() - before).toBeLessThan(3);
});
