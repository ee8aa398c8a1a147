import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";

onEachDatabase("an administrator's projects", (open) => {
  let udt: TestServer;
  let admin: Person;
  let ada: Person;
  let bob: Person;
  const list = async (query: Record<string, string | number> = {}) =>
    udt.ok(ENDPOINTS.adminProjectList, { as: admin, query });
  const ids = async (query: Record<string, string | number> = {}) =>
    (await list(query)).list.map((project) => project.project_id);

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
    ada = await udt.person("ada");
    bob = await udt.person("bob");
    await udt.project("alpha", [
      { person: ada, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    udt.clock.turn(1000);
    await udt.project("beta_x", [{ person: bob, user_type: 2 }], { visibility: 2 });
    udt.clock.turn(1000);
    await udt.project("gamma", [{ person: bob, user_type: 1 }], { visibility: 3 });
  });
  afterAll(() => udt.dispose());

  it("are all of them, secret ones too, with owners and counts", async () => {
    const page = await list();
    expect(page.total).toBe(3);
    expect(page.list).toMatchObject([
      { project_id: "alpha", member_count: 2, owner_count: 1, owners: [{ user_name: "ada" }], org_count: 0 },
      { project_id: "beta_x", member_count: 1, owner_count: 0, owners: [], visibility: 2, last_test_at: null },
      { project_id: "gamma", member_count: 1, owner_count: 1, test_count: 0, running_tests: 0 },
    ]);
  });

  it("are found, filtered, ordered and paged", async () => {
    expect(await ids({ keyword: "ALPH" })).toEqual(["alpha"]);
    expect(await ids({ keyword: "_" })).toEqual(["beta_x"]);
    expect(await ids({ keyword: "%" })).toEqual([]);
    expect(await ids({ visibility: "3" })).toEqual(["gamma"]);
    expect(await ids({ ownerless: "1" })).toEqual(["beta_x"]);
    expect(await ids({ sort: "created_at" })).toEqual(["gamma", "beta_x", "alpha"]);
    expect(await ids({ sort: "last_test_at" })).toEqual(["alpha", "beta_x", "gamma"]);
    expect(await ids({ page_size: 2, page_num: 2 })).toEqual(["gamma"]);
    expect((await list({ keyword: "none" })).total).toBe(0);
  });

  it("are given an owner, by an organisation too", async () => {
    const org = await udt.ok(ENDPOINTS.adminOrgCreate, { as: admin, body: { name: "heads" } });
    await udt.ok(ENDPOINTS.adminOrgUserAdd, {
      as: admin,
      params: { org_id: org.org_id },
      body: { user_id_list: [ada.user_id] },
    });
    const at = { as: admin, params: { project_id: "beta_x" }, query: { project: "beta_x" } };
    await udt.ok(ENDPOINTS.orgAdd, { ...at, body: { org_id_list: [org.org_id], user_type: 1 } });
    expect((await list({ keyword: "beta" })).list).toMatchObject([
      { org_count: 1, member_count: 2, owner_count: 1, owners: [{ user_name: "ada" }] },
    ]);
    const body = { user_id_list: [bob.user_id], user_type: 1, update_existing: true };
    expect(await udt.ok(ENDPOINTS.memberAdd, { ...at, body })).toEqual({ added: 0, updated: 1 });
    expect((await list({ keyword: "beta" })).list[0]!.owners.map((one) => one.user_name)).toEqual(["ada", "bob"]);
    expect(await ids({ ownerless: "1" })).toEqual([]);
  });
});
