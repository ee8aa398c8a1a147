import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { commandAnswers, type DeviceCommand } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { eventually, makeFolder, makeReady, startSession } from "../../test/harness.ts";
import { MemoryShelf } from "../../test/memory-shelf.ts";

vi.setConfig({ testTimeout: 60_000 });
const SHOP = "dev.udt.shop";
const NOTES = "dev.udt.notes";
const SETTINGS = "dev.udt.settings";

async function ready() {
  const data_dir = await makeFolder();
  const made = await makeReady(startPhones({ count: 1, basePort: 0 }), { data_dir });
  const shelf = new MemoryShelf(made.server);
  const lease = await startSession(made.server, made.device);
  const command = (command: DeviceCommand) => made.server.request({ type: "command", ...lease, command });
  const start = (wish: Partial<Extract<DeviceCommand, { name: "memory_start" }>> = {}) =>
    command({
      name: "memory_start",
      device_id: `device-${lease.serial}`,
      recording_id: "recording-1",
      process: SHOP,
      every_seconds: null,
      with_heap: false,
      next_number: 1,
      ...wish,
    });
  const sample = (label: string) => command({ name: "memory_sample", recording_id: "recording-1", label });
  const processes = async () => {
    const { data } = await command({ name: "memory_processes" });
    return commandAnswers.memory_processes.parse(data).list;
  };
  const { screen } = made.first.phone;
  screen.start(SHOP);
  return { ...made, data_dir, shelf, lease, command, start, sample, processes, screen };
}

test("tells the apps that run, the one on the screen first", async () => {
  const { processes, screen } = await ready();
  screen.start(NOTES);
  await eventually(async () => expect((await processes())[0]).toMatchObject({ name: NOTES, is_in_front: true }));
  expect((await processes()).map(({ name }) => name)).toContain(SHOP);
});

test("hands in a sample where it is asked to, with its scene and its time", async () => {
  const { start, sample, processes, shelf, data_dir } = await ready();
  expect(await start()).toMatchObject({ error: null });
  // The server asks again after each broken link.
  expect(await start()).toMatchObject({ error: null });
  const before = Date.now();
  expect(await sample("List 列表")).toMatchObject({ error: null });
  await eventually(() => expect(shelf.samples).toHaveLength(1));
  const [first] = shelf.samples;
  expect(first).toMatchObject({ number: 1, label: "List 列表", fault: null });
  expect(first?.taken_at).toBeGreaterThan(before - 1_000);
  const shop = (await processes()).find(({ name }) => name === SHOP);
  expect(shelf.text(first, "meminfo.txt")).toContain(`** MEMINFO in pid ${shop?.pid} [${SHOP}] **`);
  expect(shelf.text(first, "smaps.txt")).toMatch(/^[0-9a-f]+-[0-9a-f]+ /);
  expect(first?.notes.map(({ code }) => code)).toEqual(["memory_simulated"]);
  expect(shelf.phases).toEqual(["sampling"]);
  await sample("");
  await eventually(() => expect(shelf.samples.map(({ number }) => number)).toEqual([1, 2]));
  const left = async () => (await readdir(join(data_dir, "spool"))).filter((name) => name.startsWith("memory-"));
  await eventually(async () => expect(await left()).toEqual([]));
});

test("says of an app that cannot be debugged what its device does not let be read", async () => {
  const { start, sample, shelf, screen } = await ready();
  screen.start(SETTINGS);
  await start({ process: SETTINGS, with_heap: true });
  await sample("");
  await eventually(() => expect(shelf.samples).toHaveLength(1));
  expect(shelf.samples[0]).toMatchObject({ files: [{ file_name: "meminfo.txt" }], fault: null });
  expect(shelf.samples[0]?.notes.map(({ code }) => code)).toEqual([
    "memory_simulated",
    "memory_no_smaps",
    "memory_no_heap",
  ]);
});

test("waits for an app that does not run, and tells of it once and of its new process", async () => {
  const { start, sample, shelf, screen } = await ready();
  await start();
  await sample("");
  await eventually(() => expect(shelf.samples).toHaveLength(1));
  screen.stop(SHOP);
  await sample("away");
  await eventually(() => expect(shelf.samples).toHaveLength(2));
  expect(shelf.samples[1]).toMatchObject({
    label: "away",
    files: [],
    fault: { code: "memory_process_gone", args: { process: SHOP } },
  });
  screen.start(SHOP);
  await sample("back");
  await eventually(() => expect(shelf.samples).toHaveLength(3));
  expect(shelf.samples[2]).toMatchObject({ number: 3, label: "back", fault: null });
  expect(shelf.samples[2]?.notes.map(({ code }) => code)).toContain("memory_pid_changed");
});

test("keeps a sample while the server is away", async () => {
  const { start, sample, shelf } = await ready();
  await start();
  shelf.refusal = { code: "internal", status: 500 };
  await sample("kept");
  shelf.refusal = undefined;
  await eventually(() => expect(shelf.samples).toMatchObject([{ number: 1, label: "kept", fault: null }]));
});

test("is over when the server says so, when it is stopped, and with the session", async () => {
  const { start, sample, command, shelf, server, lease } = await ready();
  const over = { error: { code: "memory_recording_over" } };
  await start();
  shelf.refusal = { code: "memory_recording_over", status: 409 };
  await sample("");
  await eventually(async () => expect(await sample("")).toMatchObject(over));
  shelf.refusal = undefined;
  await start();
  await command({ name: "memory_stop", recording_id: "recording-1" });
  expect(await sample("")).toMatchObject(over);
  await start({ every_seconds: 5 });
  await eventually(() => expect(shelf.samples).toHaveLength(1));
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(await sample("")).toMatchObject({ error: { code: "test_ended" } });
});
