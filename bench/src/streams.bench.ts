import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { socketUrl, type Client } from "@udt/client";
import { ENDPOINTS, SOCKETS, type Device } from "@udt/contract";
import { until, type Udt } from "@udt/testkit";
import { openDriver } from "./lib/driver.ts";
import { HelperProcess } from "./lib/helper-process.ts";
import { cpuPercent, cpuSeconds, rssMb } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { round } from "./lib/stats.ts";
import { endSession, PROJECT, startMeasuredUdt, startSession } from "./lib/udt.ts";
import { frameOf, FRAMES_PER_SECOND, packFrames } from "./streams/frames.ts";
import type { FromPipe, FromSource, FromViewers, ToSource, ToViewers } from "./streams/messages.ts";

const COUNTS = [1, 10, 30];
const PLAY_SECONDS = 15;
const RECORD_SECONDS = 5;
const GAME = "dev.udt.game";
const BUDGET_PERCENT = 3;

type Source = HelperProcess<ToSource, FromSource>;
type Viewers = HelperProcess<ToViewers, FromViewers>;

interface Measured {
  cpu_percent: number;
  rss_mb: number;
  /** Of all frames sent to all viewers. */
  delivered_percent: number;
  fps: number;
  p95_ms: number;
  megabits: number;
}

/** The game's own video, from the virtual phone's encoder: the first config, then a key frame and what follows. */
async function record(address: string): Promise<Buffer[]> {
  const { device, dispose } = await openDriver(address);
  const signal = AbortSignal.timeout(60_000);
  const frames: Buffer[] = [];
  try {
    await device.capabilities.apps!.start(GAME, signal);
    const source = await device.capabilities.screen!.open(
      { baseline: false },
      (event) => void (event.type === "packet" && event.kind !== "config" && frames.push(frameOf(event))),
      signal,
    );
    await until("recorded frames", () => frames.length >= RECORD_SECONDS * FRAMES_PER_SECOND || undefined);
    await source.dispose();
    return frames;
  } finally {
    await dispose();
  }
}

/** Plays to viewers that are all open, while `pid` stands in the middle. */
async function measure(pid: number, count: number, source: Source, viewers: Viewers): Promise<Measured> {
  await viewers.ask("reset_done", { type: "reset" });
  const cpuBefore = cpuSeconds(pid);
  const played = await source.ask("played", { type: "play", seconds: PLAY_SECONDS });
  const cpu = cpuSeconds(pid) - cpuBefore;
  // The last frames are on their way; what has not come when the counts stand still is lost.
  let last = -1;
  const counted = await until("the last frames", async () => {
    const answer = await viewers.ask("counted", { type: "count" });
    const total = answer.frames.reduce((sum, frames) => sum + frames, 0);
    const still = total === last || total === played.frames * count;
    last = total;
    return still ? answer : undefined;
  });
  return {
    cpu_percent: (cpu / played.seconds) * 100,
    rss_mb: rssMb(pid),
    delivered_percent: (last / (played.frames * count)) * 100,
    fps: Math.min(...counted.frames) / played.seconds,
    p95_ms: counted.p95_ms,
    megabits: (played.bytes * 8) / played.seconds / 1e6,
  };
}

async function measureServer(
  udt: Udt,
  client: Client,
  devices: readonly Device[],
  source: Source,
  viewers: Viewers,
): Promise<Measured> {
  const tests: { test_id: string; device_id: string }[] = [];
  for (const { device_id } of devices) tests.push({ test_id: await startSession(client, device_id), device_id });
  const urls = tests.map((test) => socketUrl(udt.url, SOCKETS.stream, { ...test, stream: "screen" }, PROJECT));
  await viewers.ask("opened", { type: "open", urls, cookie: await sessionCookie(udt) });
  // A stream is whole when the server counts a viewer for it.
  for (const { test_id } of tests)
    await until(`viewer of ${test_id}`, async () => {
      const test = await client.call(ENDPOINTS.testGet, { params: { test_id }, query: PROJECT });
      return test.viewers.length > 0 || undefined;
    });
  const measured = await measure(udt.server.pid, devices.length, source, viewers);
  viewers.tell({ type: "hang_up" });
  for (const { test_id, device_id } of tests) await endSession(client, test_id, device_id);
  return measured;
}

async function measureFloor(count: number, frames_file: string): Promise<Measured> {
  const pipe = new HelperProcess<never, FromPipe>(new URL("streams/pipe.ts", import.meta.url));
  const source: Source = new HelperProcess(new URL("streams/source.ts", import.meta.url));
  const viewers: Viewers = new HelperProcess(new URL("streams/viewers.ts", import.meta.url));
  try {
    const url = `ws://127.0.0.1:${(await pipe.ask("listening")).port}`;
    const urls = Array.from({ length: count }, (_, index) => `${url}/viewer/${index}`);
    await viewers.ask("opened", { type: "open", urls, cookie: "" });
    await source.ask("ready", { type: "pipe", url, count, frames_file });
    return await measure(pipe.pid, count, source, viewers);
  } finally {
    await Promise.all([source.stop(), viewers.stop(), pipe.stop()]);
  }
}

function rowsOf(count: number, value: Measured, floor: Measured): Row[] {
  const of = `${count} stream${count > 1 ? "s" : ""}`;
  return [
    {
      what: `server CPU, ${of}`,
      unit: "%",
      value: value.cpu_percent,
      floor: floor.cpu_percent,
      ...(count === 1 && { budget: BUDGET_PERCENT }),
    },
    { what: `frames delivered, ${of}`, unit: "%", value: value.delivered_percent, at_least: 100 },
    { what: `frames per second of the slowest viewer, ${of}`, unit: "fps", value: value.fps, floor: floor.fps },
    { what: `age on arrival p95, ${of}`, unit: "ms", value: value.p95_ms, floor: floor.p95_ms },
    { what: `server memory, ${of}`, unit: "MB", value: value.rss_mb, floor: floor.rss_mb },
  ];
}

export default {
  title: "recorded 720 × 1600 video at 60 frames/s through the server; floor: two raw sockets piped",
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-"));
    const frames_file = join(folder, "frames.bin");
    const rows: Row[] = [];
    const notes: string[] = [];
    const udt = await startMeasuredUdt(1);
    const source: Source = new HelperProcess(new URL("streams/source.ts", import.meta.url));
    const viewers: Viewers = new HelperProcess(new URL("streams/viewers.ts", import.meta.url));
    try {
      writeFileSync(frames_file, packFrames(await record(udt.phoneAddresses[0]!)));
      const client = await udt.signIn();
      const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: "bench" } });
      const device_count = Math.max(...COUNTS);
      await source.ask("ready", { type: "agent", server_url: udt.url, token, device_count, frames_file });
      const { list } = await client.call(ENDPOINTS.deviceList, {
        query: { ...PROJECT, keyword: "bench-", page_size: 100 },
      });
      const [idle] = await cpuPercent([udt.server.pid], 10);
      notes.push(`the server with nobody watching uses ${round(idle!, 2)} % of a core`);
      for (const count of COUNTS) {
        const value = await measureServer(udt, client, list.slice(0, count), source, viewers);
        const floor = await measureFloor(count, frames_file);
        rows.push(...rowsOf(count, value, floor));
        notes.push(`${count} × ${round(value.megabits)} Mbit/s at ${FRAMES_PER_SECOND} frames/s`);
      }
      return { rows, notes };
    } finally {
      await Promise.all([source.stop(), viewers.stop()]);
      await udt.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
