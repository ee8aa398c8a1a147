import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { debugKind } from "../../kinds/debug/debug-kind.ts";
import { newPackage, threeChunks, Uploader } from "../../assets/apps/apps.fixture.ts";

onEachDatabase("deleting a project", (open) => {
  let udt: TestServer;
  let root: Person;
  let owner: Person;
  let member: Person;
  let agent: TestAgent;
  let bound: TestAgent;
  let query: { project: string };
  let count = 0;

  const at = (as: Person) => ({ as, query, params: { project_id: query.project } });
  const remove = (as = owner, confirm = query.project) =>
    udt.call(ENDPOINTS.projectDelete, { ...at(as), query: { ...query, confirm } });
  const idle = async () => (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.device_id;
  const start = async (as = owner) => {
    const body = { kind: "debug", device_id: await idle(), duration_minutes: 30 };
    return udt.call(ENDPOINTS.testCreate, { as, query, body });
  };
  const rows = async (table: string) => {
    const where = `where project_id = '${query.project}'`;
    const { rows } = await udt.server.database.db.execute(`select count(*)::int as n from ${table} ${where}`);
    return rows[0]!["n"];
  };
  const files = async () => {
    const folder = join(udt.settings.data_dir, "blobs");
    if (!existsSync(folder)) return [];
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    root = await udt.person("root", { udt_admin: true });
    owner = await udt.person("owner");
    member = await udt.person("member");
    await udt.project("other", [{ person: owner, user_type: 1 }]);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `doomed-${++count}` };
    await udt.project(query.project, [
      { person: owner, user_type: 1 },
      { person: member, user_type: 2 },
    ]);
    agent = await udt.agent("shared", [query.project, "other"]);
    bound = await udt.agent("bound", [query.project]);
    await agent.connect([deviceReport(`a-serial-${count}`, { model: "A" })]);
    await bound.connect([deviceReport(`b-serial-${count}`, { model: "B" })]);
  });

  it("takes a confirmation by its owner", async () => {
    expect((await remove(owner, "doomed")).code).toBe("project_confirm");
    expect((await remove(member)).headers["x-udt-permission"]).toBe("project.owner");
    expect((await udt.call(ENDPOINTS.projectGet, at(member))).ret).toBe(0);
  });

  it("ends what runs, then takes all of it and nothing else, files too", async () => {
    const before = await files();
    const { test_id } = (await start()).data as { test_id: string };
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.testGet, { as: owner, query, params: { test_id } })).toMatchObject({
        state: "running",
      }),
    );
    const uploader = new Uploader(udt, owner, query.project);
    const app = await uploader.upload(newPackage());
    const half = threeChunks();
    const begun = await uploader.create(half);
    await uploader.chunk(begun.upload_id, 2, half.bytes.subarray(4 * 1024 ** 2, 8 * 1024 ** 2));
    const icon = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
    await udt.ok(ENDPOINTS.projectIconPut, { ...at(owner), body: icon });
    await udt.ok(ENDPOINTS.tokenReset, { ...at(owner), body: { confirm: query.project } });
    const stranger = await udt.person("stranger");
    await udt.ok(ENDPOINTS.joinRequest, { ...at(stranger), body: {} });
    const channel = { name: "mail", kind: "email", recipients: "a@example.com" } as const;
    const { id } = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body: channel });
    await udt.ok(ENDPOINTS.channelTest, { as: owner, query, params: { id } });
    const device_id = await idle();
    const { lease_token } = agent.all("session_start").find((one) => one.test_id === test_id)!;
    await udt.server.services.resources.put(
      agent.agent_id,
      { test_id, device_id, lease_token },
      { name: "one.png", kind: "screenshot", content_type: "image/png", started_at: null, case_run_id: null },
      Readable.from([icon]),
    );
    const contents = await udt.ok(ENDPOINTS.projectContents, at(owner));
    expect(Object.fromEntries(Object.entries(contents).filter(([, count]) => count > 0))).toEqual({
      members: 2,
      join_requests: 1,
      sessions: 1,
      running_tests: 1,
      files: 1,
      file_bytes: icon.length,
      apps: 1,
      app_bytes: app.size_bytes,
      channels: 1,
      deliveries: 1,
      tokens: 1,
      agents: 1,
    });
    expect((await files()).length).toBeGreaterThan(before.length + 3);
    const events = await udt.socket(SOCKETS.events, { as: member, query });

    const answer = await remove();
    expect(answer.ret, answer.text).toBe(0);
    expect(agent.all("session_stop")).toHaveLength(1);
    expect(await events.closed).toEqual({ code: 4404, reason: "project_not_exists" });
    for (const table of [
      "projects",
      "members",
      "tests",
      "apps",
      "uploads",
      "installs",
      "agent_projects",
      "project_tokens",
    ])
      expect(await rows(table), table).toBe(0);
    expect(await files()).toEqual(before);
    const loose = await udt.server.database.db.execute("select * from loose_blobs");
    expect(loose.rows).toEqual([]);
    await udt.refused(ENDPOINTS.projectGet, at(root), "project_not_exists");
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: root, query: { project_id: query.project } });
    expect(list[0]).toMatchObject({ action: "project.delete", user_name: "owner", target: query.project });

    const elsewhere = await udt.ok(ENDPOINTS.deviceList, {
      as: owner,
      query: { project: "other", keyword: `-${count}` },
    });
    expect(elsewhere.list).toMatchObject([{ device_id, state: "idle", lease: null }]);
  });

  it("counts tests as what their kinds say, and takes the files that kinds keep of them", async () => {
    const { database, blobs } = udt.server;
    const before = await files();
    await makeRun(database.db, { project_id: query.project, user_id: owner.user_id, at: udt.clock.now() });
    expect((await start()).ret).toBe(0);
    const kept = `kept-of-${query.project}`;
    await blobs.put(kept, Readable.from([Buffer.from("kept")]), 100);
    expect(await files()).not.toEqual(before);
    debugKind.filesOf = (_tx, gone) =>
      Promise.resolve(isDeepStrictEqual(gone, { project_id: query.project }) ? [kept] : []);
    try {
      const contents = await udt.ok(ENDPOINTS.projectContents, at(owner));
      expect(contents).toMatchObject({ sessions: 1, runs: 1, running_tests: 1, jobs: 0, schedules: 0, shares: 0 });
      expect((await remove()).ret).toBe(0);
    } finally {
      delete debugKind.filesOf;
    }
    expect(await files()).toEqual(before);
  });

  it("names all that goes: every table of a project's rows is counted, or is told here why not", async () => {
    const { rows } = await udt.server.database.db.execute(
      "select table_name from information_schema.columns where column_name = 'project_id' and table_schema = 'public' order by 1",
    );
    const uncounted = [
      // Bookkeeping that nobody made and nobody misses.
      "agent_projects agent_requests agent_tasks device_hours device_projects events installs leases",
      "projects report_facts run_numbers synced_projects uploads",
      // A word for whoever has the device next in the project.
      "device_notes",
      // By what memory traces are sorted, and measured: it goes with them.
      "memory_partitions memory_baselines",
      // Kept: who did what stays known.
      "audit",
      // The devices' own: they stay, and are no project's tag's any more.
      "self_checks device_profiles uncleaned_devices",
      // Counted as people, by the view over them and over the organisations.
      "members",
      // Counted by the tests that they are part of.
      "runs slots case_runs account_leases",
      // What follows from runs.
      "run_figures case_failures flaky_cases case_numbers run_outcomes",
    ];
    const counted = [
      "project_people project_orgs join_requests tests apps jobs schedules account_files libraries tags ios_certificates",
      "credentials notification_channels notification_triggers notification_deliveries report_shares project_tokens api_keys work_order_files",
      "script_repositories memory_traces",
    ];
    const known = new Set([...uncounted, ...counted].flatMap((names) => names.split(" ")));
    expect(rows.map((row) => String(row["table_name"])).filter((table) => !known.has(table))).toEqual([]);
  });

  it("revokes the agents that served it alone, so that they do not serve all", async () => {
    expect((await remove()).ret).toBe(0);
    await until(() => expect(bound.closed).toEqual({ code: 4401, reason: "agent_token" }));
    expect(agent.closed).toBeUndefined();
    await udt.project("third", []);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: root, query: { project: "third" } });
    expect(list).toEqual([]);
  });

  it("frees its id and name", async () => {
    expect((await remove()).ret).toBe(0);
    const body = { project_id: query.project.toUpperCase(), name: query.project };
    expect((await udt.call(ENDPOINTS.projectCreate, { as: member, body })).ret).toBe(0);
  });

  it("does not wait for ever for a device that nobody confirms to be clean", async () => {
    agent.script.reportsCleaned = false;
    agent.script.session_stop = () => "never";
    await start();
    const removing = remove();
    await until(() => expect(agent.all("session_stop")).toHaveLength(1));
    expect(await rows("projects")).toBe(1);
    await until(async () => {
      udt.clock.turn(20_000);
      expect(await rows("projects")).toBe(0);
    });
    expect((await removing).ret).toBe(0);
  });

  it("by two at once happens once, and what begins meanwhile is refused or goes with it", async () => {
    const file = newPackage();
    const upload = { file_name: "demo.apk", md5: file.md5, size_bytes: file.size_bytes };
    const [first, second, begun, sent, joined] = await Promise.all([
      remove(),
      remove(root),
      start(member),
      udt.call(ENDPOINTS.uploadCreate, { as: member, query, body: upload }),
      udt.call(ENDPOINTS.joinRequest, { as: root, params: { project_id: query.project }, body: {} }),
    ]);
    const codes = [first, second].map((answer) => answer.code ?? "done").toSorted();
    expect(codes).toEqual(["done", "project_not_exists"]);
    for (const answer of [begun, sent, joined]) {
      if (answer.ret !== 0) expect(["project_not_exists", "user_not_in_project"], answer.text).toContain(answer.code);
    }
    expect(await rows("tests")).toBe(0);
  });
});
