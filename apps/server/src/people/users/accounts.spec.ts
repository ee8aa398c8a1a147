import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Answer, type Person } from "../../../test/harness.ts";

const WINDOW_MS = 5 * 60_000;
const tokenOf = (answer: Answer) => /udt_session_id=([^;]*)/.exec(String(answer.headers["set-cookie"]))![1]!;
const basic = (key: { secret_id: string; secret_key: string }) => ({
  authorization: `Basic ${Buffer.from(`${key.secret_id}:${key.secret_key}`).toString("base64")}`,
});

onEachDatabase("registration", (open) => {
  let udt: TestServer;
  let admin: Person;
  let count = 0;
  /** Registers, with what matters to no other registration unless it is given. */
  const signUp = async (given: { email?: string; user_name?: string; password?: string }) => {
    // Each from a fresh window, for one address may not register too often.
    udt.clock.turn(WINDOW_MS);
    count += 1;
    const body = { email: `u${count}@example.com`, user_name: `user ${count}`, password: "sunny day 1", ...given };
    return udt.call(ENDPOINTS.userSignup, { body });
  };
  const login = (email: string, password = "sunny day 1") =>
    udt.call(ENDPOINTS.userLogin, { body: { email, password } });
  const idOf = async (keyword: string) =>
    (await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword } })).list[0]!.user_id;
  const decide = async (keyword: string, body: object) =>
    udt.ok(ENDPOINTS.adminUserUpdate, { as: admin, params: { user_id: await idOf(keyword) }, body });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
  });
  afterAll(() => udt.dispose());

  it("hears by one token for some days how it stands, and by a new sign-in for as long again", async () => {
    const email = "patient@example.com";
    const { data } = await signUp({ email, user_name: "Patient" });
    const { token } = data as { token: string };
    const listen = (params: { token: string }) => udt.socket(SOCKETS.waiting, { params });
    udt.clock.turn(LIMITS.account_waits_ms - 1);
    const tap = await listen({ token });
    await until(() => expect(tap.json).toEqual([{ state: "approving" }]));
    tap.socket.close();
    udt.clock.turn(1);
    expect(await (await listen({ token })).closed).toMatchObject({ reason: "signup_not_found" });
    const refused = (await login(email)).data as { args: { token: string } };
    const again = await listen(refused.args);
    await until(() => expect(again.json).toEqual([{ state: "approving" }]));
    // Some pages of one account hear of it; one more is told why it does not, and those that do stay.
    const more = await Promise.all(Array.from({ length: 7 }, () => listen(refused.args)));
    await until(() => expect(more.map(({ json }) => json.length)).toEqual(Array(7).fill(1)));
    expect(await (await listen(refused.args)).closed).toEqual({ code: 4429, reason: "too_many_attempts" });
    for (const { socket } of [again, ...more]) {
      expect(socket.readyState).toBe(socket.OPEN);
      socket.close();
    }
  });

  it("waits for an administrator, and says so to who knows the password alone", async () => {
    expect(await signUp({ email: "Ada@example.com", user_name: "Ada" })).toMatchObject({
      ret: 0,
      data: { token: expect.any(String) },
    });
    expect((await login("ada@example.com", "wrong password")).code).toBe("user_name_or_password");
    const waiting = await login("ada@example.com");
    expect(waiting).toMatchObject({
      status: 403,
      code: "user_approving",
      data: { args: { token: expect.any(String) } },
    });
    expect(waiting.headers["set-cookie"]).toBeUndefined();
    await decide("ada@example.com", { state: "rejected" });
    expect((await login("ada@example.com")).code).toBe("user_rejected");
    expect((await login("ada@example.com", "wrong password")).code).toBe("user_name_or_password");
    expect(await decide("ada@example.com", { state: "approved" })).toMatchObject({ state: "approved", auth_type: 2 });
    expect(await login("ada@example.com")).toMatchObject({ ret: 0, data: { user_name: "Ada", auth_type: 2 } });
    await decide("ada@example.com", { state: "disabled" });
    expect((await login("ada@example.com")).code).toBe("user_disabled");
    await decide("ada@example.com", { state: "approved", expires_at: udt.clock.now() + 1000 });
    expect((await login("ada@example.com")).ret).toBe(0);
    udt.clock.turn(1000);
    expect((await login("ada@example.com")).code).toBe("user_expired");
  });

  it("takes each mailbox and each nickname once, however they are written", async () => {
    await signUp({ email: "grace@example.com", user_name: "Grace 葛蕾丝" });
    expect((await signUp({ email: "GRACE@Example.com" })).code).toBe("mailbox_exists");
    expect((await signUp({ email: "GRACE@Example.com", user_name: "Grace 葛蕾丝" })).code).toBe("nickname_exists");
    for (const user_name of ["grace 葛蕾丝", "  GRACE 葛蕾丝 ", "Ｇrace 葛蕾丝", "Gra\u200bce 葛蕾丝"]) {
      expect((await signUp({ user_name })).code, user_name).toBe("nickname_exists");
    }
    expect((await signUp({ user_name: "Grace 葛蕾絲" })).ret).toBe(0);
  });

  it("takes one of many that register the same at once", async () => {
    udt.clock.turn(WINDOW_MS);
    const body = { email: "race@example.com", user_name: "Racer", password: "sunny day 1" };
    const answers = await Promise.all(Array.from({ length: 6 }, () => udt.call(ENDPOINTS.userSignup, { body })));
    expect(answers.map((answer) => answer.code ?? "ok").toSorted()).toEqual([
      ...Array<string>(5).fill("nickname_exists"),
      "ok",
    ]);
  });

  it.each([
    ["x".repeat(20), 0],
    ["x".repeat(21), "nickname_length"],
    ["名".repeat(20), 0],
    ["名".repeat(21), "nickname_length"],
    ["👩‍💻".repeat(20), 0],
    ["👩‍💻".repeat(21), "nickname_length"],
    ["   ", "nickname_blank"],
    ["\u200b\u2063", "nickname_blank"],
    ["\u3164", "nickname_blank"],
    ["مرحبا بالعالم", 0],
    ["'; drop table users;", 0],
    ["<b onclick=alert()>", 0],
    ["%_\\", 0],
    ["nul\0", "no_nul"],
  ])("judges the nickname %j by the shared rule", async (user_name, want) => {
    const answer = await signUp({ user_name });
    if (want !== 0)
      return expect(answer).toMatchObject({
        code: "invalid_param",
        data: { issues: [{ field: "user_name", rule: want }] },
      });
    expect(answer.ret, answer.text).toBe(0);
    const { list } = await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword: user_name } });
    expect(list.map((user) => user.user_name)).toEqual([user_name]);
  });

  it.each([
    ["p".repeat(7), "password_length"],
    ["p".repeat(8), 0],
    ["p".repeat(20), 0],
    ["p".repeat(21), "password_length"],
    ["密码密码密码密码", "password_chinese"],
    ["password密", "password_chinese"],
    ["🔑".repeat(8), 0],
    ["' or '1'='1", 0],
    ["  spaces  ", 0],
  ])("judges the password %j by the shared rule, and takes it as it is", async (password, want) => {
    const answer = await signUp({ password });
    if (want !== 0)
      return expect(answer).toMatchObject({
        code: "invalid_param",
        data: { issues: [{ field: "password", rule: want }] },
      });
    const email = `u${count}@example.com`;
    expect((await login(email, password)).code).toBe("user_approving");
    expect((await login(email, password.trim() === password ? `${password} ` : password.trim())).code).toBe(
      "user_name_or_password",
    );
  });

  it.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "a b@example.com",
    "ada@example.com'--",
    "<ada@example.com>",
    `${"a".repeat(250)}@example.com`,
  ])("refuses the email %j", async (email) => {
    expect(await signUp({ email })).toMatchObject({ code: "invalid_param", data: { issues: [{ field: "email" }] } });
  });

  it("is limited per address", async () => {
    udt.clock.turn(WINDOW_MS);
    const answers: Answer[] = [];
    for (let index = 0; index < 11; index++) {
      const body = { email: `many${index}@example.com`, user_name: `many ${index}`, password: "sunny day 1" };
      answers.push(await udt.call(ENDPOINTS.userSignup, { body }));
    }
    expect(answers.slice(0, 10).every((answer) => answer.ret === 0)).toBe(true);
    expect(answers[10]).toMatchObject({ status: 429, code: "too_many_attempts" });
  });

  it("can be closed", async () => {
    const closed = await TestServer.start(open, { signup: false });
    try {
      const body = { email: "late@example.com", user_name: "late", password: "sunny day 1" };
      await closed.refused(ENDPOINTS.userSignup, { body }, "signup_closed");
    } finally {
      await closed.dispose();
    }
  });
});

onEachDatabase("one's own account", (open) => {
  let udt: TestServer;
  let ada: Person;
  let email: string;
  let count = 0;
  const login = async (password: string, headers = {}) =>
    udt.call(ENDPOINTS.userLogin, { body: { email, password }, headers });
  const withToken = (token: string): Person => ({ ...ada, token, cookie: `udt_session_id=${token}` });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    await udt.project("alpha", []);
  });
  afterAll(() => udt.dispose());
  const fresh = async () => {
    email = `ada${++count}@example.com`;
    ada = await udt.person(`ada ${count}`, { email, password_hash: await hash("sunny day 1") });
  };

  it("has a nickname of its own", async () => {
    await fresh();
    const other = await udt.person("somebody");
    expect(await udt.ok(ENDPOINTS.userUpdate, { as: ada, body: { user_name: " Łucja 👩‍💻 " } })).toMatchObject({
      user_name: "Łucja 👩‍💻",
    });
    await udt.refused(ENDPOINTS.userUpdate, { as: other, body: { user_name: "łUCJA 👩‍💻" } }, "nickname_exists");
    // Its own in another case is no other's.
    await udt.ok(ENDPOINTS.userUpdate, { as: ada, body: { user_name: "ŁUCJA 👩‍💻" } });
  });

  it("has its other sessions end with a new password, sockets too", async () => {
    await fresh();
    await udt.project(`p-${count}`, [{ person: ada, user_type: 2 }]);
    const other = withToken(tokenOf(await login("sunny day 1")));
    const tap = await udt.socket(SOCKETS.events, { as: other, query: { project: `p-${count}` } });
    const kept = await udt.socket(SOCKETS.events, { as: ada, query: { project: `p-${count}` } });
    // Both follow once they were told where the events stand.
    await until(() => expect([tap.json.length, kept.json.length]).toEqual([1, 1]));
    const body = { old_password: "sunny day 1", new_password: "rainy day 2" };
    await udt.refused(ENDPOINTS.userPassword, { as: ada, body: { ...body, old_password: "wrong" } }, "wrong_password");
    await udt.ok(ENDPOINTS.userPassword, { as: ada, body });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    expect(kept.socket.readyState).toBe(kept.socket.OPEN);
    await udt.refused(ENDPOINTS.userInfo, { as: other }, "invalid_session");
    await udt.ok(ENDPOINTS.userInfo, { as: ada });
    expect((await login("sunny day 1")).code).toBe("user_name_or_password");
    expect((await login("rainy day 2")).ret).toBe(0);
  });

  it("has few tries at its password, which the audit log has, and which no API key can use up", async () => {
    await fresh();
    const { secret_id, secret_key } = await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: "sunny day 1" } });
    const key = Buffer.from(`${secret_id}:${secret_key}`).toString("base64");
    const byKey = {
      headers: { authorization: `Basic ${key}` },
      body: { old_password: "guess", new_password: "rainy day 2" },
    };
    await udt.refused(ENDPOINTS.userPassword, byKey, "signed_in_only");
    const body = { old_password: "guess", new_password: "rainy day 2" };
    for (let index = 0; index < 10; index++)
      await udt.refused(ENDPOINTS.userPassword, { as: ada, body }, "wrong_password");
    await udt.refused(
      ENDPOINTS.userPassword,
      { as: ada, body: { ...body, old_password: "sunny day 1" } },
      "too_many_attempts",
    );
    const { total } = await udt.ok(ENDPOINTS.auditList, {
      as: await udt.person(`root ${count}`, { udt_admin: true }),
      query: { action: "user.proof_failed", keyword: ada.user_name },
    });
    expect(total).toBe(10);
  });

  it("sees its sessions and ends one, sockets too", async () => {
    await fresh();
    await udt.project(`p-${count}`, [{ person: ada, user_type: 2 }]);
    const other = withToken(
      tokenOf(await login("sunny day 1", { "user-agent": `Fire\u0007fox/1.0 ${"x".repeat(500)}` })),
    );
    const { list } = await udt.ok(ENDPOINTS.sessionList, { as: other });
    expect(list).toHaveLength(2);
    const own = list.find((session) => session.current)!;
    expect(own).toMatchObject({ ip: "127.0.0.1", created_at: udt.clock.now(), last_seen_at: udt.clock.now() });
    expect(own.user_agent).toMatch(/^Firefox\/1\.0 x+$/);
    expect(own.user_agent).toHaveLength(200);
    expect(JSON.stringify(list)).not.toContain(other.token);
    udt.clock.turn(60_000);
    await udt.ok(ENDPOINTS.userInfo, { as: other });
    const tap = await udt.socket(SOCKETS.events, { as: other, query: { project: `p-${count}` } });
    await until(() => expect(tap.json).toHaveLength(1));
    const params = { session_id: own.session_id };
    const stranger = await udt.person("stranger");
    await udt.refused(ENDPOINTS.sessionEnd, { as: stranger, params }, "session_not_found");
    const seen = (await udt.ok(ENDPOINTS.sessionList, { as: ada })).list.find(
      (one) => one.session_id === own.session_id,
    )!;
    expect(seen).toMatchObject({ current: false, last_seen_at: own.last_seen_at + 60_000 });
    await udt.ok(ENDPOINTS.sessionEnd, { as: ada, params });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    await udt.refused(ENDPOINTS.userInfo, { as: other }, "invalid_session");
    await udt.refused(ENDPOINTS.sessionEnd, { as: ada, params }, "session_not_found");
  });

  it("is found by nickname and email while it may sign in", async () => {
    await fresh();
    const query = { keyword: `ADA${count}@EXAMPLE` };
    const { list } = await udt.ok(ENDPOINTS.userSearch, { as: ada, query });
    expect(list).toEqual([{ user_id: ada.user_id, user_name: ada.user_name, email, head_image: "" }]);
    const hidden = [
      await udt.person("hidden one", { state: "approving" }),
      await udt.person("hidden two", { expires_at: udt.clock.now() }),
    ];
    expect((await udt.ok(ENDPOINTS.userSearch, { as: ada, query: { keyword: "hidden" } })).total).toBe(0);
    expect((await udt.ok(ENDPOINTS.userSearch, { as: ada, query: { user_id: hidden[0]!.user_id } })).total).toBe(0);
    expect((await udt.ok(ENDPOINTS.userSearch, { as: ada, query: { user_id: ada.user_id } })).total).toBe(1);
    expect((await udt.ok(ENDPOINTS.userSearch, { as: ada, query: { keyword: "%" } })).total).toBe(0);
  });

  it("finds whom to ask for the administration, while they may sign in", async () => {
    await fresh();
    const root = await udt.person("root-" + count, { udt_admin: true });
    const gone = await udt.person("late-" + count, { udt_admin: true, expires_at: udt.clock.now() });
    const { administrators } = await udt.ok(ENDPOINTS.adminNames, { as: ada });
    const told = administrators.map(({ user_name }) => user_name);
    expect(told).toContain(root.user_name);
    expect(told).not.toContain(ada.user_name);
    expect(told).not.toContain(gone.user_name);
  });

  it("is found by a part of the address, and tells it, to those alone who share a project with them", async () => {
    await fresh();
    const stranger = await udt.person("stranger-" + count);
    const find = async (as: Person, keyword: string) =>
      (await udt.ok(ENDPOINTS.userSearch, { as, query: { keyword } })).list.map((one) => one.email);
    const admin = await udt.person("chief-" + count, { udt_admin: true });
    expect(await find(stranger, email.slice(0, -1))).toEqual([]);
    expect(await find(stranger, ada.user_name)).toEqual([""]);
    expect(await find(stranger, email.toUpperCase())).toEqual([email]);
    expect(await find(admin, email.slice(0, -1))).toEqual([email]);
    await udt.project("shared-" + count, [
      { person: ada, user_type: 1 },
      { person: stranger, user_type: 2 },
    ]);
    expect(await find(stranger, email.slice(0, -1))).toEqual([email]);
    expect(await find(stranger, ada.user_name)).toEqual([email]);
  });

  it("has a picture of a kind that its bytes prove", async () => {
    await fresh();
    const put = (body: Buffer) => udt.call(ENDPOINTS.userImagePut, { as: ada, body });
    const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from("first")]);
    const first = (await put(png)).data as { head_image: string };
    expect(first.head_image).toMatch(new RegExp(`^/v1/plat/user/${ada.user_id}/head_image\\?v=[\\w-]+$`));
    const get = (url: string) => udt.server.app.inject({ url, headers: { cookie: ada.cookie } });
    const shown = await get(first.head_image);
    expect(shown.rawPayload.equals(png)).toBe(true);
    expect(shown.headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, max-age=31536000, immutable",
    });
    const webp = Buffer.concat([
      Buffer.from("RIFF\x10\0\0\0WEBPVP8 ", "latin1"),
      Buffer.alloc(LIMITS.image_size_max_bytes - 16),
    ]);
    const second = (await put(webp)).data as { head_image: string };
    expect(second.head_image).not.toBe(first.head_image);
    const late = await get(first.head_image);
    expect(late.headers).toMatchObject({ "content-type": "image/webp", "cache-control": "private, no-cache" });
    expect((await put(Buffer.concat([webp, Buffer.alloc(1)]))).code).toBe("body_too_large");
    for (const text of ["<svg onload='alert(1)'/>", "", "GIF88a", "\x89PNG", "<html>"]) {
      expect((await put(Buffer.from(text, "latin1"))).code, text).toBe("image_type");
    }
    expect(await udt.ok(ENDPOINTS.userInfo, { as: ada })).toMatchObject(second);
    const noBody = await udt.server.app.inject({
      method: "PUT",
      url: ENDPOINTS.userImagePut.path,
      headers: { cookie: ada.cookie, "x-requested-with": "XMLHttpRequest" },
    });
    expect(noBody.json()).toMatchObject({ data: { code: "image_type" } });
    await udt.refused(ENDPOINTS.userImageGet, { as: ada, params: { user_id: "nobody" } }, "user_not_found");
  });

  it("acts by its API key wherever it would by a session, until there is a new one", async () => {
    await fresh();
    await udt.project(`p-${count}`, [{ person: ada, user_type: 2 }]);
    expect(await udt.ok(ENDPOINTS.keyGet, { as: ada })).toBeNull();
    const key = await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: "sunny day 1" } });
    const { rows } = await udt.server.database.db.execute("select * from api_keys");
    expect(JSON.stringify(rows)).not.toContain(key.secret_key);
    const headers = basic(key);
    const info = await udt.call(ENDPOINTS.userInfo, { headers });
    expect(info).toMatchObject({ ret: 0, data: { user_id: ada.user_id } });
    expect(info.headers["set-cookie"]).toBeUndefined();
    expect(await udt.ok(ENDPOINTS.keyGet, { as: ada })).toMatchObject({
      secret_id: key.secret_id,
      last_used_at: udt.clock.now(),
    });
    // No other site can make a browser send it, so it needs no header against that.
    const named = await udt.call(ENDPOINTS.userUpdate, {
      headers: { ...headers, "x-requested-with": "" },
      body: { user_name: `by key ${count}` },
    });
    expect(named.ret, named.text).toBe(0);
    const tap = await udt.socket(SOCKETS.events, { headers, query: { project: `p-${count}` } });
    await until(() => expect(tap.json).toHaveLength(1));
    const wrong = [
      { ...key, secret_key: "wrong" },
      { ...key, secret_key: "" },
      { ...key, secret_id: "wrong" },
      { secret_id: "\0", secret_key: "\0" },
      { secret_id: "", secret_key: "" },
    ];
    for (const one of wrong) {
      // Beside a good session too: what is named counts.
      await udt.refused(ENDPOINTS.userInfo, { as: ada, headers: basic(one) }, "invalid_session");
    }
    await udt.refused(ENDPOINTS.userInfo, { headers: { authorization: "Basic ####" } }, "invalid_session");
    const second = await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: "sunny day 1" } });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    await udt.refused(ENDPOINTS.userInfo, { headers }, "invalid_session");
    expect((await udt.call(ENDPOINTS.userInfo, { headers: basic(second) })).ret).toBe(0);
  });

  it("ends the API key with the password, and what it has open", async () => {
    await fresh();
    await udt.project(`p-${count}`, [{ person: ada, user_type: 2 }]);
    const headers = basic(await udt.ok(ENDPOINTS.keyReset, { as: ada, body: { password: "sunny day 1" } }));
    const tap = await udt.socket(SOCKETS.events, { headers, query: { project: `p-${count}` } });
    await until(() => expect(tap.json).toHaveLength(1));
    const body = { old_password: "sunny day 1", new_password: "rainy day 2" };
    await udt.refused(ENDPOINTS.userPassword, { as: ada, body: { ...body, old_password: "no" } }, "wrong_password");
    expect((await udt.call(ENDPOINTS.userInfo, { headers })).ret).toBe(0);
    await udt.ok(ENDPOINTS.userPassword, { as: ada, body });
    expect(await tap.closed).toEqual({ code: 4401, reason: "invalid_session" });
    await udt.refused(ENDPOINTS.userInfo, { headers }, "invalid_session");
    expect(await udt.ok(ENDPOINTS.keyGet, { as: ada })).toBeNull();
  });
});
