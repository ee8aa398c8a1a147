import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  ENDPOINTS,
  initialRuntimeSettings,
  webConfig,
  RUNTIME_SETTING_NAMES,
  RUNTIME_SETTINGS,
  SOCKETS,
  type RuntimeSettings,
} from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { settingsFor, TestServer, until, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { updateUser } from "../users/users.repository.ts";
import { startServer } from "../../server.ts";

const DAY_MS = 86_400_000;

onEachDatabase("run-time settings", (open) => {
  let udt: TestServer;
  let admin: Person;
  let count = 0;
  const set = (body: object) => udt.call(ENDPOINTS.adminSettingsSet, { as: admin, body });
  const get = () => udt.ok(ENDPOINTS.adminSettingsGet, { as: admin });
  const signUp = (user_name: string) =>
    udt.call(ENDPOINTS.userSignup, {
      body: { email: `${user_name}@example.com`, user_name, password: "sunny day 1" },
    });
  const found = async (keyword: string) =>
    (await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword } })).list[0]!;

  beforeAll(async () => {
    udt = await TestServer.start(open, { first_look: true });
    admin = await udt.person("root", { udt_admin: true });
    // Else the setting that asks for one leaves them nothing else to do.
    await updateUser(udt.server.database.db, admin.user_id, { second_factor: true });
  });
  afterAll(() => udt.dispose());

  it("begin as the contract and the server's variables say", async () => {
    expect(await get()).toEqual(initialRuntimeSettings);
    const closed = settingsFor(await open(), { first_look: true, signup: false, inactivity_minutes: 3 });
    const other = await startServer(closed, { clock: udt.clock, logLevel: "silent" });
    expect(other.services.runtime.values).toEqual({
      ...initialRuntimeSettings,
      signup_open: false,
      inactivity_minutes: 3,
    });
    await other.stop();
  });

  it("say which types of accounts see notifications in their menu, at once", async () => {
    const seen = async () => {
      const answer = await udt.server.app.inject({ url: "/static/data/config.json" });
      return webConfig.parse(JSON.parse(answer.body)).notification_auth_types;
    };
    expect(await seen()).toEqual([1, 3]);
    await set({ notifications_internal: false, notifications_email: true });
    expect(await seen()).toEqual([2, 3]);
    await set({ notifications_internal: true, notifications_email: false });
    const web = webConfig.parse({ private_build: false });
    const host = await startServer(settingsFor(await open(), { web }), { clock: udt.clock, logLevel: "silent" });
    const config = await host.app.inject({ url: "/static/data/config.json" });
    expect(webConfig.parse(JSON.parse(config.body)).notification_auth_types).toEqual([1]);
    await host.stop();
  });

  it("say to who has no account whether they may register, and what follows", async () => {
    const told = async () => {
      const answer = await udt.server.app.inject({ url: "/static/data/config.json" });
      const { signup_open, signup_approval } = webConfig.parse(JSON.parse(answer.body));
      return { signup_open, signup_approval };
    };
    expect(await told()).toEqual({ signup_open: true, signup_approval: true });
    await set({ signup_open: false, signup_approval: false });
    expect(await told()).toEqual({ signup_open: false, signup_approval: false });
    await set({ signup_open: true, signup_approval: true });
  });

  it("take every value up to their bounds, and none beyond", async () => {
    for (const name of RUNTIME_SETTING_NAMES) {
      const rule = RUNTIME_SETTINGS[name];
      const good = rule.kind === "flag" ? [!rule.initial, rule.initial] : [rule.max, rule.min];
      for (const value of good) expect(await set({ [name]: value }), name).toMatchObject({ data: { [name]: value } });
      if (rule.kind === "flag") expect(await set({ [name]: 1 }), name).toMatchObject({ data: { [name]: true } });
      const bad = rule.kind === "flag" ? [2, "true", null] : [rule.min - 1, rule.max + 1, 1.5, "5", null];
      for (const value of bad) {
        const answer = await set({ [name]: value });
        expect(answer, name).toMatchObject({ status: 400, code: "invalid_param" });
        expect(answer.text).toContain(name);
      }
      await set({ [name]: rule.initial });
    }
    expect((await set({ unknown: 1 })).code).toBe("invalid_param");
    expect(await get()).toEqual(initialRuntimeSettings);
  });

  it("are changed alone, and each leaves its trace", async () => {
    await set({ parallel_tests_per_user: 7, signup_open: true });
    await set({ parallel_tests_per_user: 7 });
    expect(await set({ allow_unisolated_scripts: true })).toMatchObject({ data: { parallel_tests_per_user: 7 } });
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action: "settings.set" } });
    expect(list.slice(0, 2).map(({ target, detail, user_name }) => [target, detail, user_name])).toEqual([
      ["allow_unisolated_scripts", { from: false, to: true }, "root"],
      ["parallel_tests_per_user", { from: 0, to: 7 }, "root"],
    ]);
    await set({ parallel_tests_per_user: 0, allow_unisolated_scripts: false });
  });

  it("outlive the server", async () => {
    await set({ parallel_tests_per_project: 9 });
    await udt.restart();
    expect(await get()).toMatchObject({ parallel_tests_per_project: 9 });
    await set({ parallel_tests_per_project: 0 });
  });

  it("open and close registration, and its approval, at once", async () => {
    await set({ signup_open: false });
    expect((await signUp("late")).code).toBe("signup_closed");
    await set({ signup_open: true });
    expect((await signUp("waits")).ret).toBe(0);
    expect(await found("waits@")).toMatchObject({ state: "approving", expires_at: null });
    await set({ signup_approval: false, default_expiry_days: 30 });
    expect((await signUp("enters")).ret).toBe(0);
    const expires_at = udt.clock.now() + 30 * DAY_MS;
    expect(await found("enters@")).toMatchObject({ state: "approved", expires_at });
    const login = { email: "enters@example.com", password: "sunny day 1" };
    expect((await udt.call(ENDPOINTS.userLogin, { body: login })).ret).toBe(0);
    await set({ signup_approval: true });
  });

  it("give who is approved the end of new accounts, unless it is said otherwise", async () => {
    await set({ default_expiry_days: 10 });
    const approve = async (person: Person, more: object = {}) =>
      udt.ok(ENDPOINTS.adminUserUpdate, {
        as: admin,
        params: { user_id: person.user_id },
        body: { state: "approved", ...more },
      });
    const waiting = () => udt.person(`waiting ${++count}`, { state: "approving" });
    const end = udt.clock.now() + 10 * DAY_MS;
    expect(await approve(await waiting())).toMatchObject({ expires_at: end });
    expect(await approve(await waiting(), { expires_at: null })).toMatchObject({ expires_at: null });
    expect(await approve(await waiting(), { expires_at: end + 5 })).toMatchObject({ expires_at: end + 5 });
    // Who was let in before is let in again as they were.
    expect(await approve(await udt.person("back", { state: "disabled" }))).toMatchObject({ expires_at: null });
    await set({ default_expiry_days: 0 });
    expect(await approve(await waiting())).toMatchObject({ expires_at: null });
  });

  it("end sessions that nobody uses after the time that counts now", async () => {
    const project = await udt.project("idle", [{ person: admin, user_type: 1 }]);
    const agent = await udt.agent("agent", [project]);
    await agent.connect([deviceReport("idle-1")]);
    const query = { project };
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: admin, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 480 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: admin, query, body });
    const test = () => udt.ok(ENDPOINTS.testGet, { as: admin, query, params: { test_id } });
    await until(async () => expect(await test()).toMatchObject({ state: "running" }));
    expect(await test()).toMatchObject({ inactive_deadline: udt.clock.now() + 15 * 60_000 });
    await set({ inactivity_minutes: 0 });
    await until(async () => expect(await test()).toMatchObject({ inactive_deadline: null }));
    await set({ inactivity_minutes: 5 });
    await until(async () => expect(await test()).toMatchObject({ inactive_deadline: udt.clock.now() + 5 * 60_000 }));
    udt.clock.turn(5 * 60_000);
    await until(async () => expect(await test()).toMatchObject({ state: "ended", end_reason: "inactivity" }));
    await set({ inactivity_minutes: 15 });
  });

  it("let old entries of the audit log go", async () => {
    await set({ audit_retention_days: 20 });
    const marked = async () =>
      (await udt.ok(ENDPOINTS.auditList, { as: admin, query: { keyword: "audit_retention_days" } })).total;
    const before = await marked();
    expect(before).toBeGreaterThan(0);
    // Who turned the clock so far would be signed out.
    const turn = async (ms: number) => {
      udt.clock.turn(ms);
      Object.assign(admin, await udt.session(admin));
    };
    await turn(19 * DAY_MS);
    expect(await marked()).toBe(before);
    await until(async () => {
      await turn(DAY_MS);
      expect(await marked()).toBe(0);
    });
    await set({ audit_retention_days: 0 });
    const kept = await marked();
    await turn(400 * DAY_MS);
    await turn(DAY_MS);
    expect(await marked()).toBe(kept);
  });

  it("tell every console that they have changed, and that the announcement has", async () => {
    const project = await udt.project(`told-${++count}`, [{ person: admin, user_type: 1 }]);
    const tap = await udt.socket(SOCKETS.events, { as: admin, query: { project } });
    await until(() => expect(tap.json).toHaveLength(1));
    await set({ parallel_tests_per_user: 3 });
    await udt.ok(ENDPOINTS.noticeSet, { as: admin, body: { text: "soon", level: "info" } });
    await until(() =>
      expect(tap.json.map((event) => (event as { type: string }).type)).toEqual(
        expect.arrayContaining(["settings.changed", "notice.changed"]),
      ),
    );
  });

  it("end what somebody has running with their account", async () => {
    const user = await udt.person("leaver", { password_hash: await hash("sunny day 1") });
    const project = await udt.project("leaving", [{ person: user, user_type: 2 }]);
    const agent = await udt.agent("agent", [project]);
    await agent.connect([deviceReport("leaving-1")]);
    const query = { project };
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: user, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: user, query, body });
    await udt.ok(ENDPOINTS.adminUserUpdate, {
      as: admin,
      params: { user_id: user.user_id },
      body: { state: "disabled" },
    });
    const ended = await udt.ok(ENDPOINTS.testGet, { as: admin, query, params: { test_id } });
    expect(ended).toMatchObject({ state: "ended", end_reason: "access_lost" });
  });

  it("bound how many devices one person and one project debug at a time, also when they ask at once", async () => {
    const query = { project: `parallel-${++count}` };
    const [ann, bob] = [await udt.person("ann"), await udt.person("bob")];
    await udt.project(query.project, [
      { person: ann, user_type: 2 },
      { person: bob, user_type: 2 },
    ]);
    const agent = await udt.agent("agent", [query.project]);
    await agent.connect([1, 2, 3, 4].map((each) => deviceReport(`parallel-${count}-${each}`)));
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ann, query });
    const debug = (as: Person, device: number) =>
      udt.call(ENDPOINTS.testCreate, {
        as,
        query,
        body: { kind: "debug", device_id: list[device]!.device_id, duration_minutes: 30 },
      });
    await set({ parallel_tests_per_user: 1, parallel_tests_per_project: 2 });
    const answers = await Promise.all([debug(ann, 0), debug(ann, 1)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(["parallel_limit_user", undefined]);
    expect((await debug(bob, 2)).ret).toBe(0);
    await set({ parallel_tests_per_user: 0 });
    expect((await debug(bob, 3)).code).toBe("parallel_limit_project");
    await set({ parallel_tests_per_project: 0 });
    expect((await debug(bob, 3)).ret).toBe(0);
  });
});

/** Two servers on one database: only PostgreSQL lets them be two. */
onEachDatabase("run-time settings of two servers", (open) => {
  it("are one", async () => {
    const database = await open();
    const udt = await TestServer.start(() => Promise.resolve(database));
    const other =
      database.settings.database_url === undefined
        ? udt.server
        : await startServer(settingsFor(database), { clock: udt.clock, logLevel: "silent" });
    try {
      const admin = await udt.person("root", { udt_admin: true });
      const change: Partial<RuntimeSettings> = { signup_open: false, parallel_tests_per_user: 2 };
      await udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: change });
      await until(() => expect(other.services.runtime.values).toMatchObject(change));
    } finally {
      if (other !== udt.server) await other.stop();
      await udt.dispose();
    }
  });
});
