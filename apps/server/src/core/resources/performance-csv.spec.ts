import { randomUUID } from "node:crypto";
import Papa from "papaparse";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, fillPath, SERIES, SERIES_NAMES, type ResourceKind } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const AT = Date.UTC(2026, 4, 6, 7, 8, 9);

onEachDatabase("recordings of performance as CSV", (open) => {
  const query = { project: "alpha" };
  let udt: TestServer;
  let agent: TestAgent;
  let ada: Person;
  let lease_token: number;
  let params: { test_id: string; device_id: string };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    await udt.project("alpha", [{ person: ada, user_type: 1 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
    const { device_id } = list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    params = { test_id, device_id };
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: ada, query, params })).state).toBe("running"),
    );
    lease_token = agent.all("session_start").find((one) => one.test_id === test_id)!.lease_token;
  });
  afterAll(() => udt.dispose());

  const keep = async (pieces: readonly string[], kind: ResourceKind = "performance") => {
    const resource_id = randomUUID();
    const what = { name: "performance-a.b.jsonl", kind, content_type: "application/x-ndjson" };
    const body = { ...what, resource_id, lease_token, started_at: AT };
    await udt.ok(ENDPOINTS.agentResourceBegin, { bearer: agent.token, params, body });
    for (const [piece, bytes] of pieces.entries())
      await udt.ok(ENDPOINTS.agentResourcePiece, {
        bearer: agent.token,
        params: { ...params, resource_id, piece },
        query: { lease_token },
        body: Buffer.from(bytes),
      });
    return resource_id;
  };
  const get = (resource_id: string, who = ada) =>
    udt.server.app.inject({
      url: `${fillPath(ENDPOINTS.performanceCsv.path, { ...params, resource_id })}?project=alpha`,
      headers: { cookie: who.cookie },
    });
  const line = (sample: Record<string, unknown>) => `${JSON.stringify(sample)}\n`;

  it("have a header with units and a row a sample, whatever the pieces were cut at", async () => {
    const first = { timestamp: AT, cpu_app: 12.5, mem_pss: 80, fps: 60, jank: 2, temperature: -5.5, net_of: "app" };
    const text = line({ ...first, is_simulated: true }) + line({ timestamp: AT + 1000, cpu_app: null });
    const resource_id = await keep([text.slice(0, 30), text.slice(30, 120), text.slice(120)]);
    const { payload, headers, statusCode } = await get(resource_id);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": "attachment; filename*=UTF-8''performance-a.b.csv",
      "x-content-type-options": "nosniff",
    });
    expect(payload.startsWith("\uFEFFtime,")).toBe(true);
    const [header, ...rows] = Papa.parse<string[]>(payload.slice(1).trimEnd()).data;
    const series = SERIES_NAMES.map((name) => `${name} (${SERIES[name].unit})`);
    expect(header).toEqual(["time", "timestamp (ms)", ...series, "net_of", "is_simulated"]);
    const cells = rows.map((row) => Object.fromEntries(header!.map((name, index) => [name, row[index]])));
    expect(cells).toHaveLength(2);
    expect(cells[0]).toMatchObject({
      time: "2026-05-06T07:08:09.000Z",
      "timestamp (ms)": String(AT),
      "cpu_app (%)": "12.5",
      "mem_pss (MB)": "80",
      "mem_java (MB)": "",
      "jank (frames/s)": "2",
      "temperature (°C)": "-5.5",
      net_of: "app",
      is_simulated: "true",
    });
    expect(cells[1]).toMatchObject({ time: "2026-05-06T07:08:10.000Z", "cpu_app (%)": "", net_of: "" });
  });

  it("hold nothing that a spreadsheet would run, nor what is no sample", async () => {
    const bad = { timestamp: AT, cpu_app: '=HYPERLINK("http://x")', net_of: "=1+1", is_simulated: "+1" };
    const text = `${line(bad)}\n[]\nnull\n"=1"\n{"timestamp":"=1"}\n{"timestamp":1e300}\n${line({ timestamp: AT + 1 })}{"time`;
    const { payload } = await get(await keep([text]));
    expect(payload).not.toMatch(/=|HYPERLINK|\+1/);
    expect(payload.trimEnd().split("\r\n")).toHaveLength(3);
  });

  it("are there as far as they have come, also when that is not at all", async () => {
    expect((await get(await keep([]))).payload.trimEnd().split("\r\n")).toHaveLength(1);
    const many = Array.from({ length: 2_000 }, (_, index) => line({ timestamp: AT + index * 1000, fps: index }));
    const { payload } = await get(await keep([many.join("")]));
    expect(payload.trimEnd().split("\r\n")).toHaveLength(2_001);
  });

  it("are for who may see the test, and of no other kind of file", async () => {
    const resource_id = await keep([line({ timestamp: AT })]);
    const stranger = await udt.person("stranger");
    expect((await get(resource_id, stranger)).json()).toMatchObject({ data: { code: "user_not_in_project" } });
    const guest = await udt.server.app.inject({
      url: `${fillPath(ENDPOINTS.performanceCsv.path, { ...params, resource_id })}?project=alpha`,
    });
    expect(guest.json()).toMatchObject({ data: { code: "need_login" } });
    expect((await get(await keep(["a\n"], "log"))).json()).toMatchObject({ data: { code: "resource_not_found" } });
    expect((await get("nothing")).json()).toMatchObject({ data: { code: "resource_not_found" } });
  });
});
