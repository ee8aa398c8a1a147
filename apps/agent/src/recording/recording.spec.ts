import { join } from "node:path";
import { createClient } from "@udt/client";
import { LIMITS } from "@udt/contract";
import type { Device, LogEntry } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { beforeEach, expect, test, vi } from "vitest";
import { fragmentsOf } from "../../test/fragments.ts";
import type { GrowingShelf, ShelvedFile } from "../../test/growing-shelf.ts";
import { keepPhones, makeFolder, makeServer, onEnd } from "../../test/harness.ts";
import type { ContractServer } from "../../test/contract-server.ts";
import { AndroidProvider } from "../drivers/android/android-provider.ts";
import { fileCredentialStore } from "../drivers/android/credential-store.ts";
import { ScreenKeeper } from "../screen/screen-keeper.ts";
import { LogRecorder } from "./log.ts";
import { RecordingSpool, type RecordingSpec, ServerClock, startRecording, TextRecorder, type Upload } from "./index.ts";

const AHEAD_MS = 3_600_000;
const GAME = "dev.udt.game";
const soon = () => AbortSignal.timeout(20_000);

vi.setConfig({ testTimeout: 90_000 });
/** Encoder, phone and agent share the machine with whatever else runs: some seconds of a recording can take many. */
const eventually = <T>(fact: () => T | Promise<T>): Promise<T> => vi.waitFor(fact, { timeout: 60_000, interval: 50 });

let server: ContractServer;
let shelf: GrowingShelf;
let upload: Upload;

beforeEach(async () => {
  server = await makeServer();
  shelf = server.growing;
  const clock = new ServerClock();
  clock.set(Date.now() + AHEAD_MS);
  const client = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Bearer ${server.token}` }) });
  const log = () => undefined;
  const spool = new RecordingSpool({ folder: join(await makeFolder(), "recordings"), max_bytes: 2 ** 26, log });
  onEnd(() => spool.close());
  upload = { client, test_id: "test-1", device_id: "device-1", lease_token: 1, clock, spool, log };
});

async function openScreen(change: (device: Device) => Device = (device) => device) {
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const { port, phone } = host.phones[0]!;
  const provider = new AndroidProvider({
    adb_server: null,
    direct: [{ host: "127.0.0.1", port }],
    credentialStore: fileCredentialStore(join(await makeFolder(), "key")),
    serverFile: { get: async () => ({ ok: false, error: "none" }) },
    log: () => undefined,
  });
  onEnd(() => provider.dispose());
  await eventually(() => expect(provider.list()).toHaveLength(1));
  const device = change(provider.list()[0]!);
  const screen = new ScreenKeeper(device, () => undefined);
  onEnd(() => screen.dispose());
  await screen.start();
  return { device, screen, phone };
}

const all: RecordingSpec = { video: true, video_minutes: 10, log: true, performance: true, package_name: GAME };
const find = (kind: string): ShelvedFile | undefined => shelf.files.find((file) => file.kind === kind);
const textOf = (kind: string): string => Buffer.concat(find(kind)?.pieces.map(({ bytes }) => bytes) ?? []).toString();

type Sample = Record<string, number> & { net_of: string | null };
/** Lines that have come whole. */
const sampled = (): Sample[] =>
  textOf("performance")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Sample);

test("video, log and performance go to the server while they come, by the server's clock", async () => {
  const { device, screen, phone } = await openScreen();
  const recording = startRecording({ device, screen }, all, upload);
  phone.screen.start(GAME);
  await eventually(() => {
    expect(find("video")!.duration_ms).toBeGreaterThan(2_500);
    expect(fragmentsOf(find("video")!).length).toBeGreaterThan(3);
    expect(sampled().some(({ net_of, net_out }) => net_of === "app" && net_out! > 0)).toBe(true);
    expect(textOf("log")).toContain(GAME);
  });
  expect(find("video")!.ended).toBe(false);
  const stopped_at = upload.clock.now();
  await recording.stop();
  await recording.stop();
  expect(shelf.files.map(({ kind, ended }) => [kind, ended]).toSorted()).toEqual([
    ["log", true],
    ["performance", true],
    ["video", true],
  ]);

  const video = find("video")!;
  // The head alone, then fragments; one that begins with a key frame begins a piece.
  expect(video.pieces[0]!.bytes.toString("latin1", 4, 8)).toBe("ftyp");
  expect(video.pieces[1]!.is_start).toBe(true);
  expect(Math.abs(video.started_at + video.duration_ms - stopped_at)).toBeLessThan(1_000);
  let end = 0;
  for (const { start_ms, durations_ms, sizes, data } of fragmentsOf(video)) {
    expect(start_ms).toBeGreaterThanOrEqual(end - 1);
    end = start_ms + durations_ms.reduce((sum, one) => sum + one, 0);
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(data.length);
    // Each sample is NAL units behind their lengths, whole.
    for (let at = 0; at < data.length; at += 4 + data.readUInt32BE(at))
      expect(data.readUInt32BE(at)).toBeGreaterThan(0);
  }
  expect(end).toBeLessThanOrEqual(video.duration_ms + 1);

  const samples = sampled();
  for (const sample of samples) {
    expect(Object.keys(sample)).toEqual(
      expect.arrayContaining(["timestamp", "cpu_app", "cpu_total", "fps", "mem_pss", "net_in", "net_out"]),
    );
    expect(Math.abs(sample["timestamp"]! - stopped_at)).toBeLessThan(60_000);
  }
  expect(samples.some(({ fps }) => fps! > 0)).toBe(true);
  expect(samples.every(({ is_simulated }) => is_simulated)).toBe(true);
  // The phone is reached by network, and the video goes over it: none of that is the app's.
  const own = samples.filter(({ net_of }) => net_of === "app");
  const seconds = samples.length + 1;
  expect(Math.max(...own.map(({ net_out }) => net_out!))).toBeLessThan(5);
  expect(phone.system.usage.traffic.adb().sent / 1024 / seconds).toBeGreaterThan(20);
  for (const line of textOf("log").trimEnd().split("\n")) {
    const [, seconds] = /^(\d+\.\d{3}) \d+ \d+ [VDIWEF] [^:]+: /.exec(line)!;
    expect(Math.abs(Number(seconds) * 1000 - stopped_at)).toBeLessThan(60_000);
  }
});

test("a screen that stands still grows in time, not in pictures", async () => {
  const { device, screen } = await openScreen();
  const recording = startRecording({ device, screen }, { ...all, log: false, performance: false }, upload);
  // The picture settles after a change; then nothing comes any more.
  let size = -1;
  await eventually(() => {
    const video = find("video")!;
    const before = size;
    size = video.pieces.length;
    expect(video.duration_ms).toBeGreaterThan(1_000);
    expect(size).toBe(before);
  });
  const { duration_ms } = find("video")!;
  await eventually(() => expect(find("video")!.duration_ms).toBeGreaterThan(duration_ms + 1_500));
  await recording.stop();
  expect(shelf.files.map(({ kind }) => kind)).toEqual(["video"]);
});

test("a turned screen goes on in the same video, with a key frame that says so", async () => {
  const { device, screen } = await openScreen();
  const recording = startRecording({ device, screen }, { ...all, log: false, performance: false }, upload);
  await eventually(() => expect(find("video")!.pieces.length).toBeGreaterThan(1));
  await screen.input!.sink.rotate();
  await eventually(() => expect(find("video")!.pieces.filter(({ is_start }) => is_start)).toHaveLength(2));
  await recording.stop();
  const turned = fragmentsOf(find("video")!).filter(({ data }) => (data[4]! & 0x1f) === 7);
  // Both key frames bring their own parameter sets, and those differ.
  expect(turned).toHaveLength(2);
  const sets = turned.map(({ data }) => data.toString("hex", 4, 4 + data.readUInt32BE(0)));
  expect(sets[0]).not.toBe(sets[1]);
});

test("a server that is away is given everything when it is back", async () => {
  const { device, screen, phone } = await openScreen();
  shelf.failing = 503;
  const recording = startRecording({ device, screen }, all, upload);
  phone.screen.start(GAME);
  await eventually(() => expect(phone.system.usage.frames(GAME)).toBeGreaterThan(10));
  phone.system.log.write("I", "spec", "while it was away");
  expect(shelf.files).toEqual([]);
  shelf.failing = undefined;
  await eventually(() => expect(find("video")!.pieces.length).toBeGreaterThan(1));
  await recording.stop();
  expect(textOf("log")).toContain("spec: while it was away");
  expect(fragmentsOf(find("video")!)[0]!.start_ms).toBeLessThan(1_000);
});

test("at the bound pictures are left out up to the next key frame, and the video says so", async () => {
  const { device, screen, phone } = await openScreen();
  const left: string[] = [];
  const log = (_level: string, message: string) => void left.push(message);
  const spool = new RecordingSpool({ folder: join(await makeFolder(), "recordings"), max_bytes: 300_000, log });
  onEnd(() => spool.close());
  shelf.failing = 503;
  const recording = startRecording(
    { device, screen },
    { ...all, log: false, performance: false },
    { ...upload, spool, log },
  );
  phone.screen.start(GAME);
  await eventually(() => expect(left).toContain("a part of a recording is left out"));
  const frames = phone.system.usage.frames(GAME);
  await eventually(() => expect(phone.system.usage.frames(GAME)).toBeGreaterThan(frames + 90));
  shelf.failing = undefined;
  const starts = () => find("video")?.pieces.filter(({ is_start }) => is_start).length ?? 0;
  await eventually(() => expect(starts()).toBeGreaterThan(1));
  await recording.stop();
  expect(find("video")!.state).toBe("truncated");
  const fragments = fragmentsOf(find("video")!);
  const ends = fragments.map(({ start_ms, durations_ms }) => durations_ms.reduce((sum, one) => sum + one, start_ms));
  const afterGap = fragments.filter(({ start_ms }, index) => index > 0 && start_ms - ends[index - 1]! > 1_000);
  expect(afterGap.length).toBeGreaterThan(0);
  // What cannot be decoded without what was left out is left out, too.
  for (const { data } of afterGap) expect(data[4]! & 0x1f).toBe(7);
});

test("a device with still pictures only has no video, and the log says so", async () => {
  const { device, screen } = await openScreen((device) => {
    const capture = device.capabilities.screen!.capture;
    const open = () => Promise.reject(new Error("no encoder"));
    const capabilities = { ...device.capabilities, screen: { capture, open } };
    return Object.assign(Object.create(device) as Device, { capabilities });
  });
  const recording = startRecording({ device, screen }, { ...all, performance: false }, upload);
  await eventually(() => expect(find("log")!.pieces.length).toBeGreaterThan(0));
  await recording.stop();
  expect(find("video")).toBeUndefined();
  expect(textOf("log")).toContain("no video: the device shows still pictures only");
  expect(textOf("log")).toContain("没有视频");
});

test("a log says in every language how many of its lines were left out", async () => {
  const message = "x".repeat(LIMITS.resource_max_bytes);
  const entry: LogEntry = { time: 0, level: "I", tag: "app", pid: 1, tid: 1, message };
  const follow = async function* () {
    yield [entry];
  };
  const log = new LogRecorder({ follow, clear: async () => undefined, clock: async () => 0 }, upload);
  await log.end(soon());
  expect(textOf("log")).toMatch(/: 省略了 1 行 \/ lines that were left out: 1 \/ 1 行を省略しました\n$/);
  expect(find("log")!.state).toBe("truncated");
});

test("text is bounded, and what is left out is counted", async () => {
  const text = new TextRecorder(upload, { name: "x", kind: "script_log", content_type: "text/plain", maxBytes: 10 });
  text.write("12345\n");
  text.write("6789");
  expect(text.leftOut).toBe(1);
  text.write("a\nb\nc\n");
  expect(text.leftOut).toBe(4);
  await text.end(soon());
  expect(textOf("script_log")).toBe("12345\n");
  expect(find("script_log")!.state).toBe("truncated");
});

test("what the server refuses for good is given up at once", async () => {
  shelf.refusing = "agent_stale_lease";
  const text = new TextRecorder(upload, { name: "x", kind: "script_log", content_type: "text/plain" });
  text.write("lost\n");
  await text.end(new AbortController().signal);
  expect(text.isFull).toBe(true);
});
