import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { settingsFor, TestServer, type Answer } from "../../../test/harness.ts";
import { startServer } from "../../server.ts";

const DAY_MS = 86_400_000;
const cookieOf = (answer: Answer) => String(answer.headers["set-cookie"]);
const tokenOf = (answer: Answer) => /udt_session_id=([^;]*)/.exec(cookieOf(answer))![1]!;

describe("sign-in", () => {
  let udt: TestServer;
  const login = (email: string, password: string, headers = {}) =>
    udt.call(ENDPOINTS.userLogin, { body: { email, password }, headers });
  const info = (token: string) => udt.call(ENDPOINTS.userInfo, { headers: { cookie: `udt_session_id=${token}` } });

  beforeAll(async () => {
    udt = await TestServer.start();
    await udt.person("ada", { email: "Ada@example.com", password_hash: await hash("right password") });
  });
  afterAll(() => udt.dispose());

  it("answers who it is, with a cookie that scripts and other sites cannot use", async () => {
    const answer = await login("ada@EXAMPLE.com", "right password");
    expect(answer).toMatchObject({
      ret: 0,
      data: { user_name: "ada", email: "Ada@example.com", user_role: { udt_admin: false } },
    });
    expect(cookieOf(answer)).toMatch(/^udt_session_id=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await info(tokenOf(answer))).ret).toBe(0);
  });

  it("says the same of a wrong password and of an unknown account", async () => {
    const wrong = await login("ada@example.com", "wrong password");
    const unknown = await login("nobody@example.com", "right password");
    for (const answer of [wrong, unknown]) {
      expect(answer).toMatchObject({ status: 400, ret: 10100, code: "user_name_or_password" });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("makes a session of its own, never the one that a browser was given to wear", async () => {
    const planted = "a".repeat(43);
    const answer = await login("ada@example.com", "right password", { cookie: `udt_session_id=${planted}` });
    expect(tokenOf(answer)).not.toBe(planted);
    expect((await info(planted)).code).toBe("invalid_session");
  });

  it("rotates the session, so that one planted before is worth nothing after", async () => {
    const first = tokenOf(await login("ada@example.com", "right password"));
    const second = tokenOf(await login("ada@example.com", "right password", { cookie: `udt_session_id=${first}` }));
    expect(second).not.toBe(first);
    expect(await info(first)).toMatchObject({ ret: 7, code: "invalid_session", status: 401 });
    expect((await info(second)).ret).toBe(0);
  });

  it("tells no session from a wrong one, and has the browser forget the wrong one", async () => {
    expect(await udt.call(ENDPOINTS.userInfo)).toMatchObject({ ret: 2, code: "need_login", status: 401 });
    const wrong = await info("made-up");
    expect(wrong).toMatchObject({ ret: 7, code: "invalid_session", status: 401 });
    expect(cookieOf(wrong)).toContain("Max-Age=0");
  });

  it("ends with signing out", async () => {
    const token = tokenOf(await login("ada@example.com", "right password"));
    const out = await udt.call(ENDPOINTS.userLogout, { headers: { cookie: `udt_session_id=${token}` } });
    expect(out.ret).toBe(0);
    expect(cookieOf(out)).toContain("Max-Age=0");
    expect((await info(token)).ret).toBe(7);
  });

  it("lasts 14 days from the last use", async () => {
    const token = tokenOf(await login("ada@example.com", "right password"));
    udt.clock.turn(13 * DAY_MS);
    expect((await info(token)).ret).toBe(0);
    udt.clock.turn(13 * DAY_MS);
    expect((await info(token)).ret).toBe(0);
    udt.clock.turn(14 * DAY_MS + 1);
    expect((await info(token)).ret).toBe(7);
  });

  it("limits the tries of one address at one account, whatever else succeeds, and says for how long", async () => {
    const tries = await Promise.all(Array.from({ length: 15 }, () => login("victim@example.com", "guess")));
    expect(tries.filter((answer) => answer.code === "user_name_or_password")).toHaveLength(10);
    expect((await login("ada@example.com", "right password")).ret).toBe(0);
    const late = await login("VICTIM@example.com", "guess");
    expect(late).toMatchObject({ status: 429, code: "too_many_attempts", data: { args: { seconds: 300 } } });
    expect(late.headers["retry-after"]).toBe("300");
    udt.clock.turn(300_000);
    expect((await login("victim@example.com", "guess")).code).toBe("user_name_or_password");
  });

  it("limits the tries of one address in all", async () => {
    udt.clock.turn(300_000);
    const tries = await Promise.all(
      Array.from({ length: 105 }, (_, index) => login(`user${index}@example.com`, "guess")),
    );
    expect(tries.filter((answer) => answer.code === "too_many_attempts")).toHaveLength(5);
  });
});

describe("the first administrator", () => {
  it("is made once, with a password that is told once and kept as a hash", async () => {
    const database = await embedded();
    const settings = settingsFor(database, { admin_password: undefined, demo: true });
    const first = await startServer(settings, { logLevel: "silent" });
    try {
      const { email, password } = first.first_admin!;
      expect(email).toBe("admin@udt.local");
      expect(password).toMatch(/^[\w-]{16}$/);
      const { rows } = await first.database.db.execute("select * from users");
      expect(JSON.stringify(rows)).not.toContain(password);
      expect(rows[0]).toMatchObject({
        auth_type: 1,
        udt_admin: true,
        password_hash: expect.stringMatching(/^\$argon2id\$/),
      });
      const answer = await first.app.inject({
        method: "POST",
        url: ENDPOINTS.userLogin.path,
        headers: { "x-requested-with": "XMLHttpRequest" },
        payload: { email, password },
      });
      expect(answer.statusCode).toBe(200);
      const [session] = answer.cookies;
      const list = await first.app.inject({
        url: ENDPOINTS.projectList.path,
        cookies: { udt_session_id: session!.value },
      });
      expect(list.json()).toMatchObject({ data: { list: [{ project_id: "demo", user_type: 1 }], total: 1 } });
    } finally {
      await first.stop();
    }
    const second = await startServer(settings, { logLevel: "silent" });
    expect(second.first_admin).toBeUndefined();
    await second.stop();
    await database.dispose();
  });
});
