/** Who a program is: by a user's API key, or by a project's token. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";

onEachDatabase("a project's token", (open) => {
  let udt: TestServer;
  let maker: Person;
  let query: { project: string };
  let bearer: string;
  let count = 0;

  const make = async (as: Person): Promise<string> =>
    (
      await udt.ok(ENDPOINTS.tokenReset, {
        as,
        params: { project_id: query.project },
        query,
        body: { confirm: query.project },
      })
    ).token;

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    maker = await udt.person(`maker ${++count}`);
    query = { project: `alpha-${count}` };
    await udt.project(query.project, [{ person: maker, user_type: 1 }], { member_privileges: [] });
    bearer = await make(maker);
  });

  it("acts in its project alone, as an ordinary member", async () => {
    expect(bearer).toMatch(/^udtp_[\w-]{43}$/);
    await udt.ok(ENDPOINTS.deviceList, { bearer, query });
    await udt.project(`other-${count}`, [{ person: maker, user_type: 1 }]);
    await udt.project(`public-${count}`, [{ person: maker, user_type: 1 }], { visibility: 2 });
    for (const project of [`other-${count}`, `public-${count}`]) {
      await udt.refused(ENDPOINTS.deviceList, { bearer, query: { project } }, "user_not_in_project");
    }
    // Its maker may, it may not.
    const params = { project_id: query.project };
    await udt.refused(ENDPOINTS.privilegeSet, { bearer, params, query, body: { privilege_list: [] } }, "no_permission");
    // Nor does it make one that would outlive it.
    const body = { confirm: query.project };
    await udt.refused(ENDPOINTS.tokenReset, { bearer, params, query, body }, "signed_in_only");
  });

  it("is nobody's login, and no agent's token", async () => {
    await udt.refused(ENDPOINTS.userInfo, { bearer }, "need_login");
    await udt.refused(ENDPOINTS.keyReset, { bearer }, "need_login");
    // Beside a good session it is what counts.
    await udt.refused(ENDPOINTS.userInfo, { as: maker, bearer }, "need_login");
    const params = { install_id: "any" };
    await udt.refused(ENDPOINTS.agentAppFile, { bearer, params }, "agent_token");
    await udt.refused(ENDPOINTS.deviceList, { bearer: `${bearer}x`, query }, "invalid_session");
    const agent = await udt.agent();
    await udt.refused(ENDPOINTS.deviceList, { bearer: agent.token, query }, "need_login");
  });

  it("drives and ends the tests that it started, and none of its maker's own", async () => {
    const agent = await udt.agent("agent", [query.project]);
    await agent.connect(["one", "two"].map((serial) => deviceReport(`${serial}-${count}`)));
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: maker, query });
    const start = (who: { as?: Person; bearer?: string }, device_id: string) =>
      udt.ok(ENDPOINTS.testCreate, { ...who, query, body: { kind: "debug", device_id, duration_minutes: 30 } });
    const [own, its] = [await start({ as: maker }, list[0]!.device_id), await start({ bearer }, list[1]!.device_id)];
    const extend = (test_id: string) => ({ params: { test_id }, query, body: { minutes: 10 } });
    await until(async () => {
      for (const { test_id } of [own, its])
        expect(await udt.ok(ENDPOINTS.testGet, { as: maker, params: { test_id }, query })).toMatchObject({
          state: "running",
        });
    });
    await udt.refused(ENDPOINTS.testExtend, { bearer, ...extend(own.test_id) }, "not_holder");
    await udt.refused(ENDPOINTS.testCancel, { bearer, params: { test_id: own.test_id }, query }, "not_holder");
    const tap = await udt.socket(SOCKETS.stream, {
      bearer,
      params: { test_id: own.test_id, device_id: list[0]!.device_id, stream: "input" },
      query,
    });
    expect(await tap.closed).toMatchObject({ reason: "no_permission" });
    await udt.ok(ENDPOINTS.testExtend, { bearer, ...extend(its.test_id) });
    await udt.ok(ENDPOINTS.testExtend, { as: maker, ...extend(its.test_id) });
    await udt.ok(ENDPOINTS.testCancel, { bearer, params: { test_id: its.test_id }, query });
    await udt.ok(ENDPOINTS.testCancel, { as: maker, params: { test_id: own.test_id }, query });
  });

  it("of an administrator opens neither the admin area nor other projects", async () => {
    const admin = await udt.person("root", { udt_admin: true });
    bearer = await make(admin);
    await udt.ok(ENDPOINTS.deviceList, { bearer, query });
    await udt.refused(ENDPOINTS.adminUserList, { bearer }, "admin_only");
    await udt.project(`other-${count}`, []);
    await udt.refused(ENDPOINTS.deviceList, { bearer, query: { project: `other-${count}` } }, "user_not_in_project");
    const params = { project_id: query.project };
    await udt.refused(ENDPOINTS.privilegeSet, { bearer, params, query, body: { privilege_list: [] } }, "no_permission");
    // Nor does it make one that would outlive it.
    const body = { confirm: query.project };
    await udt.refused(ENDPOINTS.tokenReset, { bearer, params, query, body }, "signed_in_only");
  });

  it("ends with its maker's account, with a new one, and its sockets with it", async () => {
    const admin = await udt.person("root", { udt_admin: true });
    const follow = async () => {
      const tap = await udt.socket(SOCKETS.events, { bearer, query });
      await until(() => expect(tap.json).toHaveLength(1));
      return tap;
    };
    const ended = async (tap: Awaited<ReturnType<typeof follow>>) => {
      await until(() => {
        udt.clock.turn(5_000);
        expect(tap.socket.readyState).toBe(tap.socket.CLOSED);
      });
      expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    };
    const params = { user_id: maker.user_id };
    const before = await follow();
    await udt.ok(ENDPOINTS.adminUserUpdate, { as: admin, params, body: { state: "disabled" } });
    await udt.refused(ENDPOINTS.deviceList, { bearer, query }, "invalid_session");
    // No time has passed.
    expect(await before.closed).toEqual({ code: 4401, reason: "invalid_session" });
    await udt.ok(ENDPOINTS.adminUserUpdate, { as: admin, params, body: { state: "approved" } });
    await udt.ok(ENDPOINTS.deviceList, { bearer, query });
    const again = await follow();
    const old = bearer;
    bearer = await make(admin);
    await udt.refused(ENDPOINTS.deviceList, { bearer: old, query }, "invalid_session");
    await ended(again);
  });

  it("needs no header against other sites, which a session does", async () => {
    const headers = { "x-requested-with": "" };
    const body = { kind: "debug", device_id: "none", duration_minutes: 30 };
    await udt.refused(ENDPOINTS.testCreate, { bearer, query, body, headers }, "device_not_found");
    await udt.refused(ENDPOINTS.testCreate, { as: maker, query, body, headers }, "xhr_header_required");
    // A bearer that is no project's leaves the cookie to count, and so the header.
    await udt.refused(ENDPOINTS.testCreate, { as: maker, bearer: "udt", query, body, headers }, "xhr_header_required");
    await udt.refused(
      ENDPOINTS.userLogin,
      { bearer, body: { email: "a", password: "b" }, headers },
      "xhr_header_required",
    );
  });
});
