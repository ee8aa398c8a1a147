import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { mailText, startMailbox, until, type Mailbox } from "@udt/testkit";
import { embedded, onEachDatabase, type TestDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { hashPassword } from "./passwords.ts";

const PASSWORD = "sunny day 1";
const OTHERS = "another day 2";
const HERE = "198.51.100.1";
const outgoing = (smtp_url: string | undefined) => ({
  smtp_url,
  mail_from: "udt@example.com",
  outbound_allow: [],
  secret_key: undefined,
});

/** A server that is not disposed of with its database: another one comes after it. */
const kept = (database: TestDatabase) => async () => ({ ...database, dispose: async () => {} });

onEachDatabase("a registration", (open) => {
  let udt: TestServer;
  let mailbox: Mailbox;
  let admin: Person;
  let count = 0;
  let email: string;
  let user_name: string;
  beforeAll(async () => {
    mailbox = await startMailbox();
    const access = { metrics_token: undefined, allowed_hosts: [], calls_per_minute: 0, trusted_proxies: ["127.0.0.1"] };
    udt = await TestServer.start(open, { access, outgoing: outgoing(mailbox.url) });
    admin = await udt.person("root", { udt_admin: true });
  });
  afterAll(async () => {
    await udt?.dispose();
    await mailbox?.stop();
  });
  beforeEach(() => {
    // No limit knows of them.
    udt.clock.turn(5 * 60_000);
    email = `ada${++count}@example.com`;
    user_name = `Ada ${count}`;
  });

  const signUp = (
    given: { email?: string; user_name?: string; password?: string } = {},
    { language = "en", from = HERE } = {},
  ) =>
    udt.call(ENDPOINTS.userSignup, {
      body: { email, user_name, password: PASSWORD, ...given },
      headers: { cookie: `udt_lang=${language}`, "x-forwarded-for": from },
    });
  const mails = (to = email) => mailbox.mails.filter((mail) => mail.to.includes(to)).map(({ raw }) => mailText(raw));
  /** The text of the nth mail to them. */
  const mail = (nth = 1, to = email) => until(`mail ${nth}`, async () => mails(to)[nth - 1]);
  const tokenIn = (text: string) => /\/confirm_email#([\w-]+)/.exec(text)![1]!;
  const confirm = (token: string, password = PASSWORD) =>
    udt.call(ENDPOINTS.userSignupConfirm, { body: { token, password }, headers: { "x-forwarded-for": HERE } });
  /** By who holds the mailbox, and knows of no password. */
  const confirmAnew = (token: string, new_password: string) =>
    udt.call(ENDPOINTS.userSignupConfirm, { body: { token, new_password } });
  const resend = (password = PASSWORD, address = email) =>
    udt.call(ENDPOINTS.userSignupResend, {
      body: { email: address, password },
      headers: { cookie: "udt_lang=en", "x-forwarded-for": HERE },
    });
  const signIn = async (password = PASSWORD, address = email, from = HERE) => {
    const headers = { "x-forwarded-for": from };
    return (await udt.call(ENDPOINTS.userLogin, { body: { email: address, password }, headers })).code ?? "signed in";
  };
  /** A stranger registers the address from so many places, each so often. Resolves when the mails are there. */
  const flood = async (places: number, times: number, mailed: number) => {
    for (let place = 1; place <= places; place++)
      for (let time = 0; time < times; time++)
        await signUp({ user_name: `Not ${user_name}`, password: OTHERS }, { from: `203.0.113.${place}` });
    await mail(mailed);
  };
  const waiting = async (keyword = email) =>
    (await udt.ok(ENDPOINTS.adminSignupList, { as: admin, query: { keyword } })).list;
  const people = async (keyword = email) =>
    (await udt.ok(ENDPOINTS.adminUserList, { as: admin, query: { keyword } })).list;
  const audited = async (action: "user.signup" | "user.signup_ask") =>
    (await udt.ok(ENDPOINTS.auditList, { as: admin, query: { action } })).list.find(({ target }) => target === email);

  it("is an account once its address was confirmed, and says until then what it waits for", async () => {
    expect(await signUp()).toMatchObject({ status: 200, data: { token: null } });
    expect(await signIn()).toBe("email_unconfirmed");
    expect(await signIn(OTHERS)).toBe("user_name_or_password");
    expect(await people()).toEqual([]);
    expect(await waiting()).toMatchObject([{ email, user_name, taken: false }]);
    const text = await mail();
    // Who sends it chose that name, and nobody has said yet that they want mail of them.
    expect(text).not.toContain(user_name);
    expect(await confirm(tokenIn(text))).toMatchObject({ status: 200, data: { state: "approving", user_name } });
    expect(await signIn()).toBe("user_approving");
    expect(await waiting()).toEqual([]);
    expect(await people()).toMatchObject([{ email, user_name, auth_type: 2, state: "approving" }]);
    expect((await audited("user.signup_ask"))?.detail).toEqual({ user_name });
    expect((await audited("user.signup"))?.detail).toEqual({ user_name, confirmed_by: "link" });
  });

  it("is confirmed once, however often at one moment", async () => {
    await signUp();
    const token = tokenIn(await mail());
    const codes = (await Promise.all(Array.from({ length: 4 }, () => confirm(token)))).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(["signup_link_over", "signup_link_over", "signup_link_over", undefined]);
    expect(await people()).toHaveLength(1);
  });

  it("is who has the mailbox, by any link there and the password that they registered with", async () => {
    await flood(1, 1, 1);
    await signUp();
    await mail(2);
    const theirs = tokenIn(await mail(1));
    expect(await confirm(theirs)).toMatchObject({ status: 200 });
    expect(await people()).toMatchObject([{ user_name }]);
    expect((await confirm(tokenIn(await mail(2)))).code).toBe("signup_link_over");
    expect(await signIn(OTHERS)).toBe("email_unconfirmed");
    expect(await signIn()).toBe("user_approving");
  });

  it("has the password that who has the mailbox sets, where somebody else registered", async () => {
    await flood(1, 1, 1);
    const token = tokenIn(await mail());
    const nothing = await udt.call(ENDPOINTS.userSignupConfirm, { body: { token } });
    expect(nothing.code).toBe("password_required");
    expect((await confirm(token)).code).toBe("wrong_password");
    expect((await confirmAnew(token, "password123")).code).toBe("password_common");
    expect((await confirmAnew(token, "short")).data).toMatchObject({ issues: [{ field: "new_password" }] });
    expect(await confirmAnew(token, "mine alone 3")).toMatchObject({ status: 200 });
    expect(await signIn(OTHERS)).toBe("email_unconfirmed");
    expect(await signIn("mine alone 3")).toBe("user_approving");
  });

  it("is kept from nobody by who registers their address again and again", async () => {
    await signUp();
    await mail();
    await flood(3, 3, 10);
    expect(await signIn()).toBe("email_unconfirmed");
    // Another place: only the newest are known there.
    email = `other-${email}`;
    await flood(3, 1, 3);
    await signUp();
    expect(await signIn()).toBe("email_unconfirmed");
    expect(await confirm(tokenIn(await mail(4)))).toMatchObject({ status: 200 });
    expect(await people()).toMatchObject([{ user_name }]);
  });

  it("is confirmed by what is in a mailbox that gets no more mails that day", async () => {
    await flood(4, 4, 10);
    await signUp();
    // The next one's mail comes after all of theirs.
    await signUp({ email: `next-${email}` });
    await mail(1, `next-${email}`);
    expect(mails()).toHaveLength(10);
    udt.clock.turn(LIMITS.signup_link_ms - 1);
    await resend();
    await signUp({ email: `last-${email}` });
    await mail(1, `last-${email}`);
    expect(mails()).toHaveLength(10);
    expect(await confirm(tokenIn(await mail(1)))).toMatchObject({ status: 200 });
    expect(await people()).toMatchObject([{ user_name }]);
  });

  it("is mailed again the day after", async () => {
    await flood(4, 3, 10);
    udt.clock.turn(LIMITS.signup_link_ms);
    await signUp();
    expect(await confirm(tokenIn(await mail(11)))).toMatchObject({ status: 200 });
  });

  it("is mailed once there is a mail server again, whatever it was to send meanwhile", async () => {
    mailbox.answerWith(451, "try later");
    for (let time = 1; time <= 3; time++) await signUp();
    for (const from of ["203.0.113.1", "203.0.113.2", "203.0.113.3"])
      for (let time = 1; time <= (from === "203.0.113.3" ? 1 : 3); time++) await signUp({ password: OTHERS }, { from });
    await until("none of ten was taken", () =>
      mailbox.turnedAway.filter((to) => to === email).length === 10 ? true : undefined,
    );
    mailbox.answerWith(undefined);
    await resend();
    expect(await confirm(tokenIn(await mail()))).toMatchObject({ status: 200 });
  });

  it("takes the place of the same caller's before, whose link stays good", async () => {
    await signUp({ user_name: "Typo", password: OTHERS });
    const first = tokenIn(await mail());
    const same = email.replace("ada", "ADA");
    await signUp({ email: same });
    await mail(1, same);
    expect(await waiting()).toMatchObject([{ user_name }]);
    expect((await confirm(first, OTHERS)).code).toBe("wrong_password");
    expect(await confirm(first)).toMatchObject({ status: 200 });
  });

  it("bounds the passwords that are tried at a link", async () => {
    await signUp();
    const token = tokenIn(await mail());
    const codes: (string | undefined)[] = [];
    for (let time = 0; time < 12; time++) codes.push((await confirm(token, OTHERS)).code);
    expect(codes.filter((code) => code === "wrong_password")).toHaveLength(10);
    expect(codes.at(-1)).toBe("too_many_attempts");
  });

  it("answers the same for an address that is taken, whose owner alone is told", async () => {
    await udt.person("owner of it", { email, password_hash: await hashPassword("mine alone 3") });
    const answers: unknown[] = [];
    const free = `free-${email}`;
    for (const address of [email, free]) {
      const given = { email: address, user_name: address === free ? "Free" : "Taken" };
      const { status, data, ret } = await signUp(given);
      // Neither keeps the nickname, by which they could be told apart.
      const again = await signUp({ email: `again-${address}`, user_name: given.user_name });
      const resent = await resend(PASSWORD, address);
      answers.push([status, data, ret, again.code, await signIn(PASSWORD, address), resent.data, resent.ret]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toEqual([200, { token: null }, 0, undefined, "email_unconfirmed", null, 0]);
    expect(await mail()).toContain("You have a UDT account with this address already");
    expect(await mail(2)).toContain("You have a UDT account with this address already");
    expect(await mail(1, free)).toContain("/confirm_email#");
    expect(await waiting()).toEqual(expect.arrayContaining([expect.objectContaining({ email, taken: true })]));
    const { signup_id } = (await waiting()).find((each) => each.email === email)!;
    await udt.refused(ENDPOINTS.adminSignupConfirm, { as: admin, params: { signup_id } }, "mailbox_exists");
    expect(await signIn("mine alone 3")).toBe("signed in");
  });

  it("tells as little a week later: both go when the last mail is a day old", async () => {
    await udt.person(`owner ${count}`, { email });
    const [free, over] = [`free-${email}`, `over-${email}`];
    for (const address of [email, free, over]) {
      await signUp({ email: address });
      await mail(1, address);
    }
    udt.clock.turn(LIMITS.signup_waits_ms - 3_600_000);
    for (const address of [email, free]) {
      await resend(PASSWORD, address);
      await mail(2, address);
    }
    const answers = () => Promise.all([email, free].map((address) => signIn(PASSWORD, address)));
    /** Whoever is over goes all at once. */
    const isGone = (address: string) =>
      until(`${address} is gone`, async () => {
        udt.clock.turn(3_600_000);
        return (await waiting(address)).length === 0 ? true : undefined;
      });
    await isGone(over);
    expect(await answers()).toEqual(["email_unconfirmed", "email_unconfirmed"]);
    udt.clock.turn(LIMITS.signup_link_ms);
    await isGone(free);
    expect(await answers()).toEqual(["user_name_or_password", "user_name_or_password"]);
  });

  it("tells no stranger who registered the address before that its owner has an account now", async () => {
    const there = "203.0.113.1";
    await flood(1, 1, 1);
    await signUp();
    expect(await confirm(tokenIn(await mail(2)))).toMatchObject({ status: 200 });
    expect(await signIn(OTHERS, email, there)).toBe("email_unconfirmed");
    expect(await waiting()).toMatchObject([{ user_name: `Not ${user_name}`, taken: true }]);
    // By the stranger's own link, too, which is in the owner's mailbox.
    email = `other-${email}`;
    user_name = `Other ${user_name}`;
    await flood(1, 1, 1);
    const token = tokenIn(await mail());
    expect(await confirmAnew(token, "mine alone 3")).toMatchObject({ status: 200 });
    expect(await signIn(OTHERS, email, there)).toBe("email_unconfirmed");
    expect((await confirmAnew(token, "mine alone 4")).code).toBe("signup_link_over");
    // Nobody is asked for a password by a link that opens nothing any more.
    expect((await udt.call(ENDPOINTS.userSignupConfirm, { body: { token } })).code).toBe("signup_link_over");
    expect(await signIn("mine alone 3")).toBe("user_approving");
  });

  it("has links that are good for a day, and another for who knows the password", async () => {
    await signUp();
    const first = tokenIn(await mail());
    udt.clock.turn(LIMITS.signup_link_ms - 1);
    await resend();
    const second = tokenIn(await mail(2));
    udt.clock.turn(1);
    expect((await confirm(first)).code).toBe("signup_link_over");
    await resend(OTHERS);
    expect(await signIn()).toBe("email_unconfirmed");
    expect(await confirm(second)).toMatchObject({ status: 200 });
    expect(mails()).toHaveLength(2);
  });

  it("stays as long as a link to it is good", async () => {
    await signUp();
    udt.clock.turn(LIMITS.signup_waits_ms - 1);
    await resend();
    const token = tokenIn(await mail(2));
    expect((await waiting())[0]!.ends_at).toBe(udt.clock.now() + LIMITS.signup_link_ms);
    udt.clock.turn(LIMITS.signup_link_ms - 1);
    expect(await confirm(token)).toMatchObject({ status: 200 });
  });

  it("fills no mailbox, and no address asks without end", async () => {
    for (let time = 0; time < 6; time++) expect((await signUp()).ret).toBe(0);
    await mail(3);
    // The next one's mail comes after all of theirs.
    await signUp({ email: `next-${email}` });
    await mail(1, `next-${email}`);
    expect(mails()).toHaveLength(3);
    for (let time = 0; time < 3; time++) expect((await signUp()).ret).toBe(0);
    expect((await signUp()).code).toBe("too_many_attempts");
    for (let time = 0; time < 10; time++) expect((await resend(OTHERS)).ret).toBe(0);
    expect((await resend(OTHERS)).code).toBe("too_many_attempts");
  });

  it("goes after a week, and keeps the address from nobody until then", async () => {
    await signUp();
    const { created_at, ends_at } = (await waiting())[0]!;
    expect(ends_at - created_at).toBe(7 * 86_400_000);
    udt.clock.turn(LIMITS.signup_waits_ms);
    await until("it is gone", async () => {
      udt.clock.turn(3_600_000);
      return (await waiting()).length === 0 ? true : undefined;
    });
    expect(await signIn()).toBe("user_name_or_password");
  });

  it("gets the next nickname where its own was taken meanwhile, and none that is taken now", async () => {
    await signUp();
    const sooner = `sooner-${email}`;
    await signUp({ email: sooner });
    expect(await confirm(tokenIn(await mail(1, sooner)))).toMatchObject({ status: 200 });
    const later = await confirm(tokenIn(await mail(1, email)));
    expect(later).toMatchObject({ status: 200, data: { user_name: `${user_name} 2` } });
    expect((await people()).map((one) => [one.email, one.user_name])).toEqual(
      expect.arrayContaining([
        [sooner, user_name],
        [email, `${user_name} 2`],
      ]),
    );
    expect((await signUp({ email: `late-${email}` })).code).toBe("nickname_exists");
  });

  it("is confirmed by an administrator too, and by nobody else", async () => {
    await signUp();
    const { signup_id } = (await waiting())[0]!;
    const call = { params: { signup_id } };
    const other = await udt.person(`other ${count}`);
    await udt.refused(ENDPOINTS.adminSignupConfirm, { as: other, ...call }, "admin_only");
    expect(await udt.ok(ENDPOINTS.adminSignupConfirm, { as: admin, ...call })).toEqual({
      state: "approving",
      user_name,
    });
    await udt.refused(ENDPOINTS.adminSignupConfirm, { as: admin, ...call }, "signup_not_found");
    expect(await audited("user.signup")).toMatchObject({
      user_id: admin.user_id,
      detail: { user_name, confirmed_by: "administrator" },
    });
    expect((await confirm(tokenIn(await mail()))).code).toBe("signup_link_over");
  });

  it("is asked to confirm in three languages", async () => {
    const words = { en: "Somebody registered at UDT", zh: "有人使用此邮箱注册了", ja: "登録が行われました" };
    for (const [language, said] of Object.entries(words)) {
      email = `${language}-${email}`;
      await signUp({}, { language });
      expect(await mail()).toContain(said);
    }
  });
});

onEachDatabase("a registration that outlives its server", (open) => {
  it("is confirmed at the next one, and is an account where that sends no mail", async () => {
    const database = await open();
    const mailbox = await startMailbox();
    const at = async <T>(
      smtp_url: string | undefined,
      work: (udt: TestServer) => Promise<T>,
      signup = true,
    ): Promise<T> => {
      const udt = await TestServer.start(kept(database), { signup, outgoing: outgoing(smtp_url) });
      return work(udt).finally(() => udt.dispose());
    };
    const body = (name: string) => ({ email: `${name}@example.com`, user_name: name, password: PASSWORD });
    const login = ({ email, password }: ReturnType<typeof body>) => ({ body: { email, password } });
    try {
      await at(mailbox.url, async (udt) => {
        for (const name of ["ada", "grace"]) await udt.ok(ENDPOINTS.userSignup, { body: body(name) });
        await until("both mails", async () => (mailbox.mails.length === 2 ? true : undefined));
      });
      await at(mailbox.url, async (udt) => {
        const { raw } = mailbox.mails.find(({ to }) => to.includes("ada@example.com"))!;
        const token = /\/confirm_email#([\w-]+)/.exec(mailText(raw))![1]!;
        await udt.ok(ENDPOINTS.userSignupConfirm, { body: { token, password: PASSWORD } });
        await udt.refused(ENDPOINTS.userLogin, login(body("ada")), "user_approving");
        await udt.refused(ENDPOINTS.userLogin, login(body("grace")), "email_unconfirmed");
      });
      // One that has closed meanwhile: it has looked through them by the time that it stops.
      await at(undefined, async () => {}, false);
      await at(mailbox.url, (udt) => udt.refused(ENDPOINTS.userLogin, login(body("grace")), "email_unconfirmed"));
      await at(undefined, async (udt) => {
        await until("grace has an account", async () =>
          (await udt.call(ENDPOINTS.userLogin, login(body("grace")))).code === "user_approving" ? true : undefined,
        );
        await udt.refused(ENDPOINTS.userSignupResend, { body: { email: "a@b.cc", password: "x" } }, "mail_not_set");
      });
    } finally {
      await database.dispose();
      await mailbox.stop();
    }
  });
});

it("is an account at once where no mail is sent", async () => {
  const udt = await TestServer.start(embedded, { outgoing: outgoing(undefined) });
  try {
    const body = { email: "ada@example.com", user_name: "Ada", password: PASSWORD };
    await udt.ok(ENDPOINTS.userSignup, { body });
    await udt.refused(ENDPOINTS.userSignup, { body: { ...body, user_name: "Eve" } }, "mailbox_exists");
    await udt.refused(ENDPOINTS.userLogin, { body: { email: body.email, password: PASSWORD } }, "user_approving");
  } finally {
    await udt.dispose();
  }
});
