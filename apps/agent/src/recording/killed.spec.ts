import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { JobConfigInput } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { fragmentsOf } from "../../test/fragments.ts";
import { eventually, keepPhones, makeFolder, makeServer, spawnAgent, startSession } from "../../test/harness.ts";
import { makeCase, RunServer } from "../../test/run-server.ts";

vi.setConfig({ testTimeout: 120_000 });
const GAME = "dev.udt.game";

async function sizeOf(folder: string): Promise<number> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".part"));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("an agent killed while the server is away loses less than a second of what it recorded", async () => {
  const server = await makeServer();
  const shelf = server.growing;
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const { port } = host.phones[0]!;
  const dataDir = await makeFolder();
  const spooled = join(dataDir, "recordings");
  const config: Partial<JobConfigInput> = {
    framework: "monkey",
    library_id: null,
    monkey: { minutes: 10, seed: 1, throttle_ms: 200, events: null, packages: [GAME] },
    video: true,
    log: true,
    performance: true,
  };
  const played = new RunServer(server, { library: null, config }, [makeCase("monkey")]);
  const first = spawnAgent(server, port, dataDir);
  const { device } = await server.until("device", ({ device }) => device.readiness === "ready");
  await startSession(server, device, 1, "job");
  const find = (kind: string) => shelf.files.find((file) => file.kind === kind)!;
  await eventually(() => expect(find("video").pieces.length).toBeGreaterThan(3));

  shelf.failing = 503;
  const there = find("video").pieces.length;
  await eventually(async () => expect(await sizeOf(spooled)).toBeGreaterThan(500_000));
  // Wherever in its work that finds it.
  const killed_at = Date.now();
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(find("video").pieces).toHaveLength(there);

  shelf.failing = undefined;
  const second = spawnAgent(server, port, dataDir);
  await eventually(() => expect(shelf.files.every(({ ended }) => ended)).toBe(true));
  expect(shelf.files.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
    "log broken",
    "performance broken",
    "script_log broken",
    "video broken",
  ]);
  const video = find("video");
  const fragments = fragmentsOf(video);
  // Each once, none left out, and every one whole.
  expect(fragments.map(({ sequence }) => sequence)).toEqual(fragments.map((_, index) => index + 1));
  const last = fragments.at(-1)!;
  const end = video.started_at + last.start_ms + last.durations_ms.reduce((sum, one) => sum + one, 0);
  expect(killed_at - end).toBeLessThan(1_000);
  expect(end).toBeLessThanOrEqual(killed_at + 100);
  const lines = Buffer.concat(find("performance").pieces.map(({ bytes }) => bytes)).toString();
  const samples = lines.trimEnd().split("\n");
  for (const sample of samples) expect(JSON.parse(sample)).toMatchObject({ timestamp: expect.any(Number) });
  await eventually(async () => expect(await readdir(spooled)).toEqual([]));
  expect(played.faults).toEqual([]);
  second.kill("SIGKILL");
  await once(second, "exit");
});
