import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, type Resource } from "@udt/contract";
import { startUdt, until, type Udt } from "@udt/testkit";
import { readFragments } from "@udt/video/mp4";

const query = { project: "demo" };
const GAME = "dev.udt.game";

let udt: Udt;
let client: Client;
let params: { test_id: string; device_id: string };

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
});
afterAll(() => udt?.stop());

/** A monkey that pokes a game that never stands still. */
beforeEach(async () => {
  client = await udt.signIn();
  const [device] = await udt.idleDevices(1);
  const { device_id } = device!;
  const config = {
    app_id: null,
    library_id: null,
    framework: "monkey" as const,
    monkey: { minutes: 10, seed: 1, throttle_ms: 200, events: null, packages: [GAME] },
    devices: { kind: "devices" as const, device_ids: [device_id] },
    video: true,
    log: true,
    performance: true,
  };
  const { job_id } = await client.call(ENDPOINTS.jobCreate, {
    query,
    body: { name: `recorded ${Date.now()}`, config },
  });
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
  params = { test_id, device_id };
  const call = { params: { test_id }, query };
  const isRunning = async () => (await client.call(ENDPOINTS.runGet, call)).totals.executing > 0 || undefined;
  await until("the case to run", isRunning, 60_000);
  await until("a video", async () => ((await find("video"))?.duration_ms ?? 0) > 1_000 || undefined, 60_000);
}, 240_000);

async function find(kind: Resource["kind"]): Promise<Resource | undefined> {
  const { resource_list } = await client.call(ENDPOINTS.resourceList, { params, query });
  return resource_list.find((resource) => resource.kind === kind);
}
const ended = (kind: Resource["kind"]) =>
  until(
    `the end of the ${kind}`,
    async () => {
      const file = await find(kind);
      return file?.state !== "growing" && !spooled().includes(file!.resource_id) ? file : undefined;
    },
    90_000,
  );
const read = async ({ resource_id }: Resource): Promise<Buffer> => {
  const response = await client.raw(ENDPOINTS.resourceGet, { params: { ...params, resource_id }, query });
  return Buffer.from(await response.arrayBuffer());
};

const folder = () => join(udt.dataDir, "agent", "recordings");
const spooled = (): string[] => readdirSync(folder());
const waiting = (): number =>
  readdirSync(folder(), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".part"))
    .reduce((sum, name) => sum + (statSync(join(folder(), name), { throwIfNoEntry: false })?.size ?? 0), 0);
/** Several seconds of a moving screen. */
const untilWaiting = () => until("pictures on disk", async () => waiting() > 1_000_000 || undefined, 60_000);

/** The fragments of a video: number, beginning and end in milliseconds. */
const fragmentsOf = (video: Buffer) =>
  readFragments(video).map(({ sequence, start_ms, durations_ms }) => ({
    sequence,
    from: start_ms,
    to: durations_ms.reduce((sum, one) => sum + one, start_ms),
  }));
const expectWhole = (fragments: ReturnType<typeof fragmentsOf>) => {
  expect(fragments.map(({ sequence }) => sequence)).toEqual(fragments.map((_, index) => index + 1));
  for (const [index, { from }] of fragments.entries())
    expect(from).toBeGreaterThanOrEqual((fragments[index - 1]?.to ?? 0) - 1);
};

it("a server that is killed leaves no hole in the video", { timeout: 240_000 }, async () => {
  await udt.server.kill("SIGKILL");
  const killed_at = Date.now();
  await untilWaiting();
  const back_at = Date.now();
  await udt.restart("server");
  client = await udt.signIn();
  await until("an empty spool", async () => waiting() === 0 || undefined, 60_000);
  await client.call(ENDPOINTS.testCancel, { params, query });
  const video = await ended("video");
  expect(video.state).toBe("complete");
  const fragments = fragmentsOf(await read(video));
  expectWhole(fragments);
  const away = fragments.filter(
    ({ from, to }) => video.started_at! + from > killed_at && video.started_at! + to < back_at,
  );
  expect(away.length).toBeGreaterThan(2);
  for (const kind of ["log", "performance", "script_log"] as const) expect((await ended(kind)).state).toBe("complete");
  expect(spooled()).toEqual([]);
});

it("an agent that is killed with the server loses less than a second", { timeout: 240_000 }, async () => {
  await udt.server.kill("SIGKILL");
  await untilWaiting();
  const killed_at = Date.now();
  await udt.agent.kill("SIGKILL");
  expect(spooled()).not.toEqual([]);
  await udt.restart("server");
  client = await udt.signIn();
  // The lease is over before the agent comes: what it has comes late.
  await until(
    "the lease's end",
    async () => {
      const test = await client.call(ENDPOINTS.testGet, { params, query });
      return test.devices[0]!.state === "done" ? true : undefined;
    },
    90_000,
  );
  const before = (await find("video"))!;
  await udt.restart("agent");
  const video = await ended("video");
  expect(video.state).toBe("broken");
  expect(video.size_bytes).toBeGreaterThan(before.size_bytes + 900_000);
  const fragments = fragmentsOf(await read(video));
  expectWhole(fragments);
  const end = video.started_at! + fragments.at(-1)!.to;
  expect(killed_at - end).toBeLessThan(1_000);
  expect(end).toBeLessThanOrEqual(killed_at + 200);
  await until("an empty spool", async () => spooled().length === 0 || undefined);
});
