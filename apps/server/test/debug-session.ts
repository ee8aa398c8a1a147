import { ENDPOINTS } from "@udt/contract";
import { expect } from "vitest";
import { TestServer, until, type Person } from "./harness.ts";
import { deviceReport } from "./scripted-agent.ts";

/** A server on which the first of these people holds the only device, in a project that all of them are members of. */
export async function startDebugSession<Names extends readonly [string, ...string[]]>(...names: Names) {
  const udt = await TestServer.start();
  const query = { project: "alpha" };
  const people = (await Promise.all(names.map((name) => udt.person(name)))) as { [At in keyof Names]: Person };
  await udt.project(
    query.project,
    people.map((person) => ({ person, user_type: 2 })),
  );
  const agent = await udt.agent();
  await agent.connect([deviceReport("s-1")]);
  const as = people[0];
  const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as, query })).list[0] ?? expect.fail("no device");
  const body = { kind: "debug", device_id, duration_minutes: 30 };
  const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as, query, body });
  const params = { device_id, test_id };
  await until(async () => expect((await udt.ok(ENDPOINTS.testGet, { as, query, params })).state).toBe("running"));
  return { udt, people, agent, query, params };
}
