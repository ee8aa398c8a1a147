import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { recordingToBrowser } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { annexB, NAL_TYPE, nalType } from "@udt/video/h264";
import { readSps } from "@udt/video/sps";
import { expect, test, vi } from "vitest";
import type { ContractServer, StreamTap } from "../../test/contract-server.ts";
import { fragmentsOf } from "../../test/fragments.ts";
import type { ShelvedFile } from "../../test/growing-shelf.ts";
import {
  eventually,
  keepPhones,
  makeFolder,
  makeReady,
  makeServer,
  openStream,
  spawnAgent,
  startSession,
} from "../../test/harness.ts";
import { pickNode } from "../../test/ui-dump.ts";

vi.setConfig({ testTimeout: 90_000 });
const onePhone = () => startPhones({ count: 1, basePort: 0 });
const state = (tap: StreamTap) => tap.texts.map((text) => recordingToBrowser.parse(text)).at(-1);
const textOf = (file: ShelvedFile): string => Buffer.concat(file.pieces.map(({ bytes }) => bytes)).toString();
const linesOf = (file: ShelvedFile) =>
  textOf(file)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function ready() {
  const made = await makeReady(onePhone());
  const lease = await startSession(made.server, made.device);
  const open = (watching = false) => openStream(made.server, lease, "recording", "any", watching);
  return { ...made, lease, open, find: finder(made.server) };
}
const finder = (server: ContractServer) => (name: string) => {
  const found = server.growing.files.find((file) => file.name === name);
  expect(found, name).toBeDefined();
  return found!;
};

/** The sizes of the pictures that a video's parameter sets tell, one after the other. */
function shapesOf(file: ShelvedFile): string[] {
  const shapes: string[] = [];
  for (const { data } of fragmentsOf(file)) {
    for (let at = 0; at < data.length; at += 4 + data.readUInt32BE(at)) {
      const unit = data.subarray(at + 4, at + 4 + data.readUInt32BE(at));
      const sps = nalType(unit) === NAL_TYPE.sps ? readSps(annexB([unit])) : undefined;
      const shape = sps && `${sps.width}x${sps.height}`;
      if (shape && shape !== shapes.at(-1)) shapes.push(shape);
    }
  }
  return shapes;
}

/** Its fragments follow one another, none begins before the last ended, and all are there. */
function expectWhole(file: ShelvedFile): void {
  const fragments = fragmentsOf(file);
  expect(fragments.map(({ sequence }) => sequence)).toEqual(fragments.map((_, index) => index + 1));
  let end = 0;
  for (const { start_ms, durations_ms } of fragments) {
    expect(start_ms).toBeGreaterThanOrEqual(end - 1);
    end = start_ms + durations_ms.reduce((sum, one) => sum + one, 0);
  }
  expect(end).toBeLessThanOrEqual(file.duration_ms + 1);
}

test("a recording has both sides of a turn, and what was given and logged meanwhile", async () => {
  const { open, server, lease, find, first } = await ready();
  const [holder, watcher] = [await open(), await open(true)];
  await watcher.until(() => state(watcher)?.kept_since ?? undefined);
  const input = await openStream(server, lease, "input");
  await input.until((tap) => tap.texts.length > 0);
  holder.json({ type: "record" });
  holder.json({ type: "record" });
  await watcher.until(() => state(watcher)?.recording ?? undefined);
  expect(state(watcher)!.recording).toMatchObject({ name: "recorded-1.mp4" });
  first.phone.screen.start("dev.udt.game");
  const touch = { type: "touch", pointer_id: 0, x: 360, y: 400, width: 720, height: 1600 };
  input.json({ ...touch, action: "down" });
  input.json({ ...touch, action: "up" });
  await eventually(() => expect(shapesOf(find("recorded-1.mp4"))).toHaveLength(1));
  input.json({ type: "rotate" });
  await eventually(() => expect(shapesOf(find("recorded-1.mp4"))).toHaveLength(2));
  await eventually(() => expect(textOf(find("recorded-1.log"))).toContain("dev.udt.game"));
  holder.json({ type: "record_end" });
  await watcher.until(() => state(watcher)?.recording === null);

  expect(server.growing.files.map(({ name, kind, state }) => [name, kind, state]).toSorted()).toEqual([
    ["recorded-1.input.jsonl", "input", "complete"],
    ["recorded-1.log", "log", "complete"],
    ["recorded-1.mp4", "video", "complete"],
  ]);
  const video = find("recorded-1.mp4");
  expectWhole(video);
  const [upright, turned] = shapesOf(video).map((shape) => shape.split("x").map(Number));
  expect(upright![1]).toBeGreaterThan(upright![0]!);
  expect(turned![0]).toBeGreaterThan(turned![1]!);
  const given = linesOf(find("recorded-1.input.jsonl"));
  expect(given).toMatchObject([
    { type: "touch", action: "down", x: 0.5, y: 0.25 },
    { type: "touch", action: "up" },
    { type: "rotate" },
  ]);
  for (const { timestamp } of given) expect(timestamp).toBeGreaterThanOrEqual(Math.floor(video.started_at) - 1_000);
});

test("the last seconds are kept though nobody looks, and saved with what belongs to them", async () => {
  const { open, find, server, lease, first } = await ready();
  const input = await openStream(server, lease, "input");
  await input.until((tap) => tap.texts.length > 0);
  input.json({ type: "key", action: "press", key: "GoHome" });
  const holder = await open();
  await holder.until(() => state(holder)?.kept_since ?? undefined);
  // The launcher does not turn.
  first.phone.screen.start("dev.udt.notes");
  await eventually(() => expect(pickNode(first.phone.screen.dump(), { "content-desc": "New note" })).toBeDefined());
  input.json({ type: "rotate" });
  const asked_at = Date.now();
  const newest = (kind: string) => server.growing.files.findLast((file) => file.kind === kind)!;
  // A turned picture is on its way, and the log is followed from some moment of the session's beginning on.
  await eventually(async () => {
    for (const app of ["dev.udt.game", "dev.udt.notes"]) first.phone.screen.start(app);
    await holder.until(() => state(holder)?.saving === null);
    const before = server.growing.files.length;
    holder.json({ type: "save_recent" });
    await eventually(() => expect(server.growing.files.length).toBe(before + 3));
    await eventually(() => expect(server.growing.files.every(({ ended }) => ended)).toBe(true));
    expect(shapesOf(newest("video"))).toHaveLength(2);
    expect(textOf(newest("log"))).toContain("dev.udt.game");
  });
  const video = newest("video");
  expect(video).toMatchObject({ name: expect.stringMatching(/^recent-\d+\.mp4$/), state: "complete" });
  expectWhole(video);
  expect(video.pieces[1]!.is_start).toBe(true);
  expect(video.started_at).toBeLessThan(asked_at);
  expect(video.started_at + video.duration_ms).toBeGreaterThan(asked_at);
  const stem = video.name.slice(0, -4);
  expect(linesOf(find(`${stem}.input.jsonl`)).at(-1)).toMatchObject({ type: "rotate" });
  expect(newest("log").name).toBe(`${stem}.log`);
});

test("who only watches sees what is recorded, and may not record", async () => {
  const { open, server } = await ready();
  for (const type of ["record", "record_end", "save_recent"]) {
    const watcher = await open(true);
    await watcher.until(() => state(watcher)?.has_video);
    watcher.json({ type });
    expect(await watcher.closed).toMatchObject({ code: 4403, reason: "not_driver" });
  }
  expect(server.growing.files).toEqual([]);
});

test("a recording goes on with nobody looking, and ends with the session, whole", async () => {
  const { open, server, lease, find } = await ready();
  const holder = await open();
  holder.json({ type: "record" });
  await holder.until(() => state(holder)?.recording ?? undefined);
  holder.socket.close();
  await eventually(() => expect(find("recorded-1.mp4").pieces.length).toBeGreaterThan(1));
  const again = await open();
  await again.until(() => state(again)?.recording?.name === "recorded-1.mp4");
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(server.growing.files.map(({ state }) => state)).toEqual(["complete", "complete", "complete"]);
  expectWhole(find("recorded-1.mp4"));
});

test("a recording of which the server takes no more ends, and says why, as what is saved does", async () => {
  const { open, server } = await ready();
  const holder = await open();
  await holder.until(() => state(holder)?.kept_since ?? undefined);
  holder.json({ type: "record" });
  await eventually(() => expect(server.growing.files.some(({ kind }) => kind === "video")).toBe(true));
  expect(state(holder)).toMatchObject({ recording: { name: "recorded-1.mp4" }, refused: null });
  server.growing.refusing = "resource_quota";
  await holder.until(() => state(holder)?.recording === null);
  expect(state(holder)!.refused).toEqual({ code: "resource_quota", args: {}, name: "recorded-1.mp4" });

  holder.json({ type: "save_recent" });
  await holder.until(() => state(holder)?.saving ?? undefined);
  expect(state(holder)!.refused).toBeNull();
  await holder.until(() => state(holder)?.saving === null);
  expect(state(holder)!.refused).toEqual({ code: "resource_quota", args: {}, name: "recent-2.mp4" });
  expect(state(holder)!.recording).toBeNull();
});

test("what was saved while the server is away comes after the session's end", async () => {
  const { open, server, lease, find } = await ready();
  const holder = await open();
  await holder.until(() => state(holder)?.kept_since ?? undefined);
  server.growing.failing = 503;
  holder.json({ type: "save_recent" });
  await holder.until(() => state(holder)?.saving?.percent === 0);
  // One that is asked for meanwhile is none.
  holder.json({ type: "save_recent" });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(server.growing.files).toEqual([]);
  server.growing.failing = undefined;
  await eventually(() => expect(server.growing.files.map(({ ended }) => ended)).toEqual([true, true, true]));
  expect(find("recent-1.mp4").state).toBe("complete");
  expectWhole(find("recent-1.mp4"));
});

test("an agent killed while it records leaves what plays up to that moment", async () => {
  const server = await makeServer();
  const host = await keepPhones(onePhone());
  const { port } = host.phones[0]!;
  const dataDir = await makeFolder();
  const first = spawnAgent(server, port, dataDir);
  const { device } = await server.until("device", ({ device }) => device.readiness === "ready");
  const lease = await startSession(server, device);
  const holder = await openStream(server, lease, "recording");
  await holder.until(() => state(holder)?.kept_since ?? undefined);
  server.growing.failing = 503;
  holder.json({ type: "record" });
  holder.json({ type: "save_recent" });
  await holder.until(() => state(holder)?.saving ?? undefined);
  const spooled = join(dataDir, "recordings");
  const parts = async () => (await readdir(spooled, { recursive: true })).filter((name) => name.endsWith(".part"));
  await eventually(async () => expect((await parts()).length).toBeGreaterThan(3));
  first.kill("SIGKILL");
  await once(first, "exit");
  server.growing.failing = undefined;
  const second = spawnAgent(server, port, dataDir);
  const find = finder(server);
  await eventually(() => {
    expect(find("recorded-1.mp4").state).toBe("broken");
    expect(find("recent-2.mp4").ended).toBe(true);
  });
  expectWhole(find("recorded-1.mp4"));
  expectWhole(find("recent-2.mp4"));
  second.kill("SIGKILL");
  await once(second, "exit");
});
