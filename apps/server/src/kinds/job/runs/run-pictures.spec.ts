import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../../test/harness.ts";
import { monkeyConfig } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { smallJpeg } from "../../../../test/small-jpeg.ts";

onEachDatabase("the picture of a run's device", (open) => {
  let udt: TestServer;

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());

  it("is seen by whoever reads the run's report, through its project alone", async () => {
    const [starter, colleague, guest] = [
      await udt.person("starter"),
      await udt.person("colleague"),
      await udt.person("guest"),
    ];
    const members = [starter, colleague].map((person) => ({ person, user_type: 2 as const }));
    const project = await udt.project("alpha", members, { visibility: 2, member_privileges: [] });
    const other = await udt.project("beta", members);
    const agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    const query = { project };
    const started = agent.next("session_start");
    const body = { name: "Nightly", config: monkeyConfig() };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body });
    await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} });
    const { test_id, lease_token, device_id } = await started;
    const jpeg = smallJpeg(1).toString("base64");
    agent.send({ type: "picture", serial: "s-1", lease: { test_id, lease_token }, jpeg });
    const asked = (as: Person, of: string) =>
      udt.call(ENDPOINTS.devicePicture, { as, query: { project: of }, params: { device_id } });
    await until(async () => expect((await asked(starter, project)).status).toBe(200));
    for (const as of [colleague, guest]) {
      expect((await udt.call(ENDPOINTS.runGet, { as, query, params: { test_id } })).ret).toBe(0);
      expect((await asked(as, project)).status, as.user_name).toBe(200);
    }
    for (const as of [starter, colleague]) expect((await asked(as, other)).code).toBe("picture_not_found");
  });
});
