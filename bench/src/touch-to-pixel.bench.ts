import { delay } from "@udt/base";
import { TOUCH_LEGS, type TouchLeg } from "@udt/contract";
import { openDebugPage, signedInPage } from "./lib/browser.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { endSession, startApp, startMeasuredUdt, startSession } from "./lib/udt.ts";
import { DriverTaps } from "./touch/driver-taps.ts";
import { PageTaps } from "./touch/page-taps.ts";
import { PATTERN, pauseMs } from "./touch/taps.ts";

const TAPS = 120;
const BUDGET_MS = 100;
const BUDGET_RATIO = 1.5;

export default {
  title: "touch on the page to changed pixel in its canvas; floor: the agent's driver and the browser's bare decoder",
  async run() {
    const udt = await startMeasuredUdt(2);
    try {
      const client = await udt.signIn();
      const devices = await udt.idleDevices(2);
      const { context, page } = await signedInPage(udt);
      const driver = new DriverTaps();
      const value: number[] = [];
      const floor: number[] = [];
      const legs: Record<TouchLeg, number>[] = [];
      try {
        // The driver has a phone of its own, so that both can be touched in turn and meet the same load.
        await driver.open(udt.phoneAddresses[0]!, await context.newPage());
        const { device_id } = devices.find((device) => device.serial !== driver.serial)!;
        const test_id = await startSession(client, device_id);
        await startApp(client, test_id, device_id, PATTERN);
        await page.bringToFront();
        await openDebugPage(page, udt, test_id, device_id);
        const taps = new PageTaps(page);
        await taps.open();
        for (let tap = 0; tap < TAPS; tap++) {
          await delay(pauseMs(tap));
          value.push(await taps.tap());
          legs.push(await taps.legs());
          await delay(pauseMs(tap));
          floor.push(await driver.tap());
        }
        await endSession(client, test_id, device_id);
      } finally {
        await driver.close();
        await context.close();
      }

      const rows: Row[] = [0.5, 0.95, 1].map((p) => ({
        what: `touch to pixel, ${p === 1 ? "max" : `p${p * 100}`}`,
        unit: "ms",
        value: percentile(value, p),
        floor: percentile(floor, p),
        ...(p === 0.95 && { budget: BUDGET_MS }),
      }));
      rows.push({
        what: "touch to pixel, p95 by the floor's p95",
        unit: "×",
        value: percentile(value, 0.95) / percentile(floor, 0.95),
        budget: BUDGET_RATIO,
      });
      for (const leg of TOUCH_LEGS) {
        const spent = legs.map((touch) => touch[leg]);
        rows.push({ what: `of it ${leg}, by the stream's own marks, p50`, unit: "ms", value: percentile(spent, 0.5) });
      }
      return { rows, notes: [`${TAPS} touches in the page and ${TAPS} at the driver, in turn`] };
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
