/** A low-code case that has memory sampled, on a real server, by a job on the virtual phone. */
import type { Client } from "@udt/client";
import { ENDPOINTS, type JobConfigInput } from "@udt/contract";
import { startGitHost, startUdt, type GitHost, type Udt } from "@udt/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FrameworkRuns } from "./framework-runs.ts";

const query = { project: "demo" };
const SCENE = "Grid of the shop 商品";
/** Its scene is named by a variable. */
const CASES = `low_code: 1
variables: { place: Grid of the shop }
cases:
  - name: looks at the shop
    steps:
      - { id: open, action: start_app, package: dev.udt.shop, clear: true }
      - { id: grid, action: wait, locator: { by: ui, id: product_grid }, timeout: 60 }
      - { id: sample, action: memory, scene: "\${place} 商品" }
      - { id: still, action: assert, locator: { by: ui, id: product_grid } }
`;
let udt: Udt;
let host: GitHost;
let client: Client;

beforeAll(async () => {
  host = await startGitHost();
  // The tests' git host is on this machine, which is not the public internet.
  udt = await startUdt({ env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" }, phones: 1 });
  client = await udt.signIn();
  await udt.idleDevices(1);
});
afterAll(async () => {
  await udt?.stop();
  await host?.close();
});

describe("the low-code step memory", { timeout: 480_000 }, () => {
  const ran = async (name: string, memory: JobConfigInput["memory"]) => {
    const [shop] = (await client.call(ENDPOINTS.appList, { query })).list;
    const runs = new FrameworkRuns(client, host);
    const change = { app_id: shop?.app_id ?? "", memory };
    const test_id = await runs.runLibrary("low_code", name, { "cases/shop.yaml": CASES }, change);
    const { list } = await client.call(ENDPOINTS.runCases, { params: { test_id }, query });
    expect(list.map(({ state }) => state)).toEqual(["success"]);
    const [part] = (await client.call(ENDPOINTS.runDevices, { params: { test_id }, query })).list;
    return { test_id, part: part ?? expect.fail("no device") };
  };

  it("has the sample with its scene's name stand in the trace of the run's device", async () => {
    const memory = { every_seconds: null, at_case_end: false, with_heap: false, fail_over_budget: false };
    const { test_id, part } = await ran("shop", memory);
    expect(part.memory).toMatchObject({ samples: 1, refused: 0, fault: null });
    const params = { trace_id: part.memory?.trace_id ?? "" };
    await expect
      .poll(async () => (await client.call(ENDPOINTS.memoryTraceGet, { query, params })).samples, { timeout: 60_000 })
      .toMatchObject([{ label: SCENE, state: "read", fault: null }]);
    const { trace, samples } = await client.call(ENDPOINTS.memoryTraceGet, { query, params });
    expect(trace.recording).toMatchObject({ test_id, test_kind: "job", process: "dev.udt.shop", state: "ended" });
    // It is a sample of the app itself, with what its tools told.
    const { sample_id = "" } = samples[0] ?? {};
    const report = await client.call(ENDPOINTS.memorySampleGet, { query, params: { sample_id } });
    expect(report.sample.facts).toMatchObject({ process: "dev.udt.shop", footprint_measure: "total_pss" });
    expect(report.sample.facts?.footprint_bytes).toBeGreaterThan(1024 ** 2);
    expect(report.regions.list.length).toBeGreaterThan(3);
  });

  it("passes where the job records no memory, and says that none was", async () => {
    const { test_id, part } = await ran("plain", null);
    expect(part.memory).toBeNull();
    const [one] = (await client.call(ENDPOINTS.runCases, { params: { test_id }, query })).list;
    const params = { test_id, case_run_id: one?.case_run_id ?? 0 };
    const { detail } = await client.call(ENDPOINTS.runCase, { params, query });
    expect(detail.steps.find(({ note }) => note)?.note).toMatchObject({ code: "memory_not_recorded" });
  });
});
