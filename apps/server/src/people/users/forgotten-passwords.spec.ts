import { afterAll, beforeAll, expect, it } from "vitest";
import { AUTH_TYPES, ENDPOINTS, LIMITS, type Endpoint } from "@udt/contract";
import { authenticatorCode, mailText, SoftPasskey, startMailbox, type Mailbox, until } from "@udt/testkit";
import { embedded, onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { resetPasswordOf } from "../../operators/reset-password.ts";
import { hashPassword } from "./passwords.ts";
import { updateUser } from "./users.repository.ts";

const OLD = "sunny day 1";
const NEW = "another day 2";
const outgoing = (smtp_url: string | undefined) => ({
  smtp_url,
  mail_from: "udt@example.com",
  outbound_allow: [],
  secret_key: undefined,
});

onEachDatabase("a forgotten password", (open) => {
  let udt: TestServer;
  let mailbox: Mailbox;
  let count = 0;
  let ada: Person;
  let email: string;
  beforeAll(async () => {
    mailbox = await startMailbox();
    udt = await TestServer.start(open, { outgoing: outgoing(mailbox.url) });
  });
  afterAll(async () => {
    await udt?.dispose();
    await mailbox?.stop();
  });

  const person = async (change: { password_hash?: string; state?: "disabled" } = {}) => {
    // No limit knows of them.
    udt.clock.turn(LIMITS.password_link_ms);
    email = `ada${++count}@example.com`;
    ada = await udt.person(`ada ${count}`, { email, password_hash: await hashPassword(OLD), ...change });
  };
  const ask = (language = "en", address = email) =>
    udt.ok(ENDPOINTS.userPasswordForgot, { body: { email: address }, headers: { cookie: `udt_lang=${language}` } });
  const mails = (to = email) => mailbox.mails.filter((mail) => mail.to.includes(to)).map(({ raw }) => mailText(raw));
  /** The text of the nth mail to them. */
  const mail = (nth = 1) => until(`mail ${nth}`, async () => mails()[nth - 1]);
  const tokenIn = (text: string) => /\/reset_password#([\w-]+)/.exec(text)![1]!;
  const set = (token: string, new_password = NEW) =>
    udt.call(ENDPOINTS.userPasswordReset, { body: { token, new_password } });
  const signIn = async (password: string) =>
    (await udt.call(ENDPOINTS.userLogin, { body: { email, password } })).code ?? "signed in";

  it("is set by the mailed link, once, and ends what the old one opened", async () => {
    await person();
    await ask();
    const token = tokenIn(await mail());
    // Rules that the new one breaks use no link up.
    expect((await set(token, "short")).code).toBe("invalid_param");
    expect(await set(token)).toMatchObject({ status: 200 });
    await udt.refused(ENDPOINTS.userInfo, { as: ada }, "invalid_session");
    expect(await signIn(OLD)).toBe("user_name_or_password");
    expect(await signIn(NEW)).toBe("signed in");
    expect((await set(token)).code).toBe("password_link_over");
    expect(await mail(2)).toContain("您的密码已修改");
    const admin = await udt.person("root", { udt_admin: true });
    const { list } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action: "user.password_by_mail" } });
    expect(list[0]).toMatchObject({ target: email });
  });

  it("leaves nothing to who uses the old one at the same moment", async () => {
    await person();
    await ask();
    const token = tokenIn(await mail());
    const old = { email, password: OLD };
    const theirs = { old_password: OLD, new_password: "not yours 3" };
    const signIns = Array.from({ length: 4 }, () => udt.call(ENDPOINTS.userLogin, { body: old }));
    const change = udt.call(ENDPOINTS.userPassword, { as: ada, body: theirs });
    const reset = set(token);
    const late = Array.from({ length: 4 }, () => udt.call(ENDPOINTS.userLogin, { body: old }));
    // One of both changes came first, and the other knows no right password or link any more.
    const codes = [(await change).code, (await reset).code];
    expect([
      ["wrong_password", undefined],
      ["invalid_session", undefined],
      [undefined, "password_link_over"],
    ]).toContainEqual(codes);
    for (const { headers } of await Promise.all([...signIns, ...late])) {
      const cookie = String(headers["set-cookie"] ?? "").split(";")[0]!;
      if (cookie !== "") expect((await udt.call(ENDPOINTS.userInfo, { headers: { cookie } })).status).toBe(401);
    }
    udt.clock.turn(LIMITS.password_link_ms);
    expect(await signIn(codes[1] === undefined ? NEW : "not yours 3")).toBe("signed in");
  });

  it("is asked for in three languages", async () => {
    const words = { en: "Somebody asked for a new password", zh: "有人请求", ja: "設定が求められました" };
    for (const [language, said] of Object.entries(words)) {
      await person();
      await ask(language);
      expect(await mail()).toContain(said);
    }
  });

  it("is mailed to nobody who may not sign in by one, and the answer does not tell", async () => {
    const silent: string[] = ["nobody@example.com"];
    for (const change of [{ password_hash: "" }, { state: "disabled" as const }]) {
      await person(change);
      silent.push(email);
    }
    for (const address of silent) expect(await ask("en", address)).toBeNull();
    await person();
    await ask();
    await mail();
    expect(silent.flatMap((address) => mails(address))).toEqual([]);
  });

  it("has links that are good for half an hour each, and none once the password was changed", async () => {
    await person();
    await ask();
    const first = tokenIn(await mail());
    udt.clock.turn(LIMITS.password_link_ms - 1);
    await ask();
    const second = tokenIn(await mail(2));
    udt.clock.turn(1);
    expect((await set(first)).code).toBe("password_link_over");
    udt.clock.turn(LIMITS.password_link_ms - 1);
    expect((await set(second)).code).toBe("password_link_over");
    await ask();
    const third = tokenIn(await mail(3));
    const body = { old_password: OLD, new_password: NEW };
    await udt.ok(ENDPOINTS.userPassword, { as: ada, body, headers: { "x-requested-with": "XMLHttpRequest" } });
    expect(await mail(4)).toContain("您的密码已修改");
    expect((await set(third, OLD)).code).toBe("password_link_over");
  });

  it("is mailed once there is a mail server again, however often it was asked for meanwhile", async () => {
    await person();
    mailbox.answerWith(451, "try later");
    for (let time = 0; time < 3; time++) await ask();
    await until("none was taken", () =>
      mailbox.turnedAway.filter((to) => to === email).length === 3 ? true : undefined,
    );
    mailbox.answerWith(undefined);
    await ask();
    expect(await set(tokenIn(await mail()))).toMatchObject({ status: 200 });
  });

  it("is set by what is in a mailbox that gets no more mails for now, and by one of them", async () => {
    await person();
    const other = `other-${email}`;
    await udt.person(`other ${count}`, { email: other, password_hash: await hashPassword(OLD) });
    for (let time = 0; time < 3; time++) await ask();
    await mail(3);
    udt.clock.turn(LIMITS.password_link_ms - 1);
    await ask();
    // The other's mail comes after all of theirs.
    await ask("en", other);
    await until("the other's mail", () => mails(other)[0]);
    expect(mails()).toHaveLength(3);
    const tokens = mails().map(tokenIn);
    const codes = (await Promise.all(tokens.map((token) => set(token)))).map(({ status, code }) => code ?? status);
    expect(codes.toSorted()).toEqual([200, "password_link_over", "password_link_over"]);
    expect(await signIn(NEW)).toBe("signed in");
    udt.clock.turn(1);
    await ask();
    expect(
      await until("a link", () =>
        mails().find((text) => /reset_password#/.test(text) && !tokens.includes(tokenIn(text))),
      ),
    ).toBeTruthy();
  });

  it("fills no mailbox, and is asked for by no address without end", async () => {
    await person();
    for (let time = 0; time < 5; time++) await ask();
    await mail(3);
    for (let time = 0; time < 5; time++) await ask("en", "nobody@example.com");
    const body = { email };
    expect(await udt.call(ENDPOINTS.userPasswordForgot, { body })).toMatchObject({
      status: 429,
      code: "too_many_attempts",
    });
    expect(mails()).toHaveLength(3);
  });
});

onEachDatabase("what somebody signs in by", (open) => {
  it("is not changed without a mail that says so, in the language of who changed it", async () => {
    const mailbox = await startMailbox();
    const udt = await TestServer.start(open, { outgoing: outgoing(mailbox.url) });
    try {
      const email = "ada@example.com";
      const as = await udt.person("ada", { email, password_hash: await hashPassword(OLD) });
      const told = (nth: number) =>
        until(`mail ${nth}`, async () => {
          const mail = mailbox.mails[nth - 1];
          return mail && `${mail.to.join()} ${mailText(mail.raw)}`;
        });
      const call = <E extends Endpoint>(endpoint: E, body: object, params = {}) =>
        udt.ok(endpoint, { as: { ...as, cookie: `${as.cookie}; udt_lang=en` }, body, params });
      await call(ENDPOINTS.keyCreate, { name: "nightly", project_id: null, access: "read", password: OLD });
      expect(await told(1)).toMatch(/^ada@example\.com [^]*An API key was made[^]*Key: nightly/);
      await call(ENDPOINTS.keyReset, { password: OLD });
      expect(await told(2)).toMatch(/An API key was made[^]*Key: default/);
      const { secret_key } = await call(ENDPOINTS.totpBegin, { password: OLD });
      const code = authenticatorCode(secret_key, udt.clock.now());
      await call(ENDPOINTS.totpConfirm, { code });
      expect(await told(3)).toContain("Two-step sign-in is on");
      await call(ENDPOINTS.recoveryCodesMake, { password: OLD });
      expect(await told(4)).toContain("Your recovery codes were made anew");
      await call(ENDPOINTS.totpRemove, { password: OLD });
      expect(await told(5)).toContain("Your authenticator app was removed");
      const { options } = await call(ENDPOINTS.passkeyBegin, { password: OLD });
      const device = new SoftPasskey(`http://localhost:${udt.server.port}`);
      const { passkey } = await call(ENDPOINTS.passkeyAdd, { name: "Key ring", credential: device.make(options) });
      expect(await told(6)).toMatch(/A passkey was added[^]*Passkey: Key ring/);
      await call(ENDPOINTS.passkeyRemove, { password: OLD }, { passkey_id: passkey.passkey_id });
      expect(await told(7)).toMatch(/A passkey was removed[^]*Passkey: Key ring/);
      const { list } = await udt.ok(ENDPOINTS.keyList, { as });
      const { secret_id } = list.find(({ name }) => name === "nightly")!;
      await call(ENDPOINTS.keyDelete, {}, { secret_id });
      expect(await told(8)).toMatch(/An API key was deleted[^]*Key: nightly[^]*change the password/);
      await updateUser(udt.server.database.db, as.user_id, { auth_type: AUTH_TYPES.external });
      await call(ENDPOINTS.keyReset, { password: OLD });
      expect(await told(9)).toMatch(/An API key was made[^]*account at the provider/);
      expect(await told(9)).not.toContain("change the password");
      await resetPasswordOf(udt.settings, email);
      expect(await told(10)).toContain("您的登录方式已重置");
      expect(mailbox.mails).toHaveLength(10);
    } finally {
      await udt.dispose();
      await mailbox.stop();
    }
  });
});

it("tells that the server sends no mail", async () => {
  const udt = await TestServer.start(embedded, { outgoing: outgoing(undefined) });
  try {
    await udt.refused(ENDPOINTS.userPasswordForgot, { body: { email: "ada@example.com" } }, "mail_not_set");
    const { text } = await udt.call(ENDPOINTS.webConfig);
    expect(JSON.parse(text)).toMatchObject({ password_mail: false });
  } finally {
    await udt.dispose();
  }
});
