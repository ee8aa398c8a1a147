import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DeviceHand, RUNNERS } from "@udt/agent";
import { must } from "@udt/base";
import { jobConfig, type RunSpec } from "@udt/contract";
import type { Device, InputSink } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { openDriver } from "./lib/driver.ts";
import type { Benchmark } from "./lib/report.ts";
import { percentile, round } from "./lib/stats.ts";

const STEPS = 20;
const ROUNDS = 9;
const BUDGET_MS = 30;
const SHOP = "dev.udt.shop";
/** A touch of it changes nothing once it has the focus. */
const FIELD = "search_input";

const library = `low_code: 1
cases:
  - name: taps
    steps:
${Array.from({ length: STEPS }, (_, at) => `      - {id: tap-${at}, action: tap, locator: {by: ui, id: ${FIELD}}}\n`).join("")}`;

/** Input as `adb shell input` gives it. Nothing is waited for: that is not what a step costs. */
const handOf = (sink: InputSink): DeviceHand => ({
  async touch({ x, y }) {
    const touch = { pointer_id: 0, x: x * 1_000, y: y * 1_000, width: 1_000, height: 1_000 };
    await sink.touch({ ...touch, action: "down", pressure: 1 });
    await sink.touch({ ...touch, action: "up", pressure: 0 });
  },
  text: (text) => sink.text(text),
  rotate: async () => {},
  key: (key) => sink.key("down", key, []),
  // Nothing that shows is changed by them.
  pictures: () => 0,
  changed: () => Promise.resolve(),
});

/** The elements, a touch of the field, and a picture: what a step asks of adb, by the same connection. */
async function plainStep(device: Device, hand: DeviceHand, signal: AbortSignal): Promise<void> {
  const { elements, screen } = device.capabilities;
  const { list, width, height } = await must(elements, "elements").read(signal);
  const { left, top, right, bottom } = must(
    list.find(({ resource_id }) => resource_id.endsWith(`/${FIELD}`)),
    "the field",
  ).bounds;
  const place = { x: (left + right) / 2 / width, y: (top + bottom) / 2 / height };
  await hand.touch(place, place, 0, signal);
  await must(screen, "a screen").capture(signal);
}

export default {
  title: `a low-code step (find, tap, picture) on a virtual phone, the median of ${ROUNDS} × ${STEPS}; floor: the same adb calls`,
  async run() {
    const signal = AbortSignal.timeout(10 * 60_000);
    const host = await startPhones({ count: 1, basePort: 0 });
    const { device, dispose } = await openDriver(`127.0.0.1:${must(host.phones[0], "a phone").port}`);
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-low-code-"));
    const at = (name: string) => join(folder, name);
    const place = { library: at("library"), results: at("results"), pictures: at("pictures"), exchange: folder };
    for (const each of [place.library, place.results, place.pictures]) mkdirSync(each);
    writeFileSync(join(place.library, "taps.yaml"), library);
    try {
      const { apps, input } = device.capabilities;
      await must(apps, "apps").start(SHOP, signal);
      const hand = handOf(await must(input, "input").open(signal));
      const one = {
        case_run_id: 1,
        case_key: "taps.yaml::taps",
        name: "taps",
        file: "taps.yaml",
        function: "",
        attempt: 1,
      };
      const config = jobConfig.parse({
        app_id: null,
        framework: "low_code",
        library_id: "library",
        devices: { kind: "devices", device_ids: ["device"] },
      });
      const spec = { framework: "low_code", config } as unknown as RunSpec;
      const programs = { node: "", python: "", shell: "" };
      const launch = () => {
        throw new Error("no process is started");
      };
      const batch = {
        spec,
        cases: [one] as const,
        device,
        hand,
        control: null,
        recordsMemory: () => false,
        place: { ...place, programs, launch },
        env: {},
      };
      const [plain, ours]: [number[], number[]] = [[], []];
      // The first of each is to warm up.
      for (let at = 0; at <= ROUNDS; at++) {
        let began = performance.now();
        for (let step = 0; step < STEPS; step++) await plainStep(device, hand, signal);
        if (at > 0) plain.push((performance.now() - began) / STEPS);
        began = performance.now();
        await RUNNERS.low_code.run(
          batch,
          (event) => {
            if (event.type === "case_ended" && event.outcome.state !== "success") throw new Error("a step failed");
          },
          signal,
        );
        if (at > 0) ours.push((performance.now() - began) / STEPS);
      }
      const floor = round(percentile(plain, 0.5));
      const value = round(percentile(ours, 0.5));
      return {
        rows: [
          { what: "a step", unit: "ms", value, floor },
          { what: "on top of the same adb calls", unit: "ms", value: round(value - floor), budget: BUDGET_MS },
        ],
      };
    } finally {
      await dispose();
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
