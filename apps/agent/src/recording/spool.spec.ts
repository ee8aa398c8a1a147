import { randomBytes } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@udt/client";
import { beforeEach, expect, test, vi } from "vitest";
import type { ContractServer } from "../../test/contract-server.ts";
import type { GrowingShelf } from "../../test/growing-shelf.ts";
import { eventually, makeFolder, makeServer, onEnd } from "../../test/harness.ts";
import { GrowingFile, type Upload } from "./growing-file.ts";
import { RecordingSpool, sendLeftovers, ServerClock, TextRecorder } from "./index.ts";

vi.setConfig({ testTimeout: 60_000 });
const MIB = 1024 ** 2;
const never = () => new AbortController().signal;

let server: ContractServer;
let shelf: GrowingShelf;
let folder: string;
let logged: string[];

beforeEach(async () => {
  server = await makeServer();
  shelf = server.growing;
  folder = join(await makeFolder(), "recordings");
  logged = [];
});

/** An agent's life: what it records goes to the server of this test and waits in the folder of this test. */
function live(max_bytes = 64 * MIB): Upload {
  const client = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Bearer ${server.token}` }) });
  const log = (_level: string, message: string) => void logged.push(message);
  const spool = new RecordingSpool({ folder, max_bytes, log });
  onEnd(() => spool.close());
  return { client, test_id: "test-1", device_id: "device-1", lease_token: 1, clock: new ServerClock(), spool, log };
}

const about = { name: "x", kind: "video", content_type: "application/octet-stream", started_at: 1_000 } as const;
const begin = (upload: Upload) => GrowingFile.begin(upload, { ...about, gatherMs: 0, spillMs: 20 });
const text = { name: "x", kind: "script_log", content_type: "text/plain" } as const;

const received = (): Buffer => Buffer.concat(shelf.files.flatMap(({ pieces }) => pieces.map(({ bytes }) => bytes)));
/** What waits on disk, file by file. */
async function parts(): Promise<{ path: string; size: number }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const paths = names.filter((name) => name.endsWith(".part")).map((name) => join(folder, name));
  return Promise.all(paths.toSorted().map(async (path) => ({ path, size: (await stat(path)).size })));
}
const sizeOnDisk = async () => (await parts()).reduce((sum, { size }) => sum + size, 0);
const nothingLeft = () => eventually(async () => expect(await readdir(folder)).toEqual([]));

/** Records this much, in pieces that a video might have, as fast as it is taken. */
async function record(file: GrowingFile, bytes: number): Promise<Buffer> {
  const all: Buffer[] = [];
  for (let at = 0; at < bytes; at += 128 * 1024) {
    await eventually(() => expect(file.isFull).toBe(false));
    const some = randomBytes(128 * 1024);
    file.append(some, at / 1024, all.length % 8 === 0);
    all.push(some);
  }
  return Buffer.concat(all);
}

test("what comes while the server is away is on disk, and goes whole and once when it is back", async () => {
  shelf.failing = 503;
  const file = begin(live());
  // Six times of what may wait in memory.
  const all = await record(file, 24 * MIB);
  await eventually(async () => expect(await sizeOnDisk()).toBeGreaterThan(24 * MIB));
  expect(shelf.files).toEqual([]);
  shelf.failing = undefined;
  await file.end(never());
  expect(received().equals(all)).toBe(true);
  expect(shelf.files).toMatchObject([{ ended: true, state: "complete" }]);
  expect(shelf.files[0]!.pieces.every(({ bytes }) => bytes.length <= 2 * MIB)).toBe(true);
  await nothingLeft();
});

test("what the server takes in time is never written", async () => {
  const file = GrowingFile.begin(live(), { ...about, gatherMs: 0, spillMs: 60_000 });
  const all = await record(file, 8 * MIB);
  await eventually(() => expect(received().length).toBe(all.length));
  expect(await parts()).toEqual([]);
  await file.end(never());
  await nothingLeft();
});

test("answers that are lost make no double, and no gap", async () => {
  const file = begin(live());
  await eventually(() => expect(shelf.files).toHaveLength(1));
  shelf.isDeaf = true;
  const all: Buffer[] = [];
  for (let round = 0; round < 4; round++) {
    shelf.failing = 503;
    const before = received().length;
    all.push(await record(file, 3 * MIB));
    // The server has it, and the agent has not heard so.
    await eventually(() => expect(received().length).toBeGreaterThan(before));
    shelf.failing = undefined;
    await eventually(() => expect(received().length).toBe(Buffer.concat(all).length));
  }
  await file.end(never());
  expect(received().equals(Buffer.concat(all))).toBe(true);
});

test("an agent that runs again goes on where the server stands", async () => {
  shelf.isDeaf = true;
  const first = live();
  const file = begin(first);
  const sent = await record(file, 3 * MIB);
  await eventually(() => expect(received().length).toBe(sent.length));
  shelf.failing = 503;
  const all = Buffer.concat([sent, await record(file, 3 * MIB)]);
  // Some of it is there, and is not known to be.
  await eventually(() => expect(received().length).toBeGreaterThan(sent.length));
  file.extend(77_000);
  await first.spool.close();
  shelf.failing = undefined;
  await sendLeftovers(live());
  await eventually(() => expect(shelf.files).toMatchObject([{ ended: true, state: "broken", duration_ms: 77_000 }]));
  expect(received().equals(all)).toBe(true);
  await nothingLeft();
});

test("a recording that had come to its end is complete, whoever sends the end of it", async () => {
  shelf.failing = 503;
  const first = live();
  const file = begin(first);
  const all = await record(file, MIB);
  await file.end(AbortSignal.abort());
  await first.spool.close();
  shelf.failing = undefined;
  await sendLeftovers(live());
  await eventually(() => expect(shelf.files).toMatchObject([{ ended: true, state: "complete" }]));
  expect(received().equals(all)).toBe(true);
});

test("what was cut off in mid-write is not sent", async () => {
  shelf.failing = 503;
  const first = live();
  const file = begin(first);
  const all = await record(file, MIB);
  await first.spool.close();
  const [last] = (await parts()).slice(-1);
  const whole = await readFile(last!.path);
  // The next one, of which the head came to disk and some of the bytes.
  const size = 25 + 128 * 1024;
  await appendFile(last!.path, whole.subarray(0, 5_000));
  shelf.failing = undefined;
  await sendLeftovers(live());
  await eventually(() => expect(shelf.files).toMatchObject([{ ended: true, state: "broken" }]));
  expect(received().equals(all)).toBe(true);
  await nothingLeft();

  // And one that was there and lost its end: what came before it stays.
  shelf.files.length = 0;
  shelf.failing = 503;
  const second = live();
  const again = await record(begin(second), MIB);
  await second.spool.close();
  const [cut] = (await parts()).slice(-1);
  await truncate(cut!.path, cut!.size - 10);
  shelf.failing = undefined;
  await sendLeftovers(live());
  await eventually(() => expect(shelf.files).toMatchObject([{ ended: true, state: "broken" }]));
  expect(received().equals(again.subarray(0, again.length - size + 25))).toBe(true);
  await nothingLeft();
});

test("at the bound the newest is left out, and the file says so", async () => {
  shelf.failing = 503;
  const log = new TextRecorder(live(MIB), text);
  const line = (number: number) => `${number} ${"x".repeat(10_000)}\n`;
  let written = 0;
  while (log.leftOut === 0) {
    log.write(line(written++));
    await eventually(async () => expect(await sizeOnDisk()).toBeLessThanOrEqual(MIB));
  }
  expect(logged.filter((message) => message === "a part of a recording is left out")).toHaveLength(1);
  // On disk as much as may be, and in memory no more than it is given.
  expect(written * line(0).length).toBeLessThan(3 * MIB);
  shelf.failing = undefined;
  const kept = Array.from({ length: written - 1 }, (_, number) => line(number)).join("");
  await eventually(() => expect(received().toString()).toBe(kept));
  // The server has all of it a moment before the recorder hears so.
  await eventually(() => {
    const { leftOut } = log;
    log.write("when there is room\n");
    expect(log.leftOut).toBe(leftOut);
  });
  await log.end(never());
  expect(received().toString()).toBe(`${kept}when there is room\n`);
  expect(shelf.files).toMatchObject([{ ended: true, state: "truncated" }]);
  await nothingLeft();
});

test("that something was left out is not forgotten when the agent is killed", async () => {
  shelf.failing = 503;
  const first = live();
  const file = begin(first);
  await record(file, MIB);
  file.markTruncated();
  await eventually(async () => expect((await readdir(folder, { recursive: true })).join()).toContain("truncated"));
  await first.spool.close();
  shelf.failing = undefined;
  await sendLeftovers(live());
  await eventually(() => expect(shelf.files).toMatchObject([{ ended: true, state: "truncated" }]));
});

test("a disk that takes nothing costs what memory cannot hold, and no more", async () => {
  // Where its folder would be is a file.
  await writeFile(folder, "");
  const file = begin(live());
  const all = await record(file, MIB);
  await file.end(never());
  expect(received().equals(all)).toBe(true);
  expect(logged).toContain("a recording cannot be kept on disk");
});

test("what the server refuses for good, and what is too old, is given up aloud and leaves nothing", async () => {
  shelf.failing = 503;
  const first = live();
  const files = [begin(first), begin(first)];
  for (const file of files) await record(file, MIB);
  await first.spool.close();
  const [old] = await readdir(folder);
  for (const name of await readdir(join(folder, old!))) {
    const weekAgo = Date.now() / 1000 - 8 * 24 * 3600;
    await utimes(join(folder, old!, name), weekAgo, weekAgo);
  }
  await mkdir(join(folder, "unreadable"));
  shelf.failing = undefined;
  shelf.refusing = "agent_stale_lease";
  await sendLeftovers(live());
  await nothingLeft();
  expect(logged.filter((message) => message === "a recording of an earlier life is given up")).toHaveLength(2);
  expect(logged.filter((message) => message === "no more of a recording can be sent")).toHaveLength(1);
  expect(shelf.files).toEqual([]);
});

test("a recording that is too large for the server ends there, and says so", async () => {
  const file = begin(live());
  const all = await record(file, MIB);
  await eventually(() => expect(received().length).toBe(all.length));
  shelf.refusing = "resource_quota";
  file.append(Buffer.from("too much"), 1_000);
  await eventually(() => expect(file.refused).toBeDefined());
  await file.end(never());
  expect(shelf.files).toMatchObject([{ ended: true, state: "truncated" }]);
  await nothingLeft();
});
