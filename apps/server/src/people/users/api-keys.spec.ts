/** What API keys are made of, last for, and leave in the audit log. Where they may go is walked in `test/key-walk.spec.ts`. */
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const PASSWORD = "sunny day 1";
const DAY_MS = 86_400_000;
const WINDOW_MS = 5 * 60_000;
const basic = (key: { secret_id: string; secret_key: string }) => ({
  authorization: `Basic ${Buffer.from(`${key.secret_id}:${key.secret_key}`).toString("base64")}`,
});

onEachDatabase("API keys", (open) => {
  let udt: TestServer;
  let admin: Person;
  let ada: Person;
  let email: string;
  let password_hash: string;
  let project: string;
  let count = 0;

  const body = (given: object = {}) => ({ name: "nightly", access: "write", password: PASSWORD, ...given });
  const make = (given: object = {}) => udt.ok(ENDPOINTS.keyCreate, { as: ada, body: body(given) });
  const list = async (as = ada) => (await udt.ok(ENDPOINTS.keyList, { as })).list;
  const works = async (key: { secret_id: string; secret_key: string }) => {
    const { code } = await udt.call(ENDPOINTS.userInfo, { headers: basic(key) });
    return code ?? "works";
  };
  const log = async (action: string) => {
    // By a session of its own: the tests turn the clock beyond any session's end.
    const as = { ...admin, ...(await udt.session(admin)) };
    return (await udt.ok(ENDPOINTS.auditList, { as, query: { action, page_size: 100 } })).list;
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
    password_hash = await hash(PASSWORD);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    // Tries of the tests before, and what they noted, are over.
    udt.clock.turn(WINDOW_MS);
    email = `ada${++count}@example.com`;
    ada = await udt.person(`Ada ${count}`, { email, password_hash });
    project = `p-${count}`;
    await udt.project(project, [{ person: ada, user_type: 2 }]);
  });

  it("are several, each with its name, project, access and end, and their secrets are told once", async () => {
    const one = await make({ name: "  nightly " });
    const two = await make({ name: "reports", project_id: project, access: "read", expires_in_days: 7 });
    const three = await make({ name: "for ever", expires_in_days: null });
    const now = udt.clock.now();
    const { secret_key, ...shown } = two;
    expect(shown).toEqual({
      secret_id: two.secret_id,
      name: "reports",
      project_id: project,
      project_name: project,
      access: "read",
      created_at: now,
      expires_at: now + 7 * DAY_MS,
      last_used_at: null,
    });
    const all = await list();
    expect(all).toHaveLength(3);
    expect(all).toContainEqual(shown);
    expect(all.find(({ secret_id }) => secret_id === one.secret_id)).toMatchObject({
      name: "nightly",
      project_id: null,
      expires_at: now + 90 * DAY_MS,
    });
    expect(all.find(({ secret_id }) => secret_id === three.secret_id)?.expires_at).toBeNull();
    const { rows } = await udt.server.database.db.execute("select * from api_keys");
    for (const secret of [one.secret_key, secret_key, three.secret_key])
      expect(JSON.stringify([rows, all])).not.toContain(secret);
    expect(await list(await udt.person("somebody else"))).toEqual([]);
    for (const key of [one, two, three]) expect(await works(key)).toBe("works");
  });

  it.each([
    [{ name: " " }, "key_name_length"],
    [{ name: "x".repeat(65) }, "key_name_length"],
    [{ name: "\u200b" }, "key_name_length"],
    [{ name: "x", access: "all" }, undefined],
    [{ name: "x", expires_in_days: 1 }, undefined],
    [{ name: "x", expires_in_days: 100_000 }, undefined],
  ])("are not made of %j", async (given, rule) => {
    const answer = await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: body(given) }, "invalid_param");
    if (rule !== undefined) expect(answer.data).toMatchObject({ issues: [{ field: "name", rule }] });
    expect(await list()).toEqual([]);
  });

  it("are for projects that their user belongs to", async () => {
    await udt.project(`public-${count}`, [], { visibility: 2 });
    await udt.project(`secret-${count}`, [], { visibility: 3 });
    const refused = (project_id: string) => udt.call(ENDPOINTS.keyCreate, { as: ada, body: body({ project_id }) });
    expect((await refused(`public-${count}`)).code).toBe("user_not_in_project");
    expect((await refused(`secret-${count}`)).code).toBe("project_not_exists");
    expect((await refused("nowhere")).code).toBe("project_not_exists");
  });

  it("are of one name each and bounded in number, of many made at once too", async () => {
    await make();
    await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: body() }, "key_name_exists");
    // In steps, for more than ten wrong tries at once would be too many, and right ones are tries until they are judged.
    for (let done = 1; done < LIMITS.api_keys_max - 3; done += 4) {
      await Promise.all([0, 1, 2, 3].map((index) => make({ name: `key ${done + index}` })));
    }
    const left = LIMITS.api_keys_max - (await list()).length;
    expect(left).toBeGreaterThan(0);
    const answers = await Promise.all(
      Array.from({ length: left + 3 }, (_, index) =>
        udt.call(ENDPOINTS.keyCreate, { as: ada, body: body({ name: `last ${index}` }) }),
      ),
    );
    expect(answers.map((answer) => answer.code ?? "ok").toSorted()).toEqual([
      ...Array<string>(3).fill("key_limit"),
      ...Array<string>(left).fill("ok"),
    ]);
    await udt.refused(ENDPOINTS.keyReset, { as: ada, body: { password: PASSWORD } }, "key_limit");
    const [first] = await list();
    await udt.ok(ENDPOINTS.keyDelete, { as: ada, params: { secret_id: first!.secret_id } });
    await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: PASSWORD } });
  });

  it("end at their time with their own word, and what they have open ends too", async () => {
    const key = await make({ expires_in_days: 7 });
    const tap = await udt.socket(SOCKETS.events, { headers: basic(key), query: { project } });
    await until(() => expect(tap.json).toHaveLength(1));
    // Set, not turned, because what happens every few seconds of a week need not happen here.
    udt.clock.set(7 * DAY_MS - 10_000);
    expect(await works(key)).toBe("works");
    expect(tap.socket.readyState).toBe(tap.socket.OPEN);
    udt.clock.set(10_000);
    const answer = await udt.refused(ENDPOINTS.userInfo, { headers: basic(key) }, "key_expired");
    expect(answer).toMatchObject({ status: 401 });
    // Looked at anew every few seconds.
    udt.clock.turn(5_000);
    expect(await tap.closed).toEqual({ code: 4401, reason: "key_expired" });
    // Only who has its secret learns so.
    expect(await works({ ...key, secret_key: "wrong" })).toBe("invalid_session");
  });

  it("end when they are deleted, by their user alone, and what they have open ends at once", async () => {
    const [key, other] = [await make(), await make({ name: "other" })];
    const tap = await udt.socket(SOCKETS.events, { headers: basic(key), query: { project } });
    await until(() => expect(tap.json).toHaveLength(1));
    const params = { secret_id: key.secret_id };
    const stranger = await udt.person("stranger");
    await udt.refused(ENDPOINTS.keyDelete, { as: stranger, params }, "key_not_found");
    await udt.refused(ENDPOINTS.keyDelete, { headers: basic(other), params }, "signed_in_only");
    await udt.ok(ENDPOINTS.keyDelete, { as: ada, params });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    expect([await works(key), await works(other)]).toEqual(["invalid_session", "works"]);
    await udt.refused(ENDPOINTS.keyDelete, { as: ada, params }, "key_not_found");
  });

  it("all end with the password and with their project, and rest while their user is disabled", async () => {
    const keys = [await make(), await make({ name: "other", access: "read" })];
    const tap = await udt.socket(SOCKETS.events, { headers: basic(keys[1]!), query: { project } });
    await until(() => expect(tap.json).toHaveLength(1));
    const passwords = { old_password: PASSWORD, new_password: "rainy day 2" };
    await udt.ok(ENDPOINTS.userPassword, { as: ada, body: passwords });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    for (const key of keys) expect(await works(key)).toBe("invalid_session");
    const next = await make({ password: "rainy day 2" });
    admin = { ...admin, ...(await udt.session(admin)) };
    const change = (state: string) =>
      udt.ok(ENDPOINTS.adminUserUpdate, { as: admin, params: { user_id: ada.user_id }, body: { state } });
    await change("disabled");
    expect(await works(next)).toBe("invalid_session");
    await change("approved");
    expect(await works(next)).toBe("works");
    ada = { ...ada, ...(await udt.session(ada)) };
    const scoped = await make({ name: "scoped", password: "rainy day 2", project_id: project });
    const where = { params: { project_id: project }, query: { project } };
    expect(await udt.ok(ENDPOINTS.projectContents, { as: admin, ...where })).toMatchObject({ keys: 1 });
    await udt.ok(ENDPOINTS.projectDelete, { as: admin, ...where, query: { project, confirm: project } });
    expect(await works(scoped)).toBe("invalid_session");
  });

  it("note their use once a minute", async () => {
    const key = await make();
    const written = async () => {
      let writes = 0;
      const stop = udt.server.database.stated.on((statement) => (writes += statement === "update" ? 1 : 0));
      await Promise.all(Array.from({ length: 5 }, () => works(key)));
      stop();
      return { writes, used: (await list())[0]!.last_used_at };
    };
    const used = udt.clock.now();
    await works(key);
    expect(await written()).toEqual({ writes: 0, used });
    udt.clock.turn(59_999);
    expect(await written()).toEqual({ writes: 0, used });
    udt.clock.turn(1);
    await works(key);
    expect(await written()).toEqual({ writes: 0, used: used + 60_000 });
  });

  it("that only read see their user's debug session, and do not drive it", async () => {
    const agent = await udt.agent();
    await agent.connect([deviceReport(`serial-${count}`)]);
    const query = { project };
    const found = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project, keyword: `serial-${count}` } });
    const { device_id } = found.list[0]!;
    const test = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body: test });
    await until(async () =>
      expect(await udt.ok(ENDPOINTS.testGet, { as: ada, query, params: { test_id } })).toMatchObject({
        state: "running",
      }),
    );
    const socket = async (access: string, stream: string) => {
      const headers = basic(await make({ name: `${access} ${stream}`, access }));
      return udt.socket(SOCKETS.stream, { headers, query, params: { test_id, device_id, stream } });
    };
    await socket("read", "log");
    await until(() => expect(agent.all("stream_open")).toMatchObject([{ stream: "log", watching: true }]));
    expect(await (await socket("read", "terminal")).closed).toEqual({ code: 4403, reason: "key_read_only" });
    await socket("write", "terminal");
    await until(() => expect(agent.all("stream_open")[1]).toMatchObject({ stream: "terminal", watching: false }));
    agent.close();
  });

  it("of the name default are what the calls for a single key are about", async () => {
    await make();
    expect(await udt.ok(ENDPOINTS.keyGet, { as: ada })).toBeNull();
    const first = await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: PASSWORD } });
    const second = await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: PASSWORD } });
    expect([await works(first), await works(second)]).toEqual(["invalid_session", "works"]);
    const { secret_id } = second;
    expect(await udt.ok(ENDPOINTS.keyGet, { as: ada })).toMatchObject({ secret_id });
    expect((await list()).find((key) => key.secret_id === secret_id)).toMatchObject({
      name: "default",
      project_id: null,
      access: "write",
      expires_at: udt.clock.now() + 90 * DAY_MS,
    });
    expect(await list()).toHaveLength(2);
  });

  it("are made for who enters the password again, in the bounds of a sign-in", async () => {
    await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: body({ password: undefined }) }, "password_required");
    await udt.refused(ENDPOINTS.keyReset, { as: ada }, "password_required");
    const wrong = body({ password: "a guess" });
    for (let tries = 0; tries < 6; tries++)
      await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: wrong }, "wrong_password");
    const signIn = (password: string) => udt.call(ENDPOINTS.userLogin, { body: { email, password } });
    for (let tries = 0; tries < 3; tries++) expect((await signIn("a guess")).code).toBe("user_name_or_password");
    // Nine wrong ones of ten: right ones are none of them, however many there are.
    for (let index = 0; index < 3; index++) await make({ name: `key ${index}` });
    await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: wrong }, "wrong_password");
    for (const again of [wrong, body()])
      await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: again }, "too_many_attempts");
    expect((await signIn(PASSWORD)).code).toBe("too_many_attempts");
    const failures = (await log("user.proof_failed")).filter(({ target }) => target === email);
    expect(failures).toHaveLength(7);
    expect(failures[0]).toMatchObject({ user_name: ada.user_name, ip: "127.0.0.1" });
  });

  it("do not count right passwords that overlap as wrong ones", async () => {
    for (let round = 0; round < 3; round++) {
      const made = await Promise.all(Array.from({ length: 6 }, (_, index) => make({ name: `${round} ${index}` })));
      expect(new Set(made.map((key) => key.secret_id)).size).toBe(6);
    }
  });

  it("are made for who signed in by a provider just now, and else ask to sign in again", async () => {
    ada = await udt.person(`Elsewhere ${count}`);
    await udt.ok(ENDPOINTS.keyReset, { as: ada });
    udt.clock.turn(LIMITS.fresh_sign_in_minutes * 60_000 - 1);
    await make({ password: undefined });
    udt.clock.turn(1);
    const late = body({ name: "late", password: undefined });
    const answer = await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: late }, "sign_in_again");
    expect(answer).toMatchObject({ status: 403, data: { args: { minutes: 10 } } });
    // No password is right where there is none.
    await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: { ...late, password: "" } }, "invalid_param");
    await udt.refused(ENDPOINTS.keyCreate, { as: ada, body: { ...late, password: "guess" } }, "sign_in_again");
    ada = { ...ada, ...(await udt.session(ada)) };
    await make({ password: undefined, name: "late" });
  });

  it("leave their making and their end in the audit log", async () => {
    const { secret_id } = await make({ project_id: project, access: "read", expires_in_days: null });
    await udt.ok(ENDPOINTS.keyDelete, { as: ada, params: { secret_id } });
    const about = { target: email, project_id: project, user_id: ada.user_id, ip: "127.0.0.1" };
    const detail = { name: "nightly", secret_id, access: "read", expires_at: "never" };
    for (const action of ["user.key_make", "user.key_delete"]) {
      const entries = (await log(action)).filter(({ user_id }) => user_id === ada.user_id);
      expect(entries).toMatchObject([{ ...about, detail }]);
    }
  });

  it("leave what they were refused in the audit log, once a minute for each and address", async () => {
    const refused = async () => (await log("user.key_refused")).filter(({ time }) => time === udt.clock.now());
    const key = await make({ project_id: project, access: "read" });
    const call = (headers: Record<string, string>, place = project) =>
      udt.call(ENDPOINTS.deviceList, { headers, query: { project: place } });
    for (let times = 0; times < 3; times++) {
      expect((await call(basic({ ...key, secret_key: "wrong" }))).code).toBe("invalid_session");
      for (const secret_id of ["nobody knows", `another ${times}`])
        expect((await call(basic({ ...key, secret_id }))).code).toBe("invalid_session");
    }
    const [unknown, wrong] = await refused();
    expect(await refused()).toHaveLength(2);
    const about = { name: "nightly", reason: "wrong_secret" };
    expect(wrong).toMatchObject({ target: email, user_id: "", detail: about });
    expect(unknown).toMatchObject({ target: "nobody…", user_id: "", detail: { reason: "unknown" } });
    const reasons = async (work: () => Promise<{ code: string | undefined }>) => {
      // Each in a minute of its own.
      udt.clock.turn(60_000);
      const codes = [(await work()).code, (await work()).code];
      const entries = await refused();
      expect(entries).toMatchObject([{ target: email, user_id: ada.user_id, project_id: project }]);
      return [codes[0], codes[1], entries[0]!.detail["reason"]];
    };
    const headers = basic(key);
    expect(await reasons(() => call(headers, "elsewhere"))).toEqual(["key_scope", "key_scope", "scope"]);
    const tag = () => udt.call(ENDPOINTS.jobCreate, { headers, query: { project }, body: {} });
    expect(await reasons(tag)).toEqual(["key_read_only", "key_read_only", "read_only"]);
    const remake = () => udt.call(ENDPOINTS.keyReset, { headers });
    expect(await reasons(remake)).toEqual(["signed_in_only", "signed_in_only", "signed_in_only"]);
    udt.clock.set(90 * DAY_MS);
    expect(await reasons(() => call(headers))).toEqual(["key_expired", "key_expired", "expired"]);
  });

  it("leave no flood of it", async () => {
    const before = (await log("user.key_refused")).length;
    for (let index = 0; index < 80; index++) {
      const address = `10.0.${index}.1`;
      await udt.server.app.inject({
        url: ENDPOINTS.userInfo.path,
        remoteAddress: address,
        headers: basic({ secret_id: "nobody", secret_key: "x" }),
      });
    }
    expect((await log("user.key_refused")).length - before).toBe(60);
  });
});

onEachDatabase("project tokens", (open) => {
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());

  it("are made for who proves again who they are, and leave what they were refused in the audit log", async () => {
    const owner = await udt.person("owner", { password_hash: await hash(PASSWORD) });
    const admin = await udt.person("root", { udt_admin: true });
    for (const project of ["alpha", "beta"]) await udt.project(project, [{ person: owner, user_type: 1 }]);
    const at = { as: owner, params: { project_id: "alpha" }, query: { project: "alpha" } };
    await udt.refused(ENDPOINTS.tokenReset, { ...at, body: { confirm: "alpha" } }, "password_required");
    const wrong = { confirm: "alpha", password: "a guess" };
    await udt.refused(ENDPOINTS.tokenReset, { ...at, body: wrong }, "wrong_password");
    const body = { confirm: "alpha", password: PASSWORD };
    const { token: bearer } = await udt.ok(ENDPOINTS.tokenReset, { ...at, body });
    const tries = [
      [{ bearer: "udtp_nobody-knows", query: { project: "alpha" } }, "invalid_session", "unknown", "udtp_nobody…", ""],
      [{ bearer, query: { project: "beta" } }, "user_not_in_project", "scope", `${bearer.slice(0, 11)}…`, "alpha"],
    ] as const;
    for (const [options, code, reason, target, project_id] of tries) {
      udt.clock.turn(60_000);
      for (let times = 0; times < 3; times++) await udt.refused(ENDPOINTS.deviceList, options, code);
      const query = { action: "project.token_refused" } as const;
      const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query });
      expect(list.filter(({ time }) => time === udt.clock.now())).toMatchObject([
        { target, project_id, detail: { reason } },
      ]);
      expect(JSON.stringify(list)).not.toContain(bearer);
    }
  });
});
