import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, SOCKETS } from "@udt/contract";
import { authenticatorCode, secretBytes } from "@udt/testkit";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Answer, type Person } from "../../../test/harness.ts";
import { forgetSealed } from "../../platform/database/sealed.ts";
import { findUser, updateUser } from "./users.repository.ts";

const PASSWORD = "sunny day 1";
const THROTTLE_MS = 5 * 60_000;
const STEP_MS = 30_000;

const cookieIn = (answer: Answer, name: string) =>
  [answer.headers["set-cookie"]]
    .flat()
    .map((line) => String(line).split(";")[0]!)
    .find((pair) => pair.startsWith(`${name}=`));

onEachDatabase("a second factor", (open) => {
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start(open, {
      access: { metrics_token: undefined, allowed_hosts: [], calls_per_minute: 0, trusted_proxies: ["127.0.0.1"] },
    });
  });
  afterAll(() => udt.dispose());

  const audit = async (action: string) => {
    const as = await udt.person("root", { udt_admin: true });
    return (await udt.ok(ENDPOINTS.auditList, { as, query: { action } })).list;
  };
  async function somebody() {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    const as = await udt.person("ada", { email, password_hash: await hash(PASSWORD) });
    return { as, email };
  }
  /** Somebody who has set an app up. */
  async function withApp() {
    const { as, email } = await somebody();
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
    const code = () => authenticatorCode(begun.secret_key, udt.clock.now());
    const { recovery_codes } = await udt.ok(ENDPOINTS.totpConfirm, { as, body: { code: code() } });
    udt.clock.turn(STEP_MS);
    const password = (body = { email, password: PASSWORD }) => udt.call(ENDPOINTS.userLogin, { body });
    /** The password; answers what the second step needs. */
    const step = async () => {
      const answer = await password();
      expect(answer.code, answer.text).toBe("second_step_needed");
      return { cookie: cookieIn(answer, "udt_second_step")! };
    };
    const finish = (cookie: string, given: string, method: "totp" | "recovery" = "totp", from = "127.0.0.1") =>
      udt.call(ENDPOINTS.secondStepCode, {
        body: { method, code: given },
        headers: { cookie, "x-forwarded-for": from },
      });
    return { as, email, begun, code, recovery_codes, step, finish };
  }
  const sessionOf = (answer: Answer, like: Person): Person => ({
    ...like,
    cookie: cookieIn(answer, "udt_session_id")!,
  });

  it("is set up with the password and a first code, and asked for from then on", async () => {
    const { as, email } = await somebody();
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toEqual({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    await udt.refused(ENDPOINTS.totpConfirm, { as, body: { code: "123456" } }, "totp_not_begun");
    await udt.refused(ENDPOINTS.totpBegin, { as, body: {} }, "password_required");
    await udt.refused(ENDPOINTS.totpBegin, { as, body: { password: "a guess" } }, "wrong_password");
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
    expect(begun.secret_key).toMatch(/^[A-Z2-7]{32}$/);
    const url = new URL(begun.totp_url);
    expect(decodeURIComponent(url.pathname)).toContain(`UDT:${email}`);
    expect(Object.fromEntries(url.searchParams)).toEqual({ secret: begun.secret_key, issuer: "UDT" });
    // Nothing is asked for before a code has shown that the app has the secret.
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
    await udt.refused(ENDPOINTS.totpConfirm, { as, body: { code: "000000" } }, "second_step_code");
    const code = authenticatorCode(begun.secret_key, udt.clock.now());
    const { recovery_codes } = await udt.ok(ENDPOINTS.totpConfirm, { as, body: { code } });
    expect(recovery_codes).toHaveLength(10);
    expect(new Set(recovery_codes).size).toBe(10);
    expect(recovery_codes[0]).toMatch(/^[A-Z2-7]{6}(-[A-Z2-7]{6}){3}$/);
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toEqual({
      totp: { created_at: udt.clock.now(), last_used_at: udt.clock.now() },
      passkeys: [],
      recovery_codes_left: 10,
    });
    const login = await udt.refused(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } }, "second_step_needed");
    expect(cookieIn(login, "udt_session_id")).toBeUndefined();
    expect(String(login.headers["set-cookie"])).toMatch(
      /^udt_second_step=[\w-]{43}; Max-Age=300; Path=\/v1\/plat\/user\/login\/second; HttpOnly; SameSite=Lax$/,
    );
    await udt.refused(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } }, "second_factor_exists");
    expect(await audit("second_factor.add")).toMatchObject([{ target: email, detail: { kind: "totp" } }]);
  });

  it("must be confirmed while the set-up is young", async () => {
    const { as } = await somebody();
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
    udt.clock.turn(LIMITS.second_factor_setup_ms);
    const code = authenticatorCode(begun.secret_key, udt.clock.now());
    await udt.refused(ENDPOINTS.totpConfirm, { as, body: { code } }, "totp_not_begun");
  });

  it("lets in with a code, once each, and with no other", async () => {
    const { as, email, code, step, finish } = await withApp();
    const { cookie } = await step();
    expect(await udt.ok(ENDPOINTS.secondStepGet, { headers: { cookie } })).toEqual({
      methods: ["totp", "recovery"],
      passkey: false,
      expires_at: udt.clock.now() + LIMITS.second_step_ms,
    });
    const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, "0");
    expect((await finish(cookie, wrong)).code).toBe("second_step_code");
    const used = code();
    const answer = await finish(cookie, `${used.slice(0, 3)} ${used.slice(3)} `);
    expect(answer).toMatchObject({ ret: 0, data: { user_id: as.user_id } });
    const me = sessionOf(answer, as);
    await udt.ok(ENDPOINTS.userInfo, { as: me });
    // Neither the step nor the code is good twice, not even one of the step before.
    expect((await finish(cookie, used)).code).toBe("second_step_over");
    expect((await finish((await step()).cookie, used)).code).toBe("second_step_code");
    udt.clock.turn(STEP_MS);
    expect((await finish((await step()).cookie, used)).code).toBe("second_step_code");
    expect((await finish((await step()).cookie, code())).ret).toBe(0);
    const logins = (await audit("user.login")).filter(({ target }) => target === email);
    expect(logins[0]).toMatchObject({ detail: { kind: "password", second: "totp" } });
    expect((await audit("user.login_failed"))[0]).toMatchObject({
      target: email,
      detail: { reason: "second_step_code", second: "totp" },
    });
    expect((await audit("user.second_step"))[0]).toMatchObject({ target: email, detail: { kind: "password" } });
  });

  it("gives one session for one code, however many ask at once", async () => {
    const { code, step, finish } = await withApp();
    const cookies = await Promise.all([step(), step(), step()]);
    const answers = await Promise.all(cookies.map(({ cookie }) => finish(cookie, code())));
    expect(answers.filter(({ ret }) => ret === 0)).toHaveLength(1);
  });

  it("takes a recovery code once, and tells how many are left", async () => {
    const { as, step, finish, recovery_codes } = await withApp();
    const [first = "", second = ""] = recovery_codes;
    const answer = await finish((await step()).cookie, ` ${first.replaceAll("-", "").toLowerCase()} `, "recovery");
    expect(answer.ret, answer.text).toBe(0);
    expect((await finish((await step()).cookie, first, "recovery")).code).toBe("second_step_code");
    expect((await finish((await step()).cookie, second, "totp")).code).toBe("second_step_code");
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toMatchObject({ recovery_codes_left: 9 });
    await udt.refused(ENDPOINTS.recoveryCodesMake, { as, body: { password: "a guess" } }, "wrong_password");
    const made = await udt.ok(ENDPOINTS.recoveryCodesMake, { as, body: { password: PASSWORD } });
    expect(made.recovery_codes).toHaveLength(10);
    expect((await finish((await step()).cookie, second, "recovery")).code).toBe("second_step_code");
    expect((await finish((await step()).cookie, made.recovery_codes[0]!, "recovery")).ret).toBe(0);
  });

  it("leaves between both steps nothing but the second, for five minutes", async () => {
    const { as, email, code, step, finish } = await withApp();
    const { cookie } = await step();
    const [, token = ""] = cookie.split("=");
    for (const name of ["udt_second_step", "udt_session_id"]) {
      const headers = { cookie: `${name}=${token}` };
      for (const endpoint of [ENDPOINTS.userInfo, ENDPOINTS.secondFactorGet, ENDPOINTS.sessionList, ENDPOINTS.keyGet]) {
        const answer = await udt.call(endpoint, { headers });
        expect(["need_login", "invalid_session"]).toContain(answer.code);
      }
      await udt.refused(ENDPOINTS.userInfo, { query: { ticket: token }, headers }, "sign_in_ticket");
    }
    await udt.refused(ENDPOINTS.secondStepGet, { headers: { cookie: as.cookie } }, "second_step_over");
    await udt.refused(ENDPOINTS.secondStepGet, {}, "second_step_over");
    await udt.refused(
      ENDPOINTS.secondStepCode,
      { body: { method: "totp", code: code() }, headers: { cookie, "x-requested-with": "" } },
      "xhr_header_required",
    );
    udt.clock.turn(LIMITS.second_step_ms);
    expect((await finish(cookie, code())).code).toBe("second_step_over");
    // Whoever changes the password ends what was begun with the one before.
    const other = await step();
    const body = { old_password: PASSWORD, new_password: "rainy day 2" };
    await udt.ok(ENDPOINTS.userPassword, { as, body });
    expect((await finish(other.cookie, code())).code).toBe("second_step_over");
    const login = await udt.call(ENDPOINTS.userLogin, { body: { email, password: "rainy day 2" } });
    await updateUser(udt.server.database.db, as.user_id, { state: "disabled" });
    expect((await finish(cookieIn(login, "udt_second_step")!, code())).code).toBe("user_disabled");
  });

  it("counts wrong codes as it counts wrong passwords", async () => {
    udt.clock.turn(THROTTLE_MS);
    const { email, code, step, finish } = await withApp();
    const { cookie } = await step();
    for (let tries = 0; tries < 4; tries++) {
      expect((await finish(cookie, "wrong")).code).toBe("second_step_code");
      expect((await finish(cookie, "wrong", "recovery")).code).toBe("second_step_code");
    }
    const guess = { body: { email, password: "a guess" } };
    await udt.refused(ENDPOINTS.userLogin, guess, "user_name_or_password");
    await udt.refused(ENDPOINTS.userLogin, guess, "user_name_or_password");
    await udt.refused(ENDPOINTS.userLogin, guess, "too_many_attempts");
    expect((await finish(cookie, code())).code).toBe("too_many_attempts");
    udt.clock.turn(THROTTLE_MS);
    expect((await finish((await step()).cookie, code())).ret).toBe(0);
  });

  it("takes few wrong codes of one account, from however many addresses", async () => {
    udt.clock.turn(THROTTLE_MS);
    const { code, step, finish } = await withApp();
    const { cookie } = await step();
    for (let tries = 0; tries < 10; tries++)
      expect((await finish(cookie, "000000", "totp", `203.0.113.${tries}`)).code).toBe("second_step_code");
    expect((await finish(cookie, code(), "totp", "203.0.113.200")).code).toBe("too_many_attempts");
    udt.clock.turn(THROTTLE_MS);
    expect((await finish((await step()).cookie, code())).ret).toBe(0);
  });

  it("is removed with the password, and takes the recovery codes along", async () => {
    const { as, email, recovery_codes, step, finish } = await withApp();
    const { cookie } = await step();
    await udt.refused(ENDPOINTS.totpRemove, { as, body: { password: "a guess" } }, "wrong_password");
    await udt.ok(ENDPOINTS.totpRemove, { as, body: { password: PASSWORD } });
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toEqual({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    await udt.refused(ENDPOINTS.totpRemove, { as, body: { password: PASSWORD } }, "second_factor_missing");
    await udt.refused(ENDPOINTS.recoveryCodesMake, { as, body: { password: PASSWORD } }, "second_factor_missing");
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
    expect((await finish(cookie, recovery_codes[0]!, "recovery")).code).toBe("second_step_over");
    expect((await audit("second_factor.remove"))[0]).toMatchObject({ target: email, detail: { kind: "totp" } });
  });

  it("asks who has no password for a young session", async () => {
    const as = await udt.person("elsewhere");
    const key = await udt.ok(ENDPOINTS.keyReset, { as });
    udt.clock.turn(LIMITS.fresh_sign_in_minutes * 60_000 - 1);
    await udt.ok(ENDPOINTS.totpBegin, { as, body: {} });
    udt.clock.turn(1);
    const refusal = await udt.refused(ENDPOINTS.totpBegin, { as, body: {} }, "sign_in_again");
    expect(refusal.text).toContain("older than 10 minutes");
    // An API key is no sign-in, however new.
    const authorization = `Basic ${btoa(`${key.secret_id}:${key.secret_key}`)}`;
    await udt.refused(ENDPOINTS.totpBegin, { body: {}, headers: { authorization } }, "signed_in_only");
  });

  it("is not gone around by a ticket, unless a session that has it asks", async () => {
    const { as, code, step, finish } = await withApp();
    const me = sessionOf(await finish((await step()).cookie, code()), as);
    const { ticket } = await udt.ok(ENDPOINTS.ticketCreate, { as: me });
    await udt.ok(ENDPOINTS.userInfo, { query: { ticket } });
    const key = await udt.ok(ENDPOINTS.keyReset, { as: me, body: { password: PASSWORD } });
    const authorization = `Basic ${btoa(`${key.secret_id}:${key.secret_key}`)}`;
    await udt.refused(ENDPOINTS.ticketCreate, { headers: { authorization } }, "signed_in_only");
  });

  it("is set up anew where the app's secret was forgotten; until then a recovery code signs in", async () => {
    const { as, code, recovery_codes, step, finish } = await withApp();
    await udt.server.database.transaction((tx) => forgetSealed(tx, undefined));
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toEqual({
      totp: null,
      passkeys: [],
      recovery_codes_left: recovery_codes.length,
    });
    const { cookie } = await step();
    const { methods } = await udt.ok(ENDPOINTS.secondStepGet, { headers: { cookie } });
    expect(methods).toEqual(["recovery"]);
    expect((await finish(cookie, code())).code).toBe("second_step_code");
    expect((await finish(cookie, recovery_codes[0]!, "recovery")).status).toBe(200);
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toMatchObject({ totp: null });
    udt.clock.turn(STEP_MS);
    const confirmed = { code: authenticatorCode(begun.secret_key, udt.clock.now()) };
    // The recovery codes that there are stay good.
    expect(await udt.ok(ENDPOINTS.totpConfirm, { as, body: confirmed })).toEqual({ recovery_codes: [] });
    udt.clock.turn(STEP_MS);
    const again = authenticatorCode(begun.secret_key, udt.clock.now());
    expect((await finish((await step()).cookie, again)).status).toBe(200);
  });

  it("goes with an operator's reset", async () => {
    const { as, email } = await withApp();
    const done = await udt.server.services.users.resetPassword(email);
    expect(done).toMatchObject({ second_factor_ended: true });
    const { password } = done as { password: string };
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password } });
    await udt.refused(ENDPOINTS.secondFactorGet, { as }, "invalid_session");
    expect((await audit("user.password_reset"))[0]).toMatchObject({
      target: email,
      detail: { second_factor_ended: true },
    });
  });

  it("goes with an operator's reset of who signs in by a provider, who gets no password", async () => {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    const as = await udt.person("by a provider", { email });
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: {} });
    const code = authenticatorCode(begun.secret_key, udt.clock.now());
    await udt.ok(ENDPOINTS.totpConfirm, { as, body: { code } });
    await udt.ok(ENDPOINTS.keyReset, { as });
    const done = await udt.server.services.users.resetPassword(email);
    expect(done).toMatchObject({ password: null, sessions: 1, keys: 1, second_factor_ended: true });
    await udt.refused(ENDPOINTS.secondFactorGet, { as }, "invalid_session");
    const user = (await findUser(udt.server.database.db, as.user_id))!;
    expect(user).toMatchObject({ password_hash: "", second_factor: false });
    expect((await audit("second_factor.reset"))[0]).toMatchObject({
      target: email,
      user_name: "",
      detail: { keys: 1 },
    });
  });

  it("is all that an administrator may set up while they lack it, where it is asked of them", async () => {
    const root = await udt.person("root", { udt_admin: true });
    const email = `chief-${crypto.randomUUID()}@example.com`;
    const as = await udt.person("chief", { udt_admin: true, email, password_hash: await hash(PASSWORD) });
    const key = await udt.ok(ENDPOINTS.keyReset, { as, body: { password: PASSWORD } });
    const headers = { authorization: `Basic ${btoa(`${key.secret_id}:${key.secret_key}`)}` };
    await udt.project("alpha", [{ person: as, user_type: 1 }]);
    const tap = await udt.socket(SOCKETS.events, { as, query: { project: "alpha" } });
    const advice = async (by: Person) => (await udt.ok(ENDPOINTS.systemHealth, { as: by })).advice;
    expect(await advice(root)).toContain("admin_second_factor");
    await udt.ok(ENDPOINTS.adminSettingsSet, { as: root, body: { admin_second_factor: true } });
    expect(await tap.closed).toMatchObject({ reason: "second_factor_required" });
    for (const [endpoint, query] of [
      [ENDPOINTS.adminUserList, {}],
      [ENDPOINTS.sessionList, {}],
      [ENDPOINTS.projectList, {}],
      [ENDPOINTS.deviceList, { project: "alpha" }],
      [ENDPOINTS.ticketCreate, {}],
      [ENDPOINTS.keyReset, {}],
    ] as const) {
      const answer = await udt.refused(endpoint, { as, query }, "second_factor_required");
      expect(answer.status).toBe(403);
      await udt.refused(endpoint, { headers, query }, "second_factor_required");
    }
    // A new sign-in changes nothing; who is no administrator is not asked.
    const login = await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
    expect(login).toMatchObject({ second_factor_required: true });
    await udt.ok(ENDPOINTS.sessionList, { as: (await somebody()).as });
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
    await udt.refused(ENDPOINTS.sessionList, { as }, "second_factor_required");
    const code = authenticatorCode(begun.secret_key, udt.clock.now());
    await udt.ok(ENDPOINTS.totpConfirm, { as, body: { code } });
    expect(await udt.ok(ENDPOINTS.userInfo, { as })).not.toHaveProperty("second_factor_required");
    await udt.ok(ENDPOINTS.sessionList, { headers });
    expect(await advice(as)).not.toContain("admin_second_factor");
    await udt.ok(ENDPOINTS.adminSettingsSet, { as, body: { admin_second_factor: false } });
  });

  it("is removed by an administrator, who ends the sessions with it", async () => {
    const root = await udt.person("root", { udt_admin: true });
    const { as, email, step, finish, recovery_codes } = await withApp();
    const { cookie } = await step();
    const { user_id } = as;
    const wish = { as: root, params: { user_id } };
    const list = () => udt.ok(ENDPOINTS.adminUserList, { as: root, query: { keyword: email } });
    expect((await list()).list).toMatchObject([{ second_factor: true }]);
    await udt.refused(ENDPOINTS.adminSecondFactorRemove, { ...wish, as }, "admin_only");
    expect(await udt.ok(ENDPOINTS.adminSecondFactorRemove, wish)).toMatchObject({ user_id, second_factor: false });
    await udt.refused(ENDPOINTS.userInfo, { as }, "invalid_session");
    expect((await finish(cookie, recovery_codes[0]!, "recovery")).code).toBe("second_step_over");
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
    await udt.refused(ENDPOINTS.adminSecondFactorRemove, wish, "second_factor_missing");
    const own = { as: root, params: { user_id: root.user_id } };
    await udt.refused(ENDPOINTS.adminSecondFactorRemove, own, "own_second_factor");
    expect((await audit("second_factor.reset"))[0]).toMatchObject({ target: email, user_id: root.user_id });
  });

  it("is kept sealed, its recovery codes hashed", async () => {
    const { begun, recovery_codes } = await withApp();
    const { db } = udt.server.database;
    const { rows: sealed } = await db.execute("select * from totp_factors");
    const { rows: hashed } = await db.execute("select * from recovery_codes");
    const kept = JSON.stringify([sealed, hashed]);
    const raw = secretBytes(begun.secret_key);
    for (const secret of [begun.secret_key, raw.toString("base64url"), raw.toString("hex")])
      expect(kept).not.toContain(secret);
    for (const code of recovery_codes) expect(kept).not.toContain(code.replaceAll("-", ""));
  });
});
