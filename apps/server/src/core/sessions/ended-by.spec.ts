import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("who ended a test", (open) => {
  const query = { project: "ended" };
  let udt: TestServer;
  let people: { starter: Person; admin: Person };
  let test_id: string;

  const read = () => udt.ok(ENDPOINTS.testGet, { as: people.starter, query, params: { test_id } });
  const end = (by: { as?: Person; headers?: Record<string, string> }) =>
    udt.ok(ENDPOINTS.testCancel, { ...by, query, params: { test_id } });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    people = { starter: await udt.person("starter"), admin: await udt.person("root", { udt_admin: true }) };
    await udt.project(query.project, [{ person: people.starter, user_type: 1 }]);
    const agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport("one")]);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const { starter } = people;
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: starter, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 5 };
    ({ test_id } = await until(() => udt.ok(ENDPOINTS.testCreate, { as: starter, query, body })));
    expect((await read()).ended_by).toBeNull();
  });

  it("is its holder, by hand", async () => {
    const { user_id, user_name } = people.starter;
    await end({ as: people.starter });
    const ended_by = { user_id, user_name, key_name: null, by_token: false };
    expect(await read()).toMatchObject({ end_reason: "user", ended_by });
    // Whoever comes late did not end it.
    await end({ as: people.admin });
    expect(await read()).toMatchObject({ end_reason: "user", ended_by });
  });

  it("is an administrator", async () => {
    const { user_id, user_name } = people.admin;
    await end({ as: people.admin });
    const ended_by = { user_id, user_name, key_name: null, by_token: false };
    expect(await read()).toMatchObject({ end_reason: "admin", ended_by });
  });

  it("is its holder by an API key, which is named", async () => {
    const { user_id, user_name } = people.starter;
    const wish = { name: "nightly", access: "write", project_id: query.project };
    const as = { ...people.starter, ...(await udt.session(people.starter)) };
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyCreate, { as, body: wish });
    const authorization = `Basic ${Buffer.from(`${secret_id}:${secret_key}`).toString("base64")}`;
    await end({ headers: { authorization } });
    const ended_by = { user_id, user_name, key_name: "nightly", by_token: false };
    expect(await read()).toMatchObject({ end_reason: "user", ended_by });
  });

  it("is who made the project's token by which it was ended", async () => {
    const { starter } = people;
    await end({ as: starter });
    const { project } = query;
    const of = { query, params: { project_id: project } };
    const { token } = await udt.ok(ENDPOINTS.tokenReset, { as: starter, ...of, body: { confirm: project } });
    const headers = { authorization: `Bearer ${token}` };
    const { list } = await udt.ok(ENDPOINTS.deviceList, { headers, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 5 };
    ({ test_id } = await until(() => udt.ok(ENDPOINTS.testCreate, { headers, query, body })));
    await end({ headers });
    const { user_id, user_name } = starter;
    const ended_by = { user_id, user_name, key_name: null, by_token: true };
    expect(await read()).toMatchObject({ end_reason: "user", ended_by });
  });

  it("is nobody where its project was closed to its holder", async () => {
    await udt.server.services.tests.endOf(query.project);
    expect(await read()).toMatchObject({ end_reason: "access_lost", ended_by: null });
  });
});
