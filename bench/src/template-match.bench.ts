import { createCanvas, loadImage } from "@napi-rs/canvas";
import { findPicture, loadOpenCv, PictureSearch } from "@udt/agent";
import { must } from "@udt/base";
import { defaultProfile, startPhones } from "@udt/phone";
import { until } from "@udt/testkit";
import { openDriver } from "./lib/driver.ts";
import type { Benchmark } from "./lib/report.ts";
import { percentile, round } from "./lib/stats.ts";

const SIZE = { width: 1080, height: 2400, density_dpi: 480 };
const SIDE = 160;
const ROUNDS = 15;
const BUDGET_MS = 80;
const SHOP = "dev.udt.shop";
/** No place is so like it: so all scales are looked for. */
const NEVER = 2;

/** The shop's first screen as a phone of that size shows it. */
async function shopScreen(): Promise<Buffer> {
  const host = await startPhones({ profiles: [{ ...defaultProfile(1), ...SIZE }], basePort: 0 });
  const { device, dispose } = await openDriver(`127.0.0.1:${must(host.phones[0], "a phone").port}`);
  const signal = AbortSignal.timeout(120_000);
  try {
    const { apps, elements, screen } = device.capabilities;
    await must(apps, "apps").start(SHOP, signal);
    await until("the shop's products", async () => {
      const { list } = await must(elements, "elements").read(signal);
      return list.some(({ resource_id }) => resource_id.endsWith("/product_item")) || undefined;
    });
    return Buffer.from(await must(screen, "a screen").capture(signal));
  } finally {
    await dispose();
    await host.stop();
  }
}

/** A part of a picture, or the whole of it. */
async function drawn(png: Buffer, at = { x: 0, y: 0 }, size?: number) {
  const image = await loadImage(png);
  const canvas = createCanvas(size ?? image.width, size ?? image.height);
  canvas.getContext("2d").drawImage(image, -at.x, -at.y);
  return canvas;
}

async function decoded(png: Buffer) {
  const canvas = await drawn(png);
  return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
}

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The median of some rounds by a clock; the first is to warm up. */
async function median(work: () => unknown, rounds = ROUNDS, clock = () => performance.now()): Promise<number> {
  const all: number[] = [];
  for (let at = 0; at <= rounds; at++) {
    const began = clock();
    await work();
    if (at > 0) all.push(clock() - began);
  }
  return round(percentile(all, 0.5));
}

export default {
  title: `a picture of ${SIDE} × ${SIDE} on a screen of ${SIZE.width} × ${SIZE.height}, the median of ${ROUNDS}; floor: one pass over its pixels`,
  async run() {
    const png = await shopScreen();
    const screen = await decoded(png);
    const picturePng = (await drawn(png, { x: 120, y: 900 }, SIDE)).toBuffer("image/png");
    const picture = await decoded(picturePng);
    let began = performance.now();
    const { cv } = await loadOpenCv();
    const load = performance.now() - began;
    const search = (ratio: number, tolerance: number, enough: number) => {
      const searching = new PictureSearch(cv, screen, picture);
      const places = searching.places({ ratio, tolerance }, enough);
      searching.dispose();
      return places;
    };
    const [found] = search(1, 0, 0.85);
    if (found?.left !== 120 || found.top !== 900 || found.score < 0.99) throw new Error("it was not found where it is");
    const whole = new cv.Mat(screen.height, screen.width, cv.CV_8UC4);
    const grey = new cv.Mat();
    whole.data.set(screen.data);
    const pass = () => cv.cvtColor(whole, grey, cv.COLOR_RGBA2GRAY);
    const match = () => search(1, 0, 0.85);
    const [floor, floor_cpu] = [await median(pass), await median(pass, ROUNDS, processorMs)];
    const [value, value_cpu] = [await median(match), await median(match, ROUNDS, processorMs)];
    const tenth = await median(() => search(1, 0.1, NEVER), 5);
    const double = await median(() => search(1, 1, NEVER), 3);
    const wish = { screen: png, picture: picturePng, ratio: 1, tolerance: 0, enough: 0.85 };
    const signal = AbortSignal.timeout(10 * 60_000);
    began = performance.now();
    await findPicture(wish, signal);
    const first = performance.now() - began;
    const decode = await median(() => decoded(png), 5);
    const later = await median(() => findPicture(wish, signal), 5);
    return {
      rows: [
        { what: "a match at a known scale", unit: "ms", value, floor, budget: BUDGET_MS },
        { what: "its processor time", unit: "ms", value: value_cpu, floor: floor_cpu, budget: BUDGET_MS },
        { what: "where it is not at that scale: a tenth larger and smaller", unit: "ms", value: tenth, floor },
        { what: "the same, twice as large and half as large", unit: "ms", value: double, floor },
        { what: "OpenCV's first load in a thread", unit: "ms", value: round(load) },
        { what: "the first that is looked for: thread, load, pictures decoded", unit: "ms", value: round(first) },
        { what: "each later one, pictures decoded; floor: decoded alone", unit: "ms", value: later, floor: decode },
      ],
    };
  },
} satisfies Benchmark;
