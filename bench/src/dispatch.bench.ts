import { delay } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import type { Device } from "@udt/driver";
import { openDriver } from "./lib/driver.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";
import { endSession, PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const RUNS = 20;
const BUDGET_MS = 250;
/** Asked oftener, server and database would be busy with the question; when it came to run, the server writes down. */
const POLL_MS = 100;
/** After a screen was closed the process of both phones still closes its encoder: such a device is not idle. */
const SETTLE_MS = 1000;

/** What preparing a device for a session costs the driver alone: its mark, its screen and input, and waking it. */
async function prepareByDriver(device: Device): Promise<number> {
  const signal = AbortSignal.timeout(30_000);
  const started = performance.now();
  await device.mark(signal);
  const source = await device.capabilities.screen!.open({ baseline: false }, () => {}, signal);
  await source.input?.wake();
  const sample = performance.now() - started;
  await source.dispose();
  return sample;
}

export default {
  title: "starting a test on an idle virtual phone until its device runs; floor: the driver's own preparation",
  async run() {
    const udt = await startMeasuredUdt(2);
    // The driver has a phone of its own, so that both can be prepared in turn and meet the same load.
    const { device: own, dispose } = await openDriver(udt.phoneAddresses[0]!);
    try {
      const client = await udt.signIn();
      const devices = await udt.idleDevices(2);
      const { device_id } = devices.find((device) => device.serial !== own.identity.serial)!;
      const floor: number[] = [];
      const samples: number[] = [];
      const cleaning: number[] = [];
      for (let run = 0; run < RUNS; run++) {
        floor.push(await prepareByDriver(own));
        await delay(SETTLE_MS);
        const started = Date.now();
        const { test_id } = await client.call(ENDPOINTS.testCreate, {
          query: PROJECT,
          body: { kind: "debug", device_id, duration_minutes: 5 },
        });
        for (;;) {
          const test = await client.call(ENDPOINTS.testGet, { params: { test_id }, query: PROJECT });
          const running = test.devices[0]?.phases.find(({ name }) => name === "run");
          if (running) {
            samples.push(running.started_at - started);
            break;
          }
          if (test.state === "ended") throw new Error(`the session ended: ${test.end_reason}`);
          await delay(POLL_MS);
        }
        const ended = performance.now();
        await endSession(client, test_id, device_id);
        cleaning.push(performance.now() - ended);
      }
      const of = (what: string, values: number[], p: number): Row => ({
        what: `${what}, p${p * 100}`,
        unit: "ms",
        value: percentile(values, p),
      });
      return {
        rows: [
          { ...of("test created to device running", samples, 0.5), floor: percentile(floor, 0.5) },
          { ...of("test created to device running", samples, 0.95), floor: percentile(floor, 0.95), budget: BUDGET_MS },
          of("test ended to device idle again", cleaning, 0.95),
        ],
        notes: [
          `${RUNS} runs; from the call, by the time that the server wrote down for the beginning of the run`,
          `${SETTLE_MS} ms after a screen was closed, the phone is idle again`,
        ],
      };
    } finally {
      await dispose();
      await udt.stop();
    }
  },
} satisfies Benchmark;
