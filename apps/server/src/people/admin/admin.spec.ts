import { hash } from "@node-rs/argon2";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS, USER_STATE_TRANSITIONS, USER_STATES } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("administration", (open) => {
  let udt: TestServer;
  let admin: Person;
  let ada: Person;
  let count = 0;
  const update = (person: Person, body: object, as = admin) =>
    udt.call(ENDPOINTS.adminUserUpdate, { as, params: { user_id: person.user_id }, body });
  const audit = async (query: Record<string, string> = {}) =>
    (await udt.ok(ENDPOINTS.auditList, { as: admin, query })).list;
  const basic = (key: { secret_id: string; secret_key: string }) => ({
    authorization: `Basic ${Buffer.from(`${key.secret_id}:${key.secret_key}`).toString("base64")}`,
  });

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    admin = await udt.person(`root ${++count}`, { udt_admin: true });
    ada = await udt.person(`ada ${count}`, { email: `ada${count}@example.com` });
  });

  it("moves users through the table of states alone", async () => {
    for (const from of USER_STATES) {
      for (const to of USER_STATES) {
        const person = await udt.person("mover", { state: from });
        const answer = await update(person, { state: to });
        const isAllowed = from === to || USER_STATE_TRANSITIONS[from].includes(to);
        const where = `${from} to ${to}`;
        if (isAllowed) expect(answer, where).toMatchObject({ ret: 0, data: { state: to } });
        else expect(answer, where).toMatchObject({ status: 409, code: "user_state", data: { args: { state: from } } });
      }
    }
    const { state_counts } = await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: "mover" } });
    const want = Object.fromEntries(USER_STATES.map((state) => [state, 0]));
    for (const from of USER_STATES) {
      for (const to of USER_STATES) want[USER_STATE_TRANSITIONS[from].includes(to) ? to : from]! += 1;
    }
    expect(state_counts).toEqual(want);
    await udt.refused(
      ENDPOINTS.adminUserUpdate,
      { as: admin, params: { user_id: "nobody" }, body: {} },
      "user_not_found",
    );
  });

  it("counts the accounts that wait, and says at once when that changes", async () => {
    const waiting = async () => (await udt.ok(ENDPOINTS.adminWaiting, { as: admin })).accounts;
    const before = await waiting();
    const tap = await udt.socket(SOCKETS.ownEvents, { as: admin });
    const changes = () => tap.json.filter((event) => (event as { type: string }).type === "accounts.changed").length;
    await until(() => expect(tap.json).toHaveLength(1));
    const newcomer = { email: `newcomer${count}@example.com`, user_name: `newcomer ${count}`, password: "sunny day 1" };
    await udt.ok(ENDPOINTS.userSignup, { body: newcomer });
    await until(() => expect(changes()).toBe(1));
    expect(await waiting()).toBe(before + 1);
    const { list } = await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: newcomer.email } });
    const params = { user_id: list[0]!.user_id };
    await udt.ok(ENDPOINTS.adminUserUpdate, { as: admin, params, body: { state: "approved" } });
    await until(() => expect(changes()).toBe(2));
    expect(await waiting()).toBe(before);
  });

  it.each(["approved", "rejected"] as const)(
    "tells who registered, and is not signed in, that they are %s",
    async (state) => {
      const { user_name, ...login } = {
        email: `${state}${count}@example.com`,
        user_name: `${state} ${count}`,
        password: "sunny day 1",
      };
      const { token } = await udt.ok(ENDPOINTS.userSignup, { body: { ...login, user_name } });
      const tap = await udt.socket(SOCKETS.waiting, { params: { token: token! } });
      await until(() => expect(tap.json).toEqual([{ state: "approving" }]));
      // One whose computer sleeps is not kept for ever.
      const pinged = once(tap.socket, "ping");
      udt.clock.turn(15_000);
      await pinged;
      // That of somebody else is nothing to them.
      await update(await udt.person("mover", { state: "approving" }), { state: "approved" });
      const { list } = await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: login.email } });
      await udt.ok(ENDPOINTS.adminUserUpdate, { as: admin, params: { user_id: list[0]!.user_id }, body: { state } });
      expect(await tap.closed).toEqual({ code: 1000, reason: "decided" });
      expect(tap.json).toEqual([{ state: "approving" }, { state }]);
      // Who comes back later hears the same; a token opens nothing else, and none that was made up does.
      const late = await udt.socket(SOCKETS.waiting, { params: { token: token! } });
      await late.closed;
      expect(late.json).toEqual([{ state }]);
      const wrong = await udt.socket(SOCKETS.waiting, { params: { token: `${token}x` } });
      expect(await wrong.closed).toEqual({ code: 4404, reason: "signup_not_found" });
    },
  );

  it("gives no token to who need not wait", async () => {
    await udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { signup_approval: false } });
    const body = { email: `free${count}@example.com`, user_name: `free ${count}`, password: "sunny day 1" };
    expect(await udt.ok(ENDPOINTS.userSignup, { body })).toEqual({ token: null });
    await udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { signup_approval: true } });
  });

  it.each([
    ["disabled", () => ({ state: "disabled" })],
    ["expired", () => ({ expires_at: udt.clock.now() })],
  ])("takes sessions, keys and sockets at once from who is %s", async (_name, change) => {
    const project = await udt.project(`p-${count}`, [{ person: ada, user_type: 2 }]);
    const agent = await udt.agent("agent", [project]);
    await agent.connect([deviceReport(`serial-${count}-${_name}`)]);
    const query = { project };
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    const params = { test_id, device_id: body.device_id };
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.testGet, { as: ada, query, params: { test_id } })).toMatchObject({
        state: "running",
      }),
    );
    const key = await udt.ok(ENDPOINTS.keyReset, { as: ada });
    const events = await udt.socket(SOCKETS.events, { as: ada, query });
    const byKey = await udt.socket(SOCKETS.events, { headers: basic(key), query });
    const stream = await udt.socket(SOCKETS.stream, { as: ada, query, params: { ...params, stream: "terminal" } });
    await until(() => expect([events.json.length, byKey.json.length, agent.streams.length]).toEqual([1, 1, 1]));
    const changed = await update(ada, change());
    expect(changed.ret, changed.text).toBe(0);
    const over = { code: 4401, reason: "invalid_session" };
    // No time passes here: nothing waits for the next look around.
    expect(await Promise.all([events.closed, byKey.closed, stream.closed])).toEqual([over, over, over]);
    await udt.refused(ENDPOINTS.userInfo, { as: ada }, "invalid_session");
    await udt.refused(ENDPOINTS.userInfo, { headers: basic(key) }, "invalid_session");
    // The key works again for who is let in again; the old sessions do not.
    await update(ada, { state: "approved", expires_at: null });
    await udt.refused(ENDPOINTS.userInfo, { as: ada }, "invalid_session");
    expect((await udt.call(ENDPOINTS.userInfo, { headers: basic(key) })).ret).toBe(0);
  });

  it("takes the sight of other people's projects at once from who is no administrator any more", async () => {
    const project = await udt.project(`p-${count}`, []);
    const other = await udt.person(`other ${count}`, { udt_admin: true });
    const tap = await udt.socket(SOCKETS.events, { as: other, query: { project } });
    await until(() => expect(tap.json).toHaveLength(1));
    await update(other, { udt_admin: false });
    expect(await tap.closed).toEqual({ code: 4403, reason: "user_not_in_project" });
    await udt.ok(ENDPOINTS.userInfo, { as: other });
  });

  it("has sessions and sockets end when the user's time is up", async () => {
    const project = await udt.project(`p-${count}`, [{ person: ada, user_type: 2 }]);
    await update(ada, { expires_at: udt.clock.now() + 60_000 });
    const tap = await udt.socket(SOCKETS.events, { as: ada, query: { project } });
    await until(() => expect(tap.json).toHaveLength(1));
    udt.clock.turn(60_000);
    await udt.refused(ENDPOINTS.userInfo, { as: ada }, "invalid_session");
    // Sockets are looked at every 5 s.
    await until(() => {
      udt.clock.turn(5_000);
      expect(tap.socket.readyState).toBe(tap.socket.CLOSED);
    });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
  });

  it("always leaves an administrator who is approved for ever, also when two go at once", async () => {
    const alone = await TestServer.start(open);
    try {
      const { list } = await (async () => {
        const first = await alone.person("first", { udt_admin: true });
        const second = await alone.person("second", { udt_admin: true });
        const all = await alone.ok(ENDPOINTS.adminUserList, { as: first });
        const made = all.list.find((user) => user.user_name === "admin")!;
        await alone.ok(ENDPOINTS.adminUserUpdate, {
          as: first,
          params: { user_id: made.user_id },
          body: { udt_admin: false },
        });
        return { list: [first, second] };
      })();
      const [first, second] = [list[0]!, list[1]!];
      const drop = (by: Person, of: Person, body: object) =>
        alone.call(ENDPOINTS.adminUserUpdate, { as: by, params: { user_id: of.user_id }, body });
      for (const body of [{ udt_admin: false }, { state: "disabled" }, { expires_at: alone.clock.now() + 1e9 }]) {
        const answers = await Promise.all([drop(first, second, body), drop(second, first, body)]);
        // The second either finds itself no longer allowed, or is kept from removing the last.
        const refusals = answers.map((answer) => answer.code).filter((code) => code !== undefined);
        expect(refusals).toHaveLength(1);
        expect(["last_admin", "admin_only", "invalid_session"]).toContain(refusals[0]);
        const [gone, left] = answers[0].ret === 0 ? [second, first] : [first, second];
        expect((await drop(left, left, body)).code).toBe("last_admin");
        const back = await drop(left, gone, { state: "approved", expires_at: null, udt_admin: true });
        expect(back, back.text).toMatchObject({ ret: 0, data: { udt_admin: true, state: "approved" } });
        // Who was disabled lost the session too.
        Object.assign(gone, await alone.session(gone));
      }
    } finally {
      await alone.dispose();
    }
  });

  it("leaves no session to who signs in while being disabled", async () => {
    const email = `race${count}@example.com`;
    const password_hash = await hash("sunny day 1");
    const racer = await udt.person(`racer ${count}`, { email, password_hash });
    for (let round = 0; round < 5; round++) {
      const [signedIn] = await Promise.all([
        udt.call(ENDPOINTS.userLogin, { body: { email, password: "sunny day 1" }, headers: { cookie: racer.cookie } }),
        update(racer, { state: "disabled" }),
      ]);
      expect(["user_disabled", undefined], signedIn.text).toContain(signedIn.code);
      await update(racer, { state: "approved" });
      const { rows } = await udt.server.database.db.execute(
        `select 1 from sessions where user_id = '${racer.user_id}'`,
      );
      expect(rows).toHaveLength(0);
      Object.assign(racer, await udt.session(racer));
    }
  });

  it("makes administrators of approved users alone, and they may step back", async () => {
    const waiting = await udt.person("waiting", { state: "approving" });
    expect((await update(waiting, { udt_admin: true })).code).toBe("user_state");
    expect((await update(waiting, { state: "approved", udt_admin: true })).ret).toBe(0);
    await udt.ok(ENDPOINTS.adminUserList, { as: waiting });
    expect((await update(waiting, { udt_admin: false }, waiting)).ret).toBe(0);
    await udt.refused(ENDPOINTS.adminUserList, { as: waiting }, "admin_only");
  });

  it("lists users with their counts", async () => {
    await udt.project(`q-${count}`, [{ person: ada, user_type: 1 }]);
    const { list, total } = await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: `ADA${count}@` } });
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      user_id: ada.user_id,
      state: "approved",
      project_count: 1,
      last_login_at: null,
      expires_at: null,
    });
    expect(
      (await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: `ada${count}@`, state: "rejected" } }))
        .total,
    ).toBe(0);
  });

  it("keeps an entry of what was done, by whom, and from where", async () => {
    const email = `eve${count}@example.com`;
    const eve = await udt.person(`eve ${count}`, { email, password_hash: await hash("sunny day 1") });
    const login = (password: string) => udt.call(ENDPOINTS.userLogin, { body: { email, password } });
    await login("wrong");
    await login("sunny day 1");
    await udt.ok(ENDPOINTS.keyReset, { as: eve, body: { password: "sunny day 1" } });
    await udt.ok(ENDPOINTS.userPassword, {
      as: eve,
      body: { old_password: "sunny day 1", new_password: "rainy day 2" },
    });
    await udt.ok(ENDPOINTS.userLogout, { as: eve });
    await update(eve, { udt_admin: true });
    await update(eve, { udt_admin: false, expires_at: 5 });
    await update(eve, { state: "disabled" });
    await update(eve, { state: "approved" });
    const entries = await audit({ keyword: email.toUpperCase() });
    expect(entries.map((entry) => [entry.action, entry.user_name])).toEqual([
      ["user.enable", admin.user_name],
      ["user.disable", admin.user_name],
      ["user.drop_admin", admin.user_name],
      ["user.expire", admin.user_name],
      ["user.make_admin", admin.user_name],
      ["user.logout", eve.user_name],
      ["user.password", eve.user_name],
      ["user.key_reset", eve.user_name],
      ["user.login", eve.user_name],
      ["user.login_failed", ""],
    ]);
    expect(entries.at(-1)).toMatchObject({
      ip: "127.0.0.1",
      target: email,
      detail: { reason: "user_name_or_password" },
      time: udt.clock.now(),
    });
    expect(JSON.stringify(entries)).not.toMatch(/password[12]|wrong/);
    expect((await audit({ keyword: email, action: "user.login" })).map((entry) => entry.user_id)).toEqual([
      eve.user_id,
    ]);
    expect(await audit({ keyword: email, project_id: "none" })).toEqual([]);
  });

  it("keeps entries of agents, and none of what was refused", async () => {
    const name = `agent ${count}`;
    const { agent_id } = await udt.ok(ENDPOINTS.agentCreate, { as: admin, body: { name } });
    await udt.ok(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id } });
    await udt.refused(ENDPOINTS.agentRevoke, { as: admin, params: { agent_id: "none" } }, "agent_not_found");
    const entries = await audit({ keyword: name });
    expect(entries.map((entry) => [entry.action, entry.detail])).toEqual([
      ["agent.revoke", { agent_id }],
      ["agent.create", { agent_id }],
    ]);
  });

  it("keeps what was typed at sign-in, whatever it is", async () => {
    for (const email of ["' or 1=1 --", "<script>alert(1)</script>", "名前👩‍💻"]) {
      await udt.refused(ENDPOINTS.userLogin, { body: { email, password: "guess" } }, "user_name_or_password");
      const [entry] = await audit({ action: "user.login_failed" });
      expect(entry!.target).toBe(email);
    }
    const half = { email: "\ud800 alone", password: "guess" };
    await udt.refused(ENDPOINTS.userLogin, { body: half }, "invalid_param");
  });

  it("announces to everybody, until it is taken back", async () => {
    expect(await udt.ok(ENDPOINTS.noticeGet, { as: ada })).toBeNull();
    const text = "維護 <b>tonight</b> 👩‍💻";
    const notice = { text, level: "warning", updated_at: udt.clock.now() };
    expect(await udt.ok(ENDPOINTS.noticeSet, { as: admin, body: { text: ` ${text} `, level: "warning" } })).toEqual(
      notice,
    );
    expect(await udt.ok(ENDPOINTS.noticeGet, { as: ada })).toEqual(notice);
    await udt.refused(
      ENDPOINTS.noticeSet,
      { as: admin, body: { text: "x".repeat(501), level: "info" } },
      "invalid_param",
    );
    const half = { text: "half \ud800", level: "info" as const };
    await udt.refused(ENDPOINTS.noticeSet, { as: admin, body: half }, "invalid_param");
    expect(await udt.ok(ENDPOINTS.noticeSet, { as: admin, body: { text: "  ", level: "info" } })).toBeNull();
    expect(await udt.ok(ENDPOINTS.noticeGet, { as: ada })).toBeNull();
  });

  it("measures how the server is", async () => {
    const agent = await udt.agent("measured");
    const before = await udt.ok(ENDPOINTS.systemHealth, { as: admin });
    await agent.connect([]);
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.systemHealth, { as: admin })).agents_online).toBe(before.agents_online + 1),
    );
    expect(before).toMatchObject({
      version: "0.1.0",
      node_version: process.versions.node,
      database: {
        kind: udt.server.database.kind === "pglite" ? "embedded" : "postgresql",
        version: expect.stringMatching(/^\d+\.\d+/),
      },
      blobs: { ok: true },
    });
    expect(before.database.size_bytes).toBeGreaterThan(1_000_000);
    expect(before.database.latency_ms).toBeGreaterThan(0);
    expect(before.blobs.free_bytes).toBeGreaterThan(0);
    expect(before.memory_bytes).toBeGreaterThan(10_000_000);
    agent.close();
  });

  it("takes reports of faults in the console, so many", async () => {
    const body = { message: "TypeError", stack: "at x", page: "/home" };
    for (let index = 0; index < 60; index++) await udt.ok(ENDPOINTS.errorReport, { as: ada, body });
    await udt.refused(ENDPOINTS.errorReport, { as: ada, body }, "too_many_attempts");
    await udt.ok(ENDPOINTS.errorReport, { as: admin, body });
  });
});
