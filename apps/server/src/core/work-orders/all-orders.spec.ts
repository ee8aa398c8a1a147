import { ENDPOINTS } from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("the work orders of the whole installation", (open) => {
  let udt: TestServer;
  let root: Person;
  let ada: Person;
  const agent_ids: Record<string, string> = {};
  const numbers: number[] = [];

  const list = (query: Record<string, string | number> = {}) => udt.ok(ENDPOINTS.adminOrderList, { as: root, query });
  const serials = async (query: Record<string, string | number> = {}) =>
    (await list(query)).list.map(({ device }) => device.serial);

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [root, ada] = [await udt.person("root", { udt_admin: true }), await udt.person("ada")];
    for (const project of ["alpha", "beta"]) await udt.project(project, [{ person: ada, user_type: 1 }]);
    for (const [name, project, serial] of [
      ["lab a", "alpha", "S-A"],
      ["lab b", "beta", "S-B"],
      ["spare", "beta", "S-C"],
    ] as const) {
      const agent = await udt.agent(name, [project]);
      await agent.connect([deviceReport(serial, serial === "S-B" ? { battery_celsius: 51 } : {})]);
      const devices = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project, serial } });
      const { device_id, agent_id } = devices.list[0]!;
      agent_ids[name] = agent_id;
      if (serial !== "S-A") continue;
      const body = { device_id, text: "No touch" };
      numbers.push((await udt.ok(ENDPOINTS.workOrderCreate, { as: ada, query: { project }, body })).number);
    }
  });
  afterAll(() => udt.dispose());

  it("are those of every project's devices, the newest first, counted by state, with the agents that have any", async () => {
    const all = await list();
    expect(all.list.map(({ device, source }) => [device.serial, source])).toEqual([
      ["S-B", "battery"],
      ["S-A", "person"],
    ]);
    expect(all).toMatchObject({
      total: 2,
      state_counts: { unprocessed: 2, processing: 0, processed: 0 },
      agents: ["lab a", "lab b"].map((name) => ({ agent_id: agent_ids[name], name })),
    });
  });

  it("are narrowed by state, source, project, agent and words, and come by the page", async () => {
    expect(await serials({ source: "person" })).toEqual(["S-A"]);
    expect(await serials({ project_id: "beta" })).toEqual(["S-B"]);
    expect(await serials({ agent_id: agent_ids["lab a"]! })).toEqual(["S-A"]);
    expect(await serials({ agent_id: agent_ids["spare"]! })).toEqual([]);
    expect(await serials({ project_id: "alpha", agent_id: agent_ids["lab b"]! })).toEqual([]);
    expect(await serials({ keyword: "touch" })).toEqual(["S-A"]);
    expect(await serials({ page_size: 1, page_num: 2 })).toEqual(["S-A"]);
    expect(await serials({ mine: "1" })).toEqual([]);
    const moved = { as: root, params: { number: numbers[0]! }, body: { state: "processing" as const, text: "" } };
    await udt.ok(ENDPOINTS.adminOrderMove, moved);
    expect(await serials({ state: "processing" })).toEqual(["S-A"]);
    expect(await serials({ mine: "1" })).toEqual(["S-A"]);
    // How many there are in each state does not follow the state that is asked for, but all else that is.
    expect((await list({ state: "processing" })).state_counts).toEqual({ unprocessed: 1, processing: 1, processed: 0 });
    expect((await list({ project_id: "beta" })).state_counts).toEqual({ unprocessed: 1, processing: 0, processed: 0 });
    // A project's own list has the sources, too.
    const own = { as: ada, query: { project: "alpha", source: "battery" as const } };
    expect((await udt.ok(ENDPOINTS.workOrderList, own)).list).toEqual([]);
  });

  it("are reported of any device by an administrator of the server, once", async () => {
    const query = { project: "beta", serial: "S-C" };
    const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: ada, query })).list[0]!;
    const report = { params: { device_id }, body: { text: "The glass is cracked" } };
    await udt.refused(ENDPOINTS.adminOrderCreate, { ...report, as: ada }, "admin_only");
    const { number } = await udt.ok(ENDPOINTS.adminOrderCreate, { ...report, as: root });
    const seen = { as: ada, query: { project: "beta" }, params: { number } };
    expect(await udt.ok(ENDPOINTS.workOrderGet, seen)).toMatchObject({ source: "person", reporter_name: "root" });
    await udt.refused(ENDPOINTS.adminOrderCreate, { ...report, as: root }, "work_order_open");
    const none = { ...report, as: root, params: { device_id: "none" } };
    await udt.refused(ENDPOINTS.adminOrderCreate, none, "device_not_found");
  });

  it("are for administrators of the server alone", async () => {
    await udt.refused(ENDPOINTS.adminOrderList, { as: ada, query: {} }, "admin_only");
  });
});
