import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, webConfig } from "@udt/contract";
import { embedded, onEachDatabase } from "../../../test/databases.ts";
import { settingsFor, TestServer, type Person } from "../../../test/harness.ts";
import { startServer } from "../../server.ts";

const WINDOW_MS = 5 * 60_000;
/** In both of Unicode's spellings. */
const [COMPOSED, DECOMPOSED] = ["caf\u00e9 cr\u00e8me 7", "cafe\u0301 cre\u0300me 7"];

onEachDatabase("passwords", (open) => {
  let udt: TestServer;
  let admin: Person;
  let count = 0;
  const email = () => `p${count}@example.com`;
  const signUp = (password: string) => {
    udt.clock.turn(WINDOW_MS);
    count += 1;
    return udt.call(ENDPOINTS.userSignup, { body: { email: email(), user_name: `p ${count}`, password } });
  };
  const login = (password: string) => udt.call(ENDPOINTS.userLogin, { body: { email: email(), password } });
  const strong = (strong_passwords: boolean) =>
    udt.ok(ENDPOINTS.adminSettingsSet, { as: admin, body: { strong_passwords } });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    admin = await udt.person("root", { udt_admin: true });
  });
  afterAll(() => udt.dispose());

  it.each(["password1", "PassWord1", "ｐａｓｓｗｏｒｄ１", "1234567890", "qwertyuiop", "iloveyou"])(
    "refuse %j, which is tried first, whoever chooses it",
    async (password) => {
      expect(await signUp(password)).toMatchObject({ status: 400, ret: 10115, code: "password_common" });
      const ada = await udt.person("ada", { password_hash: await hash("sunny day 1") });
      const body = { old_password: "sunny day 1", new_password: password };
      await udt.refused(ENDPOINTS.userPassword, { as: ada, body }, "password_common");
    },
  );

  it.each([" ".repeat(12), "\u3000".repeat(12), "\u200b\u2063".repeat(6), "\t \u00a0".repeat(4)])(
    "refuse the blanks %j under either rule, by name",
    async (password) => {
      const blank = { code: "invalid_param", data: { issues: [{ field: "password", rule: "password_blank" }] } };
      expect(await signUp(password)).toMatchObject(blank);
      await strong(true);
      expect(await signUp(password)).toMatchObject(blank);
      await strong(false);
    },
  );

  it.each([
    ["p".repeat(11), "strong_password_length"],
    ["p".repeat(12), 0],
    ["p".repeat(128), 0],
    ["p".repeat(129), "strong_password_length"],
    ["密码很长没有人能猜中它", "strong_password_length"],
    ["密码很长没有人能够猜中它", 0],
    ["👩‍👩‍👧‍👦".repeat(128), 0],
    ["correct horse battery staple", 0],
    ["unbelievable", "password_common"],
  ])("are longer, and of any characters, where an administrator asks for it: %j", async (password, want) => {
    await strong(true);
    const answer = await signUp(password);
    await strong(false);
    if (want === "password_common") return expect(answer.code).toBe(want);
    if (want !== 0) {
      const data = { issues: [{ field: "password", rule: want }] };
      return expect(answer).toMatchObject({ code: "invalid_param", data });
    }
    expect(answer.ret, answer.text).toBe(0);
    expect((await login(password)).code).toBe("user_approving");
  });

  it("that were chosen before the rule was raised stay good, and a new one keeps the new rule", async () => {
    count += 1;
    const ada = await udt.person("ada", { email: email(), password_hash: await hash("sunny day 1") });
    await strong(true);
    expect((await login("sunny day 1")).ret).toBe(0);
    const change = (new_password: string) =>
      udt.call(ENDPOINTS.userPassword, { as: ada, body: { old_password: "sunny day 1", new_password } });
    expect(await change("rainy day 2")).toMatchObject({
      code: "invalid_param",
      data: { issues: [{ field: "new_password", rule: "strong_password_length" }] },
    });
    expect((await change("rainy days in 2")).ret).toBe(0);
    await strong(false);
    expect((await login("rainy days in 2")).ret).toBe(0);
  });

  it("are the same in each of Unicode's spellings", async () => {
    expect((await signUp(COMPOSED)).ret).toBe(0);
    for (const password of [COMPOSED, DECOMPOSED]) expect((await login(password)).code).toBe("user_approving");
    expect((await signUp(DECOMPOSED)).ret).toBe(0);
    for (const password of [COMPOSED, DECOMPOSED]) expect((await login(password)).code).toBe("user_approving");
    expect((await login("cafe creme 7")).code).toBe("user_name_or_password");
  });

  it("that were hashed as they had been typed stay good", async () => {
    count += 1;
    const ada = await udt.person("ada", { email: email(), password_hash: await hash(DECOMPOSED) });
    expect((await login(DECOMPOSED)).ret).toBe(0);
    const body = { old_password: DECOMPOSED, new_password: "sunny day 1" };
    await udt.ok(ENDPOINTS.userPassword, { as: ada, body });
  });

  it("have their rule told to the console, and its raising recommended until it is done", async () => {
    const told = async () =>
      webConfig.parse((await udt.server.app.inject({ url: ENDPOINTS.webConfig.path })).json()).strong_passwords;
    const advice = async () => (await udt.ok(ENDPOINTS.systemHealth, { as: admin })).advice;
    expect([await told(), await advice()]).toEqual([false, ["strong_passwords", "admin_second_factor"]]);
    await strong(true);
    expect([await told(), await advice()]).toEqual([true, ["admin_second_factor"]]);
    await strong(false);
  });
});

it("of the first administrator is none that everybody guesses", async () => {
  const database = await embedded();
  const start = (admin_password: string) =>
    startServer(settingsFor(database, { admin_password }), { logLevel: "silent" });
  await expect(start("Password1")).rejects.toThrow(
    /^UDT_ADMIN_PASSWORD is one of the most used passwords.* See "Settings"/,
  );
  await expect(start(" \u200b".repeat(5))).rejects.toThrow(/^UDT_ADMIN_PASSWORD must not be blank\. See "Settings"/);
  const server = await start("sunny day 1");
  await server.stop();
  await database.dispose();
});

it("is changed with two looks at its user: for what they prove, and for whether that still holds", async () => {
  const udt = await TestServer.start();
  try {
    const as = await udt.person("ada", { password_hash: await hash("sunny day 1") });
    const stated: string[] = [];
    udt.server.database.stated.on((name) => stated.push(name));
    const body = { old_password: "sunny day 1", new_password: "another day 2" };
    await udt.ok(ENDPOINTS.userPassword, { as, body });
    expect(stated.filter((name) => name === "select users")).toHaveLength(2);
  } finally {
    await udt.dispose();
  }
});
