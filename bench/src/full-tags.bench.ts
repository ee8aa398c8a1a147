import { ENDPOINTS, LIMITS, type DeviceRule, type TagWish } from "@udt/contract";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { connectScriptedAgent } from "./lib/scripted-agent.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const DEVICES = 1_000;
const CALLS = 20;
const BUDGET_MS = 200;
const RULES = 16;

/** As much as one may hold in every way: values of rules, devices by hand, and what stays when devices are cleaned. */
function fullWish(tag: number, device_ids: readonly string[]): TagWish {
  const each = Math.floor(LIMITS.tag_rules_max_bytes / RULES / 50);
  const rules = Array.from({ length: RULES }, (_, at): DeviceRule => {
    const values = Array.from({ length: 50 }, (_, value) => `${tag}-${at}-${value}`.padEnd(each, "x").slice(0, each));
    return { attribute: "model", operator: "not_in", values };
  });
  const entry = Math.min(
    Math.floor(LIMITS.environment_free_max_bytes / LIMITS.environment_free_max),
    LIMITS.package_name_max,
  );
  const entries = (begin: string) =>
    Array.from({ length: LIMITS.environment_free_max }, (_, at) => `${begin}${tag}.${at}`.padEnd(entry, "x"));
  return {
    name: `full-${tag}`,
    is_default: false,
    rules,
    included_device_ids: device_ids.slice(0, LIMITS.tag_devices_max),
    excluded_device_ids: device_ids.slice(-LIMITS.tag_devices_max),
    inspection: null,
    profile: {},
    environment: { preinstalled: [], free_apps: entries("com.app"), free_paths: entries("/sdcard/") },
  };
}

export default {
  title: `${LIMITS.tags_max} tags, each as large as one may be, on ${DEVICES} devices; floor: the smallest call`,
  async run() {
    const udt = await startMeasuredUdt(1);
    const client = await udt.signIn();
    const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: "bench" } });
    const devices = Array.from({ length: DEVICES }, (_, index) => deviceReport(index));
    const agent = await connectScriptedAgent({ server_url: udt.url, token, devices, onStream: () => {} });
    try {
      const list = (page_size: number, page_num = 1) =>
        client.call(ENDPOINTS.deviceList, { query: { ...PROJECT, page_size, page_num } });
      const device_ids: string[] = [];
      for (let page = 1; page <= 4; page++)
        device_ids.push(...(await list(100, page)).list.map(({ device_id }) => device_id));
      for (let tag = 0; tag < LIMITS.tags_max; tag++)
        await client.call(ENDPOINTS.tagCreate, { query: PROJECT, body: fullWish(tag, device_ids) });
      const p95 = async (call: () => Promise<unknown>): Promise<number> => {
        const samples: number[] = [];
        for (let turn = 0; turn < CALLS; turn++) {
          const started = performance.now();
          await call();
          samples.push(performance.now() - started);
        }
        return percentile(samples, 0.95);
      };
      const [device_id = ""] = device_ids;
      const floor = await p95(() => client.call(ENDPOINTS.userInfo, {}));
      const measured = async (what: string, call: () => Promise<unknown>): Promise<Row> => ({
        what: `${what}, p95`,
        value: await p95(call),
        unit: "ms",
        floor,
        budget: BUDGET_MS,
      });
      const rows = [
        await measured("devices with their tags, 25 a page", () => list(25)),
        await measured("devices with their tags, 100 a page", () => list(100)),
        await measured("one device with its tags", () =>
          client.call(ENDPOINTS.deviceGet, { params: { device_id }, query: PROJECT }),
        ),
      ];
      return { rows, notes: [`${CALLS} calls of each; embedded database`] };
    } finally {
      agent.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;
