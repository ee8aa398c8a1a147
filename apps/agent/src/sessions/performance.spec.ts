import { performanceToBrowser } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import type { z } from "zod";
import type { StreamTap } from "../../test/contract-server.ts";
import { eventually, makeReady, openStream, startSession, type Lease } from "../../test/harness.ts";

vi.setConfig({ testTimeout: 60_000 });
const GAME = "dev.udt.game";
type Message = z.output<typeof performanceToBrowser>;

const told = (tap: StreamTap): Message[] => tap.texts.map((text) => performanceToBrowser.parse(text));
const samples = (tap: StreamTap) => told(tap).filter((one) => one.type === "sample");
const recording = (tap: StreamTap) => told(tap).findLast((one) => one.type === "recording")?.recording;

async function ready() {
  const made = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const lease = await startSession(made.server, made.device);
  const open = (watching = false, of: Lease = lease) => openStream(made.server, of, "performance", "any", watching);
  return { ...made, lease, open };
}

/** What the summary tells as private of other sorts, and as the system's: the same of each app of the phone. */
const OTHER_MB = (2_920 + 2_000) / 1024;

test("what an app spends comes once a second, and follows what it does", async () => {
  const { first, open } = await ready();
  const { screen } = first.phone;
  screen.start(GAME);
  const tap = await open();
  tap.json({ type: "watch", package_name: GAME });
  await tap.until(() => samples(tap).some((one) => one.mem_graphics! > 0 && one.cpu_app! > 0));
  const busy = samples(tap).find((one) => one.mem_graphics! > 0 && one.cpu_app! > 0)!;
  expect(busy).toMatchObject({ package_name: GAME, is_simulated: true });
  expect(busy.fps).toBeGreaterThan(0);
  const parts = [busy.mem_java, busy.mem_native, busy.mem_graphics, busy.mem_code, busy.mem_stack];
  expect(parts.reduce<number>((sum, part) => sum + part!, 0)).toBeCloseTo(busy.mem_pss! - OTHER_MB, 0);
  expect(busy.jank).toBeLessThanOrEqual(busy.fps!);

  screen.start("dev.udt.notes");
  await tap.until(() => samples(tap).at(-1)!.fps === 0);
  // What it drew is let go once it is no longer in front.
  await tap.until(() => samples(tap).at(-1)!.mem_graphics === 0);
  // What was not read anew is not told anew.
  for (const name of ["mem_pss", "battery", "net_in"] as const) {
    const read = samples(tap).map((one) => one[name] !== null);
    expect(read, name).toContain(true);
    expect(
      read.filter((isRead, turn) => isRead && read[turn + 1]),
      name,
    ).toEqual([]);
  }
  const times = samples(tap).map(({ timestamp }) => timestamp);
  // One that was late on a busy machine is followed by the next in its time, so all of them together tell the pace.
  expect((times.at(-1)! - times[0]!) / (times.length - 1)).toBeGreaterThan(800);

  tap.json({ type: "watch", package_name: null });
  await tap.until(() => samples(tap).at(-1)!.package_name === null);
  expect(samples(tap).at(-1)).toMatchObject({ cpu_app: null, mem_pss: null, fps: null, jank: null });
});

test("all who look at one app are told of the same samples", async () => {
  const { open } = await ready();
  const [one, two] = [await open(), await open(true)];
  one.json({ type: "watch", package_name: GAME });
  await one.until(() => samples(one).length > 0);
  two.json({ type: "watch", package_name: GAME });
  await two.until(() => samples(two).length >= 3);
  const timesOf = (tap: StreamTap) => samples(tap).map(({ timestamp }) => timestamp);
  await one.until(() => timesOf(one).includes(timesOf(two)[2]!));
  // Probes of their own would measure at times of their own.
  expect(timesOf(one)).toEqual(expect.arrayContaining(timesOf(two).slice(0, 3)));
});

test("who drives records, all are told, and it goes on with nobody looking until it is ended", async () => {
  const { open, server } = await ready();
  const [holder, watcher] = [await open(), await open(true)];
  await watcher.until(() => recording(watcher) === null);
  holder.json({ type: "record", package_name: GAME });
  const name = `performance-${GAME}.jsonl`;
  await watcher.until(() => recording(watcher) !== null);
  expect(recording(watcher)).toMatchObject({ package_name: GAME, name });
  const lines = () => {
    const file = server.growing.files.find(({ kind }) => kind === "performance");
    const text = Buffer.concat(file?.pieces.map(({ bytes }) => bytes) ?? []).toString();
    return { file, rows: text.split("\n").slice(0, -1) };
  };
  holder.socket.close();
  await eventually(() => expect(lines().rows.length).toBeGreaterThan(2));
  expect(lines().file).toMatchObject({ name, content_type: "application/x-ndjson", ended: false });
  const again = await open();
  await again.until(() => recording(again)?.package_name === GAME);
  again.json({ type: "record_end" });
  await watcher.until(() => recording(watcher) === null);
  expect(lines().file).toMatchObject({ ended: true, state: "complete" });
  expect(JSON.parse(lines().rows[0]!)).toMatchObject({ is_simulated: true, timestamp: expect.any(Number) });

  again.json({ type: "record", package_name: null });
  await again.until(() => recording(again)?.name === "performance.jsonl");
});

test("who only watches may not record", async () => {
  const { open, server } = await ready();
  for (const type of ["record", "record_end"]) {
    const watcher = await open(true);
    watcher.json({ type, ...(type === "record" && { package_name: GAME }) });
    expect(await watcher.closed).toMatchObject({ code: 4403, reason: "not_driver" });
  }
  expect(server.growing.files).toEqual([]);
});

test("what is recorded ends with the session, whole", async () => {
  const { open, server, lease } = await ready();
  const holder = await open();
  holder.json({ type: "record", package_name: null });
  await holder.until(() => recording(holder) !== null);
  await eventually(() => expect(server.growing.files[0]?.pieces.length).toBeGreaterThan(0));
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(server.growing.files).toMatchObject([{ ended: true, state: "complete" }]);
});

test("why a device cannot be measured is said in a code, once, also to who comes later", async () => {
  const { open, first } = await ready();
  const { files } = first.phone.system;
  const ticks = new TextDecoder().decode(files.read("/proc/stat"));
  files.remove("/proc/stat");
  const tap = await open();
  tap.json({ type: "watch", package_name: null });
  const why = (of: StreamTap) => told(of).filter((one) => one.type === "unmeasured");
  await tap.until(() => why(tap).length > 0);
  const late = await open(true);
  late.json({ type: "watch", package_name: null });
  await late.until(() => why(late).length > 0);
  expect(why(late)).toEqual([
    { type: "unmeasured", package_name: null, said: expect.objectContaining({ code: "device_processor_times" }) },
  ]);
  files.provide("/proc/stat", () => ticks);
  await tap.until(() => samples(tap).length > 0);
  expect(why(tap)).toHaveLength(1);
});
