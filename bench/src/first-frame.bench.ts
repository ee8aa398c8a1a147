import { ENDPOINTS } from "@udt/contract";
import type { Page } from "playwright-core";
import { signedInPage } from "./lib/browser.ts";
import { openDriver } from "./lib/driver.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { endSession, PROJECT, startMeasuredUdt } from "./lib/udt.ts";
import { BareDecoder } from "./touch/bare-decoder.ts";
import { firstFrameAtDriver } from "./touch/driver-first-frame.ts";

const RUNS = 20;

/** Clicks the device's button and answers the milliseconds until the screen's canvas holds a picture that is not blank. */
async function measurePage(page: Page): Promise<number> {
  const shown = page.evaluate(async () => {
    const small = new OffscreenCanvas(16, 16).getContext("2d", { willReadFrequently: true })!;
    let clickedAt = 0;
    window.addEventListener("click", () => (clickedAt = performance.now()), { capture: true, once: true });
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const canvas = document.querySelector<HTMLCanvasElement>(".dbg-glass canvas");
      if (!canvas || clickedAt === 0) continue;
      small.drawImage(canvas, 0, 0, 16, 16);
      const { data } = small.getImageData(0, 0, 16, 16);
      if (data.some((value, index) => index % 4 !== 3 && value > 40)) return performance.now() - clickedAt;
    }
  });
  await page
    .getByRole("button", { name: /^Debug/ })
    .first()
    .click();
  return shown;
}

export default {
  title: "click on Debug in the device list to the first picture; floor: the driver's first decoded picture",
  async run() {
    const udt = await startMeasuredUdt(2);
    // The driver has a phone of its own, so that both can be opened in turn and meet the same load.
    const { device: own, dispose } = await openDriver(udt.phoneAddresses[0]!);
    const decoder = new BareDecoder();
    try {
      const client = await udt.signIn();
      const devices = await udt.idleDevices(2);
      const { device_id, serial } = devices.find((device) => device.serial !== own.identity.serial)!;
      const { context, page } = await signedInPage(udt);
      const samples: number[] = [];
      const floor: number[] = [];
      try {
        await decoder.open(await context.newPage());
        await page.bringToFront();
        for (let run = 0; run < RUNS; run++) {
          floor.push(await firstFrameAtDriver(own, decoder));
          await page.goto(`${udt.url}/demo/remote/list?keyword=${serial}`);
          await page.waitForSelector(".udt-table tbody tr");
          samples.push(await measurePage(page));
          const { list } = await client.call(ENDPOINTS.testList, {
            query: { ...PROJECT, state: "running", device_id },
          });
          await page.goto(`${udt.url}/home`);
          await endSession(client, list[0]!.test_id, device_id);
        }
      } finally {
        await context.close();
      }
      const row = (p: number, budget?: number): Row => ({
        what: `click to first picture, ${p === 1 ? "max" : `p${p * 100}`}`,
        unit: "ms",
        value: percentile(samples, p),
        floor: percentile(floor, p),
        ...(budget !== undefined && { budget }),
      });
      return {
        rows: [row(0.5, 1_000), row(0.95, 2_000), row(1)],
        notes: [`${RUNS} sessions, each a page loaded anew`],
      };
    } finally {
      decoder.close();
      await dispose();
      await udt.stop();
    }
  },
} satisfies Benchmark;
