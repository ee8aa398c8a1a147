import type { Client } from "@udt/client";
import { ENDPOINTS, type CaseRun } from "@udt/contract";
import { startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exampleFiles } from "./example-files.ts";

const project = "demo";
let udt: Udt;
let host: GitHost;
let client: Client;

beforeAll(async () => {
  host = await startGitHost();
  udt = await startUdt({ phones: 2, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  client = await udt.signIn();
});
afterAll(async () => {
  await udt?.stop();
  await host?.close();
});

it("the example, imported from git and shared by two phones, ends in a full report", { timeout: 480_000 }, async () => {
  const commit = host.push("shop", exampleFiles("shop-ts"));
  const { library_id } = await client.call(ENDPOINTS.libraryCreate, {
    query: { project },
    body: { name: "shop", framework: "node_test", url: `${host.url}/shop.git`, branch: "main" },
  });
  const params = { library_id };
  await until("the library's cases", async () => {
    const library = await client.call(ENDPOINTS.libraryGet, { params, query: { project } });
    if (library.parse_state === "failed") throw new Error(JSON.stringify(library));
    return library.parse_state === "parsed" ? true : undefined;
  });
  const devices = await udt.idleDevices(2);
  const job = await client.call(ENDPOINTS.jobCreate, {
    query: { project },
    body: {
      name: "shop",
      config: {
        app_id: null,
        library_id,
        framework: "node_test",
        mode: "distributed",
        retry: { mode: "same_device", times: 1 },
        devices: { kind: "devices", device_ids: devices.map(({ device_id }) => device_id) },
      },
    },
  });
  const { test_id } = await client.call(ENDPOINTS.jobRun, {
    params: { job_id: job.job_id },
    query: { project },
    body: {},
  });
  const run = await until(
    "the run's end",
    async () => {
      const now = await client.call(ENDPOINTS.runGet, { params: { test_id }, query: { project } });
      return now.verdict === null ? undefined : now;
    },
    400_000,
  );
  expect(run).toMatchObject({ verdict: "failed", execution: "ended", commit_id: commit });
  const { list } = await client.call(ENDPOINTS.runCases, {
    params: { test_id },
    query: { project, page_size: 100 },
  });
  const failed = list.filter(({ state }: CaseRun) => state === "failed");
  expect(failed.map(({ name, attempt }) => [name, attempt])).toEqual([["takes a coupon", 2]]);
  expect(list.filter(({ state }) => state === "success")).toHaveLength(15);
  expect(new Set(list.map(({ device_seq }) => device_seq)).size).toBe(2);
  const one = await client.call(ENDPOINTS.runCase, {
    params: { test_id, case_run_id: failed[0]!.case_run_id },
    query: { project },
  });
  expect(one.attempts).toHaveLength(2);
  expect(one.detail.location!.source.map(({ text }) => text).join("\n")).toContain("assert.ok(field");
  expect(one.detail.steps.length).toBeGreaterThan(2);
  for (const device of run.test.devices) {
    const { resource_list } = await client.call(ENDPOINTS.resourceList, {
      params: { test_id, device_id: device.device_id },
      query: { project },
    });
    const kinds = new Set(resource_list.map(({ kind }) => kind));
    for (const kind of ["video", "log", "script_log", "screenshot", "report"] as const) expect(kinds).toContain(kind);
  }
  await udt.idleDevices(2);
});
