import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type ResourceKind } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { monkeyConfig } from "../../../test/run-project.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const RECORDED: ResourceKind[] = ["video", "log", "performance", "input"];

onEachDatabase("files of a debug session", (open) => {
  let udt: TestServer;
  let agent: TestAgent;
  let people: Record<"holder" | "colleague" | "owner" | "guest" | "admin", Person>;
  let query: { project: string };
  let params: { test_id: string; device_id: string };
  let files: { resource_id: string; kind: ResourceKind }[];
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    people = {
      admin: await udt.person("root", { udt_admin: true }),
      holder: await udt.person("holder"),
      colleague: await udt.person("colleague"),
      owner: await udt.person("owner"),
      guest: await udt.person("guest"),
    };
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    // Its ordinary members do not hold `debug.monitor`, and anybody looks into it.
    const { holder, colleague, owner } = people;
    const project = await udt.project(
      `project-${++count}`,
      [
        { person: holder, user_type: 2 },
        { person: colleague, user_type: 2 },
        { person: owner, user_type: 1 },
      ],
      { visibility: 2, member_privileges: [] },
    );
    query = { project };
    agent = await udt.agent(`agent-${count}`, [project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
  });

  /** One file of each kind that is recorded, which still grow, and a screenshot. */
  async function leaveFiles(of: { test_id: string; device_id: string }) {
    const { lease_token } = agent.all("session_start").find(({ test_id }) => test_id === of.test_id)!;
    const described = { name: "a file", content_type: "text/plain", lease_token, started_at: udt.clock.now() };
    const bearer = agent.token;
    params = of;
    files = [];
    for (const kind of RECORDED) {
      const resource_id = randomUUID();
      const body = { ...described, resource_id, kind };
      await udt.ok(ENDPOINTS.agentResourceBegin, { bearer, params, body });
      const piece = { bearer, params: { ...params, resource_id, piece: 0 }, query: { lease_token } };
      await udt.ok(ENDPOINTS.agentResourcePiece, { ...piece, body: Buffer.from("{}\n") });
      files.push({ resource_id, kind });
    }
    const kept = { name: "a picture", content_type: "image/png", kind: "screenshot" as const, lease_token };
    const put = { bearer, params, query: kept, body: Buffer.from("a picture") };
    files.push({ ...(await udt.ok(ENDPOINTS.agentResourcePut, put)), kind: "screenshot" });
  }
  const begin = async () => {
    const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: people.holder, query })).list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: people.holder, query, body });
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: people.holder, query, params: { test_id } })).state).toBe(
        "running",
      ),
    );
    await leaveFiles({ test_id, device_id });
  };
  /** Which files somebody finds, as the list, each kind of it, the files themselves and the CSV agree. */
  async function seen(as: Person): Promise<number> {
    const list = async (of: object = {}) =>
      (await udt.ok(ENDPOINTS.resourceList, { as, query: { ...query, ...of }, params })).resource_list.length;
    const found = await list();
    for (const { resource_id, kind } of files) {
      expect(await list({ kind }), kind).toBe(found === 0 ? 0 : 1);
      const call = { as, query, params: { ...params, resource_id } };
      const answers = [await udt.call(ENDPOINTS.resourceGet, call)];
      if (kind === "performance") answers.push(await udt.call(ENDPOINTS.performanceCsv, call));
      for (const answer of answers)
        expect(answer, kind).toMatchObject(found === 0 ? { code: "resource_not_found" } : { status: 200 });
    }
    return found;
  }

  it("are its holder's, who may watch it's, and administrators' while it runs, and the project's then", async () => {
    await begin();
    const { colleague, guest, ...watchers } = people;
    for (const as of Object.values(watchers)) expect(await seen(as), as.user_name).toBe(files.length);
    for (const as of [colleague, guest]) expect(await seen(as), as.user_name).toBe(0);
    await udt.ok(ENDPOINTS.testCancel, { as: people.holder, query, params });
    for (const as of Object.values(people)) expect(await seen(as), as.user_name).toBe(files.length);
  });

  it("are seen by members who hold debug.monitor, and no more when it is taken from them", async () => {
    await begin();
    const allow = (privilege_list: string[]) =>
      udt.ok(ENDPOINTS.privilegeSet, {
        as: people.owner,
        params: { project_id: query.project },
        body: { privilege_list },
      });
    await allow(["debug.monitor"]);
    expect(await seen(people.colleague)).toBe(files.length);
    await allow([]);
    expect(await seen(people.colleague)).toBe(0);
  });

  it("are not a run's, whose files are its report's from the first", async () => {
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, {
      as: people.holder,
      query,
      body: { name: "Nightly", config: monkeyConfig() },
    });
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: people.holder, query, params: { job_id }, body: {} });
    const device = () => udt.ok(ENDPOINTS.runGet, { as: people.holder, query, params: { test_id } });
    await until(async () => expect((await device()).test.devices[0]).toMatchObject({ state: "running" }));
    await leaveFiles({ test_id, device_id: (await device()).test.devices[0]!.device_id });
    for (const as of Object.values(people)) expect(await seen(as), as.user_name).toBe(files.length);
  });
});
