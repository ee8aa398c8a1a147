import type { Client } from "@udt/client";
import { ENDPOINTS, type DeviceRule, NO_ENVIRONMENT, type TagWish } from "@udt/contract";
import { deviceReport } from "./lib/device-report.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { connectScriptedAgent, type ScriptedAgent } from "./lib/scripted-agent.ts";
import { percentile } from "./lib/stats.ts";
import { PROJECT, startMeasuredUdt } from "./lib/udt.ts";

const AGENTS = 10;
const DEVICES_EACH = 1_000;
const TAGS = 200;
const CALLS = 20;
const LIST_BUDGET_MS = 200;
const CHANGE_BUDGET_MS = 100;
/** For each tag what it has of all devices, which is kept nowhere: every count is made anew. */
const ALL_BUDGET_MS = 2_000;
const PAGE = 100;
/** How many tags find the first device with a version. */
const TAGS_BY_VERSION: Record<string, number> = { 9: 5, 20: 16 };

/** Each tag has some rules of several kinds, and some devices by hand are left out. */
function wishOf(tag: number, device_ids: readonly string[]): TagWish {
  const rules: DeviceRule[] = [
    { attribute: "os_version", operator: "at_least", values: [String(9 + (tag % 6))] },
    { attribute: "memory", operator: "at_least", values: [String(1 + (tag % 8))] },
    { attribute: "agent", operator: "in", values: [`bench ${tag % AGENTS}`, `bench ${(tag + 3) % AGENTS}`] },
    { attribute: "serial", operator: "contains", values: [String(tag % 10)] },
  ];
  const excluded_device_ids = device_ids.slice(tag % 50, (tag % 50) + 20);
  return {
    name: `tag-${tag}`,
    is_default: tag === 0,
    rules,
    included_device_ids: [],
    excluded_device_ids,
    inspection: null,
    profile: {},
    environment: NO_ENVIRONMENT,
  };
}

type Figure = Required<Pick<Row, "unit" | "floor" | "budget">>;

/** The first device becomes one that other tags find. Resolves once these are read. */
async function changeTags(client: Client, agent: ScriptedAgent, device_id: string, turn: number): Promise<void> {
  const os_version = String(turn % 2 === 0 ? 20 : 9);
  const read = () => client.call(ENDPOINTS.deviceGet, { params: { device_id }, query: PROJECT });
  agent.report({ ...deviceReport(0), os_version });
  let device = await read();
  while (device.os_version !== os_version) device = await read();
  if (device.tags.length !== TAGS_BY_VERSION[os_version]) throw new Error(`it has ${device.tags.length} tags`);
}

export default {
  title: `${TAGS} tags on ${AGENTS * DEVICES_EACH} devices; floor: the smallest call of the same server`,
  async run() {
    const udt = await startMeasuredUdt(1);
    const agents: ScriptedAgent[] = [];
    try {
      const client = await udt.signIn();
      for (let agent = 0; agent < AGENTS; agent++) {
        const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: `bench ${agent}` } });
        const devices = Array.from({ length: DEVICES_EACH }, (_, index) => deviceReport(agent * DEVICES_EACH + index));
        agents.push(await connectScriptedAgent({ server_url: udt.url, token, devices, onStream: () => {} }));
      }
      const some = await client.call(ENDPOINTS.deviceList, { query: { ...PROJECT, page_size: 100 } });
      const device_ids = some.list.map(({ device_id }) => device_id);
      const tag_ids: string[] = [];
      for (let tag = 0; tag < TAGS; tag++) {
        const made = await client.call(ENDPOINTS.tagCreate, { query: PROJECT, body: wishOf(tag, device_ids) });
        tag_ids.push(made.tag_id);
      }
      const p95 = async (call: (turn: number) => Promise<unknown>): Promise<number> => {
        const samples: number[] = [];
        for (let turn = 0; turn < CALLS; turn++) {
          const started = performance.now();
          await call(turn);
          samples.push(performance.now() - started);
        }
        return percentile(samples, 0.95);
      };
      const floor = await p95(() => client.call(ENDPOINTS.userInfo, {}));
      const devices = (narrow: object) => client.call(ENDPOINTS.deviceList, { query: { ...PROJECT, ...narrow } });
      const list = (page_size: number, page_num = 1) =>
        client.call(ENDPOINTS.tagList, { query: { ...PROJECT, page_size, page_num } });
      const all = async () => {
        for (let page = 1; page <= TAGS / PAGE; page++) await list(PAGE, page);
      };
      const [changing] = (await devices({ serial: deviceReport(0).serial })).list;
      const { name: _, is_default: __, ...choice } = wishOf(7, device_ids);
      const unit = "ms" as const;
      const [change, fast, slow] = [CHANGE_BUDGET_MS, LIST_BUDGET_MS, ALL_BUDGET_MS].map((budget) => ({
        unit,
        floor,
        budget,
      })) as [Figure, Figure, Figure];
      const rows: Row[] = [
        { what: "devices with their tags, p95", value: await p95(() => devices({})), ...fast },
        {
          what: "devices with their tags, 100 a page, p95",
          value: await p95(() => devices({ page_size: 100 })),
          ...fast,
        },
        {
          what: "devices of one tag, p95",
          value: await p95((turn) => devices({ tag_id: tag_ids[turn % TAGS]! })),
          ...fast,
        },
        { what: "tags with their counts, 25 a page, p95", value: await p95(() => list(25)), ...slow },
        { what: `tags with their counts, ${PAGE} a page, p95`, value: await p95(() => list(PAGE)), ...slow },
        { what: `all ${TAGS} tags evaluated anew, p95`, value: await p95(all), ...slow },
        {
          what: "a device's change, from its agent to its tags as they are read, p95",
          value: await p95((turn) => changeTags(client, agents[0]!, changing!.device_id, turn)),
          ...change,
        },
        {
          what: "preview of a tag, p95",
          value: await p95(() => client.call(ENDPOINTS.tagPreview, { query: PROJECT, body: choice })),
          ...fast,
        },
      ];
      return { rows, notes: [`${CALLS} calls of each; embedded database`] };
    } finally {
      for (const agent of agents) agent.close();
      await udt.stop();
    }
  },
} satisfies Benchmark;
