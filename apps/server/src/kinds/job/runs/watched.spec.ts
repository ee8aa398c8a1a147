import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS, BROWSER_STREAM_NAMES, type StreamName } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { newPackage, Uploader } from "../../../assets/apps/apps.fixture.ts";
import { monkeyConfig, runProject } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

/** Every call by which somebody could drive a device. */
const driving = (app_id: string) => [
  [ENDPOINTS.appInstall, { app_id }] as const,
  [ENDPOINTS.appUninstall, { package_name: "com.example.app" }] as const,
  [ENDPOINTS.appStart, { package_name: "com.example.app" }] as const,
  [ENDPOINTS.appStop, { package_name: "com.example.app" }] as const,
  [ENDPOINTS.appClear, { package_name: "com.example.app" }] as const,
  [ENDPOINTS.deviceAppList, undefined] as const,
  [ENDPOINTS.screenCapture, undefined] as const,
  [ENDPOINTS.foldSet, { folded: true }] as const,
  [ENDPOINTS.foldGet, undefined] as const,
];

describe("a run's device", () => {
  let udt: TestServer;
  let starter: Person;
  let colleague: Person;
  let admin: Person;
  let agent: TestAgent;
  let query: { project: string };
  /** Another project that sees the same device. */
  let other: string;
  let params: { test_id: string; device_id: string };
  let count = 0;

  const stream = (name: StreamName, as: Person) =>
    udt.socket(SOCKETS.stream, { as, params: { ...params, stream: name }, query });

  beforeAll(async () => {
    udt = await TestServer.start();
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    ({ starter, colleague, admin } = await runProject(udt, query.project));
    other = await udt.project(`other-${count}`, [{ person: colleague, user_type: 2 }]);
    agent = await udt.agent("agent", [query.project, other]);
    await agent.connect([
      deviceReport(`serial-${count}`, { capabilities: ["screen", "input", "shell", "log", "fold"] }),
    ]);
    const body = { name: "Nightly", config: monkeyConfig() };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} });
    await until(async () => {
      const { test } = await udt.ok(ENDPOINTS.runGet, { as: starter, query, params: { test_id } });
      expect(test.devices[0]).toMatchObject({ state: "running" });
      params = { test_id, device_id: test.devices[0]!.device_id };
    });
  });

  it("says which run has it, to its own project alone", async () => {
    const lease = async (project: string) =>
      (await udt.ok(ENDPOINTS.deviceList, { as: colleague, query: { project } })).list[0]!.lease;
    const { job_id, job_name } = await udt.ok(ENDPOINTS.runGet, { as: starter, query, params });
    expect(await lease(query.project)).toMatchObject({ kind: "job", run: { job_id, job_name } });
    expect(job_name).toBe("Nightly");
    expect(await lease(other)).toMatchObject({ kind: "job", user_name: "starter", run: null });
    expect((await udt.ok(ENDPOINTS.testGet, { as: starter, query, params })).run).toMatchObject({ job_id, job_name });
  });

  it("is looked at by whoever may watch, and driven by nobody", async () => {
    const { app_id } = await new Uploader(udt, starter, query.project).upload(newPackage());
    // An administrator holds no more of it than who looks.
    for (const [as, why] of [
      [starter, "test_watched"],
      [admin, "not_driver"],
    ] as const) {
      for (const name of BROWSER_STREAM_NAMES.filter((one) => one !== "screen" && one !== "log"))
        expect((await (await stream(name, as)).closed).reason, name).toMatch(/^(test_watched|not_driver)$/);
      for (const [endpoint, body] of driving(app_id))
        await udt.refused(endpoint, { as, query, params, ...(body && { body }) }, why);
      await udt.refused(ENDPOINTS.testExtend, { as, query, params, body: { minutes: 5 } }, "test_watched");
      await udt.refused(ENDPOINTS.testKeep, { as, query, params }, why);
    }
    expect(agent.all("command")).toEqual([]);
    expect(agent.all("session_deadline")).toEqual([]);
    for (const as of [starter, admin, colleague]) {
      for (const name of ["screen", "log"] as const) {
        const before = agent.streams.length;
        await stream(name, as);
        await until(() => expect(agent.streams).toHaveLength(before + 1));
      }
    }
    expect(new Set(agent.all("stream_open").map(({ stream: name }) => name))).toEqual(new Set(["screen", "log"]));
    expect(agent.all("stream_open").every(({ watching }) => watching)).toBe(true);
  });
});
