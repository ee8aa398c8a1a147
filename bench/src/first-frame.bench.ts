import { ENDPOINTS } from "@udt/contract";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import { openDriver } from "./lib/driver.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { endSession, PROJECT, startMeasuredUdt } from "./lib/udt.ts";
import { WAY_NAMES, WAYS, type WayName } from "./lib/ways.ts";
import { BareDecoder } from "./touch/bare-decoder.ts";
import { firstFrameAtDriver } from "./touch/driver-first-frame.ts";

const RUNS = 20;
const DIRECT = '.dbg-way[data-way="direct"]';

/** Milliseconds from the click. */
interface Shown {
  /** A picture, by whichever way: until the direct path stands they come by the server. */
  first: number;
  /** They come by the wanted way. */
  byWay: number;
}

/** Clicks the device's button; answers when the screen's canvas holds a picture that is not blank, and what `way` selects is there. */
async function measurePage(page: Page, way: string): Promise<Shown> {
  const shown = page.evaluate(async (selector) => {
    const small = new OffscreenCanvas(16, 16).getContext("2d", { willReadFrequently: true })!;
    const isShown = (canvas: HTMLCanvasElement) => {
      small.drawImage(canvas, 0, 0, 16, 16);
      const { data } = small.getImageData(0, 0, 16, 16);
      return data.some((value, index) => index % 4 !== 3 && value > 40);
    };
    let [clickedAt, first] = [0, 0];
    window.addEventListener("click", () => (clickedAt = performance.now()), { capture: true, once: true });
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const canvas = document.querySelector<HTMLCanvasElement>(".dbg-glass canvas");
      if (!canvas || clickedAt === 0) continue;
      if (first === 0 && isShown(canvas)) first = performance.now() - clickedAt;
      if (first !== 0 && document.querySelector(selector)) return { first, byWay: performance.now() - clickedAt };
    }
  }, way);
  await page
    .getByRole("button", { name: /^Debug/ })
    .first()
    .click();
  return shown;
}

interface Taken {
  shown: Shown[];
  floor: number[];
}

async function measure(way: WayName): Promise<Taken> {
  const udt = await startMeasuredUdt(2, { UDT_DIRECT_PATH: WAYS[way].setting });
  // The driver has a phone of its own, so that both can be opened in turn and meet the same load.
  const { device: own, dispose } = await openDriver(udt.phoneAddresses[0]!);
  const decoder = new BareDecoder();
  const taken: Taken = { shown: [], floor: [] };
  try {
    const client = await udt.signIn();
    const devices = await udt.idleDevices(2);
    const { device_id, serial } = devices.find((device) => device.serial !== own.identity.serial)!;
    const { context, page } = await signedInPage(udt);
    try {
      await decoder.open(await context.newPage());
      await page.bringToFront();
      for (let run = 0; run < RUNS; run++) {
        taken.floor.push(await firstFrameAtDriver(own, decoder));
        await page.goto(`${udt.url}/demo/remote/list?keyword=${serial}`);
        await page.waitForSelector(".udt-table tbody tr");
        taken.shown.push(await measurePage(page, way === "direct" ? DIRECT : "canvas"));
        const { list } = await client.call(ENDPOINTS.testList, {
          query: { ...PROJECT, state: "running", device_id },
        });
        await page.goto(`${udt.url}/home`);
        await endSession(client, list[0]!.test_id, device_id);
      }
    } finally {
      await context.close();
    }
    return taken;
  } finally {
    decoder.close();
    await dispose();
    await udt.stop();
  }
}

function rowsOf(way: WayName, { shown, floor }: Taken): Row[] {
  const rows = (what: string, samples: readonly number[], budgets: readonly (number | undefined)[]): Row[] =>
    [0.5, 0.95, 1].map((p, at) => ({
      what: `click to ${what}, ${p === 1 ? "max" : `p${p * 100}`}`,
      unit: "ms",
      value: percentile(samples, p),
      floor: percentile(floor, p),
      ...(budgets[at] !== undefined && { budget: budgets[at] }),
    }));
  const first = shown.map((one) => one.first);
  if (way === "server") return rows(`first picture ${WAYS.server.words}`, first, [1_000, 2_000]);
  return [
    ...rows("first picture where a direct path is made beside", first, [1_000, 2_000]),
    ...rows(
      `pictures ${WAYS.direct.words}`,
      shown.map((one) => one.byWay),
      [],
    ),
  ];
}

export default {
  title: "click on Debug in the device list to the first picture; floor: the driver's first decoded picture",
  async run() {
    const rows: Row[] = [];
    for (const way of WAY_NAMES) rows.push(...rowsOf(way, await measure(way)));
    const notes = [
      `by each way ${RUNS} sessions, each a page loaded anew`,
      "with a direct path the first picture comes by the server, and pictures go over to the path without a gap once it stands",
    ];
    return { rows, notes };
  },
} satisfies Benchmark;
