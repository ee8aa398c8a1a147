import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { authenticatorCode, SoftPasskey, type PasskeyOdds, selfAttestation, u2fAttestation } from "@udt/testkit";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Answer, type Person } from "../../../test/harness.ts";
import { passkeyPlace } from "./passkey-place.ts";
import { updateUser } from "./users.repository.ts";

const PASSWORD = "sunny day 1";
const ORIGIN = "https://udt.example.com";
const THROTTLE_MS = 5 * 60_000;

const cookieIn = (answer: Answer, name: string) =>
  [answer.headers["set-cookie"]]
    .flat()
    .map((line) => String(line).split(";")[0]!)
    .find((pair) => pair.startsWith(`${name}=`));

onEachDatabase("a passkey", (open) => {
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start(open, {
      public_url: `${ORIGIN}/tests`,
      access: { metrics_token: undefined, allowed_hosts: [], calls_per_minute: 0, trusted_proxies: ["127.0.0.1"] },
    });
  });
  afterAll(() => udt.dispose());

  const audit = async (action: string) => {
    const as = await udt.person("root", { udt_admin: true });
    return (await udt.ok(ENDPOINTS.auditList, { as, query: { action } })).list;
  };
  async function somebody(change: { udt_admin?: boolean } = {}) {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    const as = await udt.person("ada", { email, password_hash: await hash(PASSWORD), ...change });
    return { as, email };
  }
  const begin = (as: Person, password = PASSWORD) => udt.ok(ENDPOINTS.passkeyBegin, { as, body: { password } });
  async function add(as: Person, name = "Laptop") {
    const device = new SoftPasskey(ORIGIN);
    const { options } = await begin(as);
    const credential = device.make(options);
    return { device, options, ...(await udt.ok(ENDPOINTS.passkeyAdd, { as, body: { name, credential } })) };
  }
  async function withPasskey(change: { udt_admin?: boolean } = {}) {
    const { as, email } = await somebody(change);
    return { as, email, ...(await add(as)) };
  }
  /** A sign-in that a browser has begun. */
  async function asked(from = "127.0.0.1") {
    const headers = { "x-forwarded-for": from };
    const answer = await udt.call(ENDPOINTS.passkeySignInBegin, { headers });
    expect(answer.ret, answer.text).toBe(0);
    const { options } = answer.data as { options: { challenge: string } };
    return { options, headers: { ...headers, cookie: cookieIn(answer, "udt_passkey")! } };
  }
  const show = (device: SoftPasskey, { options, headers }: Awaited<ReturnType<typeof asked>>, odds: PasskeyOdds = {}) =>
    udt.call(ENDPOINTS.passkeySignIn, { body: { credential: device.show(options, odds) }, headers });
  const signIn = async (device: SoftPasskey, odds: PasskeyOdds = {}, from = "127.0.0.1") =>
    show(device, await asked(from), odds);
  const list = async (as: Person) => (await udt.ok(ENDPOINTS.secondFactorGet, { as })).passkeys;

  it("is added with the password, and signs in by itself", async () => {
    const { as, email } = await somebody();
    await udt.refused(ENDPOINTS.passkeyBegin, { as, body: {} }, "password_required");
    await udt.refused(ENDPOINTS.passkeyBegin, { as, body: { password: "a guess" } }, "wrong_password");
    const { device, options, passkey, recovery_codes } = await add(as, " Laptop ");
    expect(options).toMatchObject({
      rp: { id: "udt.example.com", name: "UDT" },
      user: { id: Buffer.from(as.user_id).toString("base64url"), name: email },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    expect(Buffer.from(options.challenge, "base64url")).toHaveLength(32);
    const now = udt.clock.now();
    expect(passkey).toEqual({
      passkey_id: passkey.passkey_id,
      name: "Laptop",
      created_at: now,
      last_used_at: null,
      rp_id: "udt.example.com",
    });
    expect(recovery_codes).toHaveLength(10);
    // The same device is not asked for another one.
    expect((await begin(as)).options.excludeCredentials).toEqual([
      { id: device.id, type: "public-key", transports: ["internal"] },
    ]);
    const began = await asked();
    expect(began.options).toMatchObject({ rpId: "udt.example.com", userVerification: "required" });
    const answer = await show(device, began);
    expect(answer, answer.text).toMatchObject({ ret: 0, data: { user_id: as.user_id } });
    expect(cookieIn(answer, "udt_passkey")).toBe("udt_passkey=");
    const me = { ...as, cookie: cookieIn(answer, "udt_session_id")! };
    await udt.ok(ENDPOINTS.sessionList, { as: me });
    expect(await list(as)).toMatchObject([{ name: "Laptop", last_used_at: udt.clock.now() }]);
    expect((await audit("second_factor.add"))[0]).toMatchObject({
      target: email,
      detail: { kind: "passkey", name: "Laptop" },
    });
    expect((await audit("user.login"))[0]).toMatchObject({ target: email, detail: { kind: "passkey" } });
  });

  it("is asked for after a password from then on, or a recovery code in its place", async () => {
    const { as, email, device, recovery_codes } = await withPasskey();
    const login = await udt.refused(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } }, "second_step_needed");
    const cookie = cookieIn(login, "udt_second_step")!;
    expect(await udt.ok(ENDPOINTS.secondStepGet, { headers: { cookie } })).toMatchObject({
      methods: ["recovery"],
      passkey: true,
    });
    expect((await signIn(device)).ret).toBe(0);
    const body = { method: "recovery", code: recovery_codes[0]! };
    await udt.ok(ENDPOINTS.secondStepCode, { body, headers: { cookie } });
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toMatchObject({ totp: null, recovery_codes_left: 9 });
    const made = await udt.ok(ENDPOINTS.recoveryCodesMake, { as, body: { password: PASSWORD } });
    expect(made.recovery_codes).toHaveLength(10);
  });

  it("is both steps also for who has an authenticator app, and outlasts it", async () => {
    const { as, email } = await somebody();
    const begun = await udt.ok(ENDPOINTS.totpBegin, { as, body: { password: PASSWORD } });
    const code = authenticatorCode(begun.secret_key, udt.clock.now());
    await udt.ok(ENDPOINTS.totpConfirm, { as, body: { code } });
    const { device, passkey, recovery_codes } = await add(as);
    expect(recovery_codes).toEqual([]);
    expect((await signIn(device)).ret).toBe(0);
    await udt.ok(ENDPOINTS.totpRemove, { as, body: { password: PASSWORD } });
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toMatchObject({ totp: null, recovery_codes_left: 10 });
    await udt.refused(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } }, "second_step_needed");
    expect((await signIn(device)).ret).toBe(0);
    const params = { passkey_id: passkey.passkey_id };
    await udt.ok(ENDPOINTS.passkeyRemove, { as, params, body: { password: PASSWORD } });
    expect(await udt.ok(ENDPOINTS.secondFactorGet, { as })).toEqual({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
  });

  const WRONG: [string, PasskeyOdds][] = [
    ["another challenge", { challenge: Buffer.alloc(32).toString("base64url") }],
    ["another site's page", { origin: "https://udt.example.com.evil.example" }],
    ["the same name without https", { origin: "http://udt.example.com" }],
    ["another port", { origin: `${ORIGIN}:8443` }],
    ["a page in another site's frame", { crossOrigin: true }],
    ["another host name", { rp_id: "evil.example" }],
    ["a device that nobody unlocked", { verified: false }],
  ];

  it.each([
    ...WRONG,
    ["an answer to another question", { type: "webauthn.create" }],
    ["a wrong signature", { flipped: true }],
    ["nobody's handle", { userHandle: null }],
    ["somebody else's handle", { userHandle: Buffer.from("somebody").toString("base64url") }],
  ] as [string, PasskeyOdds][])("signs nobody in by %s", async (_, odds) => {
    const { device } = await withPasskey();
    const answer = await signIn(device, odds);
    expect(answer, answer.text).toMatchObject({ status: 400, code: "passkey_refused" });
    expect(cookieIn(answer, "udt_session_id")).toBeUndefined();
    expect((await signIn(device)).ret).toBe(0);
  });

  it.each([...WRONG, ["an answer to another question", { type: "webauthn.get" }]] as [string, PasskeyOdds][])(
    "is not added by %s",
    async (_, odds) => {
      const { as } = await somebody();
      const device = new SoftPasskey(ORIGIN);
      const credential = device.make((await begin(as)).options, odds);
      await udt.refused(ENDPOINTS.passkeyAdd, { as, body: { name: "Phone", credential } }, "passkey_refused");
      expect(await list(as)).toEqual([]);
    },
  );

  it("answers each challenge once, in its browser, for its purpose and while it is young", async () => {
    const { as, device } = await withPasskey();
    const began = await asked();
    expect((await show(device, began)).ret).toBe(0);
    expect((await show(device, began)).code).toBe("passkey_over");
    // A wrong answer uses it up, too.
    const other = await asked();
    expect((await show(device, other, { flipped: true })).code).toBe("passkey_refused");
    expect((await show(device, other)).code).toBe("passkey_over");
    const [mine, theirs] = [await asked(), await asked()];
    expect((await show(device, { ...mine, headers: theirs.headers })).code).toBe("passkey_refused");
    expect((await show(device, { ...mine, headers: { ...mine.headers, cookie: "udt_passkey=" } })).code).toBe(
      "passkey_over",
    );
    const late = await asked();
    udt.clock.turn(LIMITS.passkey_challenge_ms);
    expect((await show(device, late)).code).toBe("passkey_over");
    // One to add a passkey is none to sign in with, nor another session's.
    const { options } = await begin(as);
    expect((await show(device, { ...(await asked()), options })).code).toBe("passkey_refused");
    const elsewhere = { ...as, ...(await udt.session(as)) };
    const body = { name: "Phone", credential: new SoftPasskey(ORIGIN).make(options) };
    await udt.refused(ENDPOINTS.passkeyAdd, { as: elsewhere, body }, "passkey_over");
    await udt.ok(ENDPOINTS.passkeyAdd, { as, body });
    await udt.refused(ENDPOINTS.passkeyAdd, { as, body }, "passkey_over");
    const old = await begin(as);
    udt.clock.turn(LIMITS.passkey_challenge_ms);
    const tooLate = { name: "Phone", credential: new SoftPasskey(ORIGIN).make(old.options) };
    await udt.refused(ENDPOINTS.passkeyAdd, { as, body: tooLate }, "passkey_over");
  });

  it("keeps one challenge of a session, and no more of all than it has room for", async () => {
    const { as } = await somebody();
    await begin(as);
    const { options } = await begin(as);
    const { db } = udt.server.database;
    const count = async () => {
      const { rows } = await db.execute("select count(*)::int as count from passkey_challenges");
      return (rows as { count: number }[])[0]!.count;
    };
    const before = await count();
    await db.execute(
      `insert into passkey_challenges select 'sign_in', 'x' || n, 'x', ${udt.clock.now() + 1} from generate_series(1, 10100) n`,
    );
    const began = await asked();
    // The newest sign-ins stay, and what people add stays beside them.
    expect(await count()).toBeLessThanOrEqual(10_000 + before);
    const { device } = await withPasskey();
    expect((await show(device, began)).ret).toBe(0);
    const body = { name: "Phone", credential: new SoftPasskey(ORIGIN).make(options) };
    await udt.ok(ENDPOINTS.passkeyAdd, { as, body });
    udt.clock.turn(LIMITS.passkey_challenge_ms + 1);
    await asked();
    expect(await count()).toBe(1);
  });

  it("tells nothing of a passkey that is not known, and counts it as a wrong password", async () => {
    udt.clock.turn(THROTTLE_MS);
    const { device, email } = await withPasskey();
    const stranger = new SoftPasskey(ORIGIN);
    stranger.make({ challenge: "", rp: { id: "udt.example.com" }, user: { id: "YQ" } });
    const text = (answer: Answer) => answer.text.replace(/"(request_id|time)":("[^"]*"|\d+)/g, "");
    for (let tries = 0; tries < 10; tries++) {
      const [unknown, wrong] = [await signIn(stranger), await signIn(device, { flipped: true })];
      expect(text(unknown)).toBe(text(wrong));
      expect(unknown).toMatchObject({ status: 400, code: "passkey_refused" });
    }
    for (const each of [stranger, device]) expect((await signIn(each)).code).toBe("too_many_attempts");
    // From elsewhere its owner comes in all the same.
    expect((await signIn(device, {}, "203.0.113.9")).ret).toBe(0);
    expect(await audit("user.login_failed")).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ target: email, detail: { reason: "passkey_refused", kind: "passkey" } }),
        expect.objectContaining({ target: "", detail: { reason: "passkey_refused", kind: "passkey" } }),
      ]),
    );
    udt.clock.turn(THROTTLE_MS);
    for (let begun = 0; begun < 100; begun++) await asked();
    await udt.refused(ENDPOINTS.passkeySignInBegin, {}, "too_many_attempts");
    udt.clock.turn(THROTTLE_MS);
  });

  it("signs in whose it is, and nobody else", async () => {
    const [ada, grace] = [await withPasskey(), await withPasskey()];
    expect((await signIn(ada.device)).data).toMatchObject({ user_id: ada.as.user_id });
    // Another's device under one's own credential, and a credential that is another's already.
    const began = await asked();
    const body = { credential: { ...grace.device.show(began.options), id: ada.device.id, rawId: ada.device.id } };
    await udt.refused(ENDPOINTS.passkeySignIn, { body, headers: began.headers }, "passkey_refused");
    const { options } = await begin(grace.as);
    const taken = { name: "Phone", credential: ada.device.make(options) };
    await udt.refused(ENDPOINTS.passkeyAdd, { as: grace.as, body: taken }, "passkey_exists");
    const wish = { as: grace.as, params: { passkey_id: ada.passkey.passkey_id } };
    await udt.refused(ENDPOINTS.passkeyRename, { ...wish, body: { name: "Mine" } }, "passkey_not_found");
    await udt.refused(ENDPOINTS.passkeyRemove, { ...wish, body: { password: PASSWORD } }, "passkey_not_found");
    expect(await list(ada.as)).toMatchObject([{ name: "Laptop" }]);
  });

  it("is renamed, and removed with the password; then it signs nobody in", async () => {
    const { as, email, device, passkey } = await withPasskey();
    const params = { passkey_id: passkey.passkey_id };
    expect(await udt.ok(ENDPOINTS.passkeyRename, { as, params, body: { name: "Key ring" } })).toMatchObject({
      name: "Key ring",
    });
    expect((await audit("second_factor.rename"))[0]).toMatchObject({
      target: email,
      detail: { kind: "passkey", name: "Key ring" },
    });
    await udt.refused(ENDPOINTS.passkeyRename, { as, params, body: { name: " " } }, "invalid_param");
    await udt.refused(ENDPOINTS.passkeyRemove, { as, params, body: {} }, "password_required");
    await udt.refused(ENDPOINTS.passkeyRemove, { as, params, body: { password: "a guess" } }, "wrong_password");
    const began = await asked();
    await udt.ok(ENDPOINTS.passkeyRemove, { as, params, body: { password: PASSWORD } });
    expect((await show(device, began)).code).toBe("passkey_refused");
    await udt.refused(ENDPOINTS.passkeyRemove, { as, params, body: { password: PASSWORD } }, "passkey_not_found");
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
    expect((await audit("second_factor.remove"))[0]).toMatchObject({
      target: email,
      detail: { kind: "passkey", name: "Key ring" },
    });
  });

  it("goes with the others an administrator or an operator removes", async () => {
    const root = await udt.person("root", { udt_admin: true });
    const { as, email, device } = await withPasskey();
    const params = { user_id: as.user_id };
    await udt.ok(ENDPOINTS.adminSecondFactorRemove, { as: root, params });
    expect((await signIn(device)).code).toBe("passkey_refused");
    await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD } });
    const other = await withPasskey();
    expect(await udt.server.services.users.resetPassword(other.email)).toMatchObject({ second_factor_ended: true });
    expect((await signIn(other.device)).code).toBe("passkey_refused");
  });

  it("lets nobody in who may not sign in, and tells only its owner why", async () => {
    const { as, device } = await withPasskey();
    for (const [change, code] of [
      [{ state: "disabled" }, "user_disabled"],
      [{ state: "rejected" }, "user_rejected"],
      [{ state: "approved", expires_at: 1 }, "user_expired"],
    ] as const) {
      await updateUser(udt.server.database.db, as.user_id, change);
      expect((await signIn(device)).code).toBe(code);
      expect((await signIn(device, { flipped: true })).code).toBe("passkey_refused");
    }
    await udt.server.database.db.execute(`delete from users where user_id = '${as.user_id}'`);
    expect((await signIn(device)).code).toBe("passkey_refused");
  });

  it("is refused where its count shows that there is a copy, and used once by two at a time", async () => {
    const { device } = await withPasskey();
    expect((await signIn(device, { count: 5 })).ret).toBe(0);
    for (const count of [5, 4, 0]) expect((await signIn(device, { count })).code).toBe("passkey_refused");
    expect((await signIn(device, { count: 6 })).ret).toBe(0);
    const began = await Promise.all([asked(), asked(), asked()]);
    const answers = await Promise.all(began.map((each) => show(device, each, { count: 7 })));
    expect(answers.filter(({ ret }) => ret === 0)).toHaveLength(1);
  });

  it("comes without its maker's word: certificates, and what they would have this server fetch, are not looked into", async () => {
    const { as } = await somebody();
    const made = async (attestation: NonNullable<PasskeyOdds["attestation"]>) => ({
      name: "Phone",
      credential: new SoftPasskey(ORIGIN).make((await begin(as)).options, { attestation }),
    });
    await udt.refused(ENDPOINTS.passkeyAdd, { as, body: await made(u2fAttestation) }, "passkey_refused");
    await udt.ok(ENDPOINTS.passkeyAdd, { as, body: await made(selfAttestation) });
  });

  it("is refused when it is no passkey at all", async () => {
    const { as } = await somebody();
    const made = new SoftPasskey(ORIGIN).make((await begin(as)).options);
    const attestationObject = Buffer.alloc(12_000, 0x81).toString("base64url");
    const deep = { ...made, response: { ...made.response, attestationObject } };
    await udt.refused(ENDPOINTS.passkeyAdd, { as, body: { name: "Phone", credential: deep } }, "passkey_refused");
    const long = { ...made, id: "x".repeat(LIMITS.passkey_id_max + 1) };
    const answer = await udt.refused(
      ENDPOINTS.passkeyAdd,
      { as, body: { name: "Phone", credential: long } },
      "invalid_param",
    );
    expect(answer.data).toMatchObject({ args: { field: "credential.id" } });
    const odd = { ...made, id: "not base64" };
    expect(
      (await udt.refused(ENDPOINTS.passkeyAdd, { as, body: { name: "x", credential: odd } }, "invalid_param")).data,
    ).toMatchObject({ args: { field: "credential.id", rule: "base64url_format" } });
  });

  it("is one of at most twenty", async () => {
    const { as } = await withPasskey();
    const begun = await begin(as);
    for (let made = 1; made < LIMITS.passkeys_max; made++) {
      const { db } = udt.server.database;
      await db.execute(
        `insert into passkeys select '${crypto.randomUUID()}', user_id, name, '${crypto.randomUUID()}', public_key, rp_id, transports, 0, created_at, null from passkeys where user_id = '${as.user_id}' limit 1`,
      );
    }
    await udt.refused(ENDPOINTS.passkeyBegin, { as, body: { password: PASSWORD } }, "passkey_limit");
    const body = { name: "Phone", credential: new SoftPasskey(ORIGIN).make(begun.options) };
    await udt.refused(ENDPOINTS.passkeyAdd, { as, body }, "passkey_limit");
  });

  it("asks who has no password for a young session, and an API key never", async () => {
    const as = await udt.person("elsewhere");
    const key = await udt.ok(ENDPOINTS.keyReset, { as });
    const authorization = `Basic ${btoa(`${key.secret_id}:${key.secret_key}`)}`;
    await udt.refused(ENDPOINTS.passkeyBegin, { body: {}, headers: { authorization } }, "signed_in_only");
    const { options } = await udt.ok(ENDPOINTS.passkeyBegin, { as, body: {} });
    const device = new SoftPasskey(ORIGIN);
    const body = { name: "Phone", credential: device.make(options) };
    const { passkey } = await udt.ok(ENDPOINTS.passkeyAdd, { as, body });
    udt.clock.turn(LIMITS.fresh_sign_in_minutes * 60_000);
    await udt.refused(ENDPOINTS.passkeyBegin, { as, body: {} }, "sign_in_again");
    const params = { passkey_id: passkey.passkey_id };
    await udt.refused(ENDPOINTS.passkeyRemove, { as, params, body: {} }, "sign_in_again");
    // Signing in with it is as fresh as signing in at the provider.
    const me = { ...as, cookie: cookieIn(await signIn(device), "udt_session_id")! };
    await udt.ok(ENDPOINTS.passkeyRemove, { as: me, params, body: {} });
  });

  it("is a second factor where administrators must have one", async () => {
    const root = await udt.person("root", { udt_admin: true });
    const { as } = await somebody({ udt_admin: true });
    await udt.ok(ENDPOINTS.adminSettingsSet, { as: root, body: { admin_second_factor: true } });
    await udt.refused(ENDPOINTS.adminUserList, { as }, "second_factor_required");
    const { device, passkey } = await add(as);
    await udt.ok(ENDPOINTS.adminUserList, { as });
    const answer = await signIn(device);
    expect(answer.data).not.toHaveProperty("second_factor_required");
    const params = { passkey_id: passkey.passkey_id };
    await udt.ok(ENDPOINTS.passkeyRemove, { as, params, body: { password: PASSWORD } });
    await udt.refused(ENDPOINTS.adminUserList, { as }, "second_factor_required");
    await add(as);
    await udt.ok(ENDPOINTS.adminSettingsSet, { as, body: { admin_second_factor: false } });
  });

  it("keeps what it signs in by from other sites, and tells its pages where it works", async () => {
    const answer = await udt.call(ENDPOINTS.passkeySignInBegin, {});
    expect(String(answer.headers["set-cookie"])).toMatch(
      /^udt_passkey=[\w-]{43}; Max-Age=300; Path=\/v1\/plat\/user\/login\/passkey; HttpOnly; SameSite=Lax; Secure$/,
    );
    const page = await udt.server.app.inject({ url: ENDPOINTS.webConfig.path });
    expect(page.json()).toMatchObject({ passkey_origin: ORIGIN });
    const began = await asked();
    const { device } = await withPasskey();
    const headers = { ...began.headers, "x-requested-with": "" };
    const body = { credential: device.show(began.options) };
    await udt.refused(ENDPOINTS.passkeySignIn, { body, headers }, "xhr_header_required");
  });
});

describe("where passkeys work", () => {
  it.each([
    [undefined, "127.0.0.1", { rp_id: "localhost", origin: "http://localhost:8700" }],
    [undefined, "0.0.0.0", undefined],
    ["https://udt.example.com/a", "0.0.0.0", { rp_id: "udt.example.com", origin: "https://udt.example.com" }],
    ["https://UDT.example.com:8443", "0.0.0.0", { rp_id: "udt.example.com", origin: "https://udt.example.com:8443" }],
    ["http://localhost:3000", "127.0.0.1", { rp_id: "localhost", origin: "http://localhost:3000" }],
    ["http://udt.example.com", "0.0.0.0", undefined],
    ["https://192.0.2.7", "0.0.0.0", undefined],
    ["https://[2001:db8::7]:8443", "::", undefined],
  ])("follows from %s and %s", (public_url, host, place) => {
    expect(passkeyPlace({ public_url, host }, 8700)).toEqual(place);
  });
});

onEachDatabase("a server at an address", (open) => {
  it("says that it has no passkeys, and why", async () => {
    const udt = await TestServer.start(open, { public_url: "https://192.0.2.7" });
    try {
      const as = await udt.person("ada");
      await udt.refused(ENDPOINTS.passkeyBegin, { as, body: {} }, "passkeys_unavailable");
      await udt.refused(ENDPOINTS.passkeySignInBegin, {}, "passkeys_unavailable");
      const page = await udt.server.app.inject({ url: ENDPOINTS.webConfig.path });
      expect(page.json()).toMatchObject({ passkey_origin: "" });
    } finally {
      await udt.dispose();
    }
  });
});
