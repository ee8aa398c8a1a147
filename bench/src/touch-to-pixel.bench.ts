import { delay } from "@udt/base";
import { TOUCH_LEGS, type TouchLeg } from "@udt/contract";
import { openDebugPage, signedInPage } from "./lib/browser.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { WAY_NAMES, WAYS, type WayName } from "./lib/ways.ts";
import { endSession, startApp, startMeasuredUdt, startSession } from "./lib/udt.ts";
import { DriverTaps } from "./touch/driver-taps.ts";
import { PageTaps } from "./touch/page-taps.ts";
import { PATTERN, pauseMs } from "./touch/taps.ts";

const TAPS = 120;
const BUDGET_MS = 100;
const BUDGET_RATIO = 1.3;

interface Taps {
  value: number[];
  floor: number[];
  legs: Partial<Record<TouchLeg, number>>[];
}

async function measure(way: WayName): Promise<Taps> {
  const udt = await startMeasuredUdt(2, { UDT_DIRECT_PATH: WAYS[way].setting });
  try {
    const client = await udt.signIn();
    const devices = await udt.idleDevices(2);
    const { context, page } = await signedInPage(udt);
    const driver = new DriverTaps();
    const taken: Taps = { value: [], floor: [], legs: [] };
    try {
      // The driver has a phone of its own, so that both can be touched in turn and meet the same load.
      await driver.open(udt.phoneAddresses[0]!, await context.newPage());
      const { device_id } = devices.find((device) => device.serial !== driver.serial)!;
      const test_id = await startSession(client, device_id);
      await startApp(client, test_id, device_id, PATTERN);
      await page.bringToFront();
      await openDebugPage(page, udt, test_id, device_id);
      if (way === "direct") await page.locator('.dbg-way[data-way="direct"]').waitFor();
      const taps = new PageTaps(page);
      await taps.open();
      if (way === "direct") await taps.untilDirect();
      for (let tap = 0; tap < TAPS; tap++) {
        await delay(pauseMs(tap));
        taken.value.push(await taps.tap());
        taken.legs.push(await taps.legs());
        await delay(pauseMs(tap));
        taken.floor.push(await driver.tap());
      }
      await endSession(client, test_id, device_id);
      return taken;
    } finally {
      await driver.close();
      await context.close();
    }
  } finally {
    await udt.stop();
  }
}

function rowsOf(way: WayName, { value, floor, legs }: Taps): Row[] {
  const by = WAYS[way].words;
  const rows: Row[] = [0.5, 0.95, 1].map((p) => ({
    what: `touch to pixel ${by}, ${p === 1 ? "max" : `p${p * 100}`}`,
    unit: "ms",
    value: percentile(value, p),
    floor: percentile(floor, p),
    ...(p === 0.95 && { budget: BUDGET_MS }),
  }));
  rows.push({
    what: `touch to pixel ${by}, p95 by the floor's p95`,
    unit: "×",
    value: percentile(value, 0.95) / percentile(floor, 0.95),
    budget: BUDGET_RATIO,
  });
  for (const leg of TOUCH_LEGS) {
    const spent = legs.flatMap((touch) => touch[leg] ?? []);
    if (spent.length > 0)
      rows.push({ what: `${leg} of it ${by}, by the stream's marks, p50`, unit: "ms", value: percentile(spent, 0.5) });
  }
  return rows;
}

/** Whether the goal is met, which counts on two cores with the phone's encoder beside. */
function noteOf(way: WayName, rows: readonly Row[]): string {
  const by = WAYS[way].words;
  const ratio = rows.find(({ what, unit }) => unit === "×" && what.includes(by))?.value ?? Number.NaN;
  const isMet = ratio <= BUDGET_RATIO;
  return `${by} a touch shows ${ratio.toFixed(2)} times as late as at the driver: ${isMet ? "within" : "not within"} ${BUDGET_RATIO} times`;
}

export default {
  title: "touch on the page to changed pixel in its canvas; floor: the agent's driver and the browser's bare decoder",
  async run() {
    const rows: Row[] = [];
    for (const way of WAY_NAMES) rows.push(...rowsOf(way, await measure(way)));
    const inTurn = `by each way ${TAPS} touches in the page and ${TAPS} at the driver, in turn`;
    return { rows, notes: [inTurn, ...WAY_NAMES.map((way) => noteOf(way, rows))] };
  },
} satisfies Benchmark;
