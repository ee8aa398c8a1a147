import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS, type Resource, type ResourceKind } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { enter } from "./console-pages.ts";

const project = "demo";
const GAME = "dev.udt.game";
const hasFfprobe = ["/usr/bin/ffprobe", "/usr/local/bin/ffprobe"].some((path) => existsSync(path));

let udt: Udt;
let browser: BrowserContext;
let page: Page;
let client: Client;
let at: { test_id: string; device_id: string };
const folder = mkdtempSync(join(tmpdir(), "udt-recording-"));

const find = async (kind: ResourceKind): Promise<Resource | undefined> => {
  const { resource_list } = await client.call(ENDPOINTS.resourceList, { params: at, query: { project, kind } });
  return resource_list[0];
};
const bytesOf = async ({ resource_id }: Resource): Promise<Buffer> => {
  const answer = await client.raw(ENDPOINTS.resourceGet, { params: { ...at, resource_id }, query: { project } });
  return Buffer.from(await answer.arrayBuffer());
};
const linesOf = async (kind: ResourceKind): Promise<string[]> => {
  const found = await find(kind);
  return found ? (await bytesOf(found)).toString().split("\n").filter(Boolean) : [];
};

/**
 * What Chromium makes of a video: how long it is, and where its picture is after jumps and at its end. In a page of its own, for
 * one that has played it keeps the beginning that it had then, and with it how long it was.
 */
const play = async ({ url }: Resource) => {
  await page.reload();
  return page.evaluate(async (src) => {
    const video = document.createElement("video");
    video.muted = true;
    document.body.append(video);
    const heard = (name: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(name, () => resolve(), { once: true });
        video.addEventListener("error", () => reject(new Error(video.error?.message)), { once: true });
      });
    const loaded = heard("loadeddata");
    video.src = src;
    await loaded;
    const { duration, videoWidth, videoHeight } = video;
    const jumps: number[] = [];
    for (const to of [duration * 0.8, duration * 0.2, duration - 1]) {
      const seeked = heard("seeked");
      video.currentTime = to;
      await seeked;
      jumps.push(Math.abs(video.currentTime - to));
    }
    const ended = heard("ended");
    video.playbackRate = 4;
    await video.play();
    await ended;
    const end = video.currentTime;
    video.remove();
    return { duration, videoWidth, videoHeight, jumps, end };
  }, url);
};

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  await page.goto(udt.url);
  const [device] = await udt.idleDevices(1);
  const { device_id } = device!;
  const job = await client.call(ENDPOINTS.jobCreate, {
    query: { project },
    body: {
      name: "recorded",
      config: {
        app_id: null,
        library_id: null,
        framework: "monkey",
        monkey: { minutes: 5, seed: 1, throttle_ms: 50, events: null, packages: [GAME] },
        devices: { kind: "devices", device_ids: [device_id] },
      },
    },
  });
  const params = { job_id: job.job_id };
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params, query: { project }, body: {} });
  at = { test_id, device_id };
  await until("its device", async () => {
    const { devices } = await client.call(ENDPOINTS.testGet, { params: { test_id }, query: { project } });
    return devices.length > 0 ? true : undefined;
  });
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("a run whose agent is killed", { timeout: 180_000 }, () => {
  it("leaves video, log and performance up to that moment, and they survive the server too", async () => {
    await until(
      "some seconds of everything",
      async () => {
        const video = await find("video");
        const samples = await linesOf("performance");
        const log = await linesOf("log");
        return video && video.duration_ms! > 6_000 && samples.length > 2 && log.length > 0 ? true : undefined;
      },
      120_000,
    );
    // While it grows it is played as far as it was when it was opened.
    const growing = (await find("video"))!;
    const meanwhile = await play(growing);
    expect(meanwhile.duration).toBeGreaterThan(growing.duration_ms! / 1000 - 0.1);
    expect(Math.max(...meanwhile.jumps)).toBeLessThan(0.1);
    expect((await find("video"))!.size_bytes).toBeGreaterThan(growing.size_bytes);

    const killed_at = Date.now();
    await udt.agent.kill("SIGKILL");
    // The server may still be busy with what came last.
    await until("a video that grows no more", async () => {
      const before = await find("video");
      const { duration } = await play(before!);
      const after = await find("video");
      return (
        (Math.abs(duration - after!.duration_ms! / 1000) < 0.1 && after!.size_bytes === before!.size_bytes) || undefined
      );
    });
    const video = (await find("video"))!;
    const seconds = (killed_at - video.started_at!) / 1000;
    expect(video.duration_ms! / 1000).toBeGreaterThan(seconds - 1);
    expect(video.duration_ms! / 1000).toBeLessThan(seconds + 1);

    const played = await play(video);
    expect(Math.abs(played.duration - video.duration_ms! / 1000)).toBeLessThan(0.1);
    expect(Math.abs(played.end - played.duration)).toBeLessThan(0.1);
    expect(Math.max(...played.jumps)).toBeLessThan(0.1);
    expect(played.videoWidth / played.videoHeight).toBeCloseTo(720 / 1600, 1);
    probe(await bytesOf(video), played.duration);

    const samples = (await linesOf("performance")).map((line) => JSON.parse(line) as Record<string, number | null>);
    for (const { timestamp } of samples) {
      expect(timestamp!).toBeGreaterThan(video.started_at! - 2_000);
      expect(timestamp!).toBeLessThan(killed_at + 1_000);
    }
    expect(samples.some(({ cpu_total }) => cpu_total! > 0)).toBe(true);
    for (const line of await linesOf("log")) expect(line).toMatch(/^\d{10}\.\d{3} \d+ \d+ [VDIWEF] /);

    await udt.server.kill("SIGKILL");
    await udt.restart("server");
    client = await udt.signIn();
    await udt.restart("agent");
    await until(
      "the end of the test",
      async () => ((await find("video"))?.state === "broken" ? true : undefined),
      60_000,
    );
    const after = (await find("video"))!;
    // Back again, the agent brings what it had on its disk and had not sent.
    expect(after.duration_ms).toBeGreaterThanOrEqual(video.duration_ms!);
    expect(after.duration_ms! / 1000).toBeLessThan(seconds + 1);
    probe(await bytesOf(after), after.duration_ms! / 1000);
  });
});

/** FFmpeg reads every picture of it without a complaint, and says how long it is. */
function probe(bytes: Buffer, duration: number): void {
  if (!hasFfprobe) return;
  const file = join(folder, "video.mp4");
  writeFileSync(file, bytes);
  const words = [
    "-v",
    "error",
    "-count_frames",
    "-show_entries",
    "stream=nb_read_frames:format=duration",
    "-of",
    "json",
  ];
  const told = JSON.parse(
    execFileSync("ffprobe", [...words, file], { stdio: ["ignore", "pipe", "pipe"] }).toString(),
  ) as {
    streams: { nb_read_frames: string }[];
    format: { duration: string };
  };
  expect(Math.abs(Number(told.format.duration) - duration)).toBeLessThan(0.1);
  expect(Number(told.streams[0]!.nb_read_frames)).toBeGreaterThan(10);
}
