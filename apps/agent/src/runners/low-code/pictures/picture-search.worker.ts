/** Looks for pictures on screens, one after the other, in a thread of its own. */
import { parentPort } from "node:worker_threads";
import { createCanvas, Image } from "@napi-rs/canvas";
import { must } from "@udt/base";
import { loadOpenCv } from "./opencv.ts";
import type { Pixels } from "@udt/low-code/correlation";
import { PictureSearch } from "./search.ts";
import type { SearchAnswer, SearchWish } from "./find-picture.ts";

const opencv = loadOpenCv();

async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const image = new Image();
  image.src = png;
  await image.decode();
  const { width, height } = image;
  const context = createCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, width, height);
}

async function search({ screen, picture, enough, ...range }: SearchWish): Promise<SearchAnswer> {
  const [{ cv }, onScreen] = await Promise.all([opencv, pixelsOf(screen)]);
  const wanted = await pixelsOf(picture).catch(() => undefined);
  if (!wanted) return { refused: "unread" };
  const searching = new PictureSearch(cv, onScreen, wanted);
  try {
    if (searching.isEven()) return { refused: "even" };
    const { width, height } = onScreen;
    return { width, height, places: searching.places(range, enough) };
  } finally {
    searching.dispose();
  }
}

const port = must(parentPort, "the thread that asks");
const say = (answer: SearchAnswer) => port.postMessage(answer);
port.on("message", (wish: SearchWish) => {
  search(wish).then(say, (error: unknown) => say({ refused: "failed", evidence: String(error) }));
});
