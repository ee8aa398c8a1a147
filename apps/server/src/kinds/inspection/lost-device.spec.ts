import { ENDPOINTS } from "@udt/contract";
import { expect, it, onTestFinished } from "vitest";
import { TestServer } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { agent_projects } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";

it("is told to a test's project only as long as it sees the device", async () => {
  const udt = await TestServer.start();
  onTestFinished(() => udt.dispose());
  const member = await udt.person("member");
  const query = { project: await udt.project("demo", [{ person: member, user_type: 2 }]) };
  const other = await udt.project("other", []);
  const agent = await udt.agent("lab", [query.project, other]);
  await agent.connect([deviceReport("S1")]);
  const { list } = await udt.ok(ENDPOINTS.deviceList, { as: member, query });
  const { device_id } = list[0]!;
  const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
  const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body });
  const ofTest = { as: member, query, params: { test_id, device_id } };
  expect(await udt.ok(ENDPOINTS.selfCheckOfTest, ofTest)).toEqual({ list: [] });
  // An agent of no project would be everybody's: this one is the other's alone from now on.
  await udt.server.database.db.delete(agent_projects).where(eq(agent_projects.project_id, query.project));
  await udt.refused(ENDPOINTS.selfCheckOfTest, ofTest, "device_not_in_project");
});
