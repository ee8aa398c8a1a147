import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, webConfig } from "@udt/contract";
import { mailText, SoftPasskey, startMailbox, until, type Mailbox } from "@udt/testkit";
import { resetPasswordOf } from "../../../operators/reset-password.ts";
import { embedded } from "../../../../test/databases.ts";
import { TestServer } from "../../../../test/harness.ts";
import { hashPassword } from "../passwords.ts";

const PASSWORD = "sunny day 1";

let udt: TestServer;
let mailbox: Mailbox;
let count = 0;
beforeAll(async () => {
  mailbox = await startMailbox();
  udt = await TestServer.start(embedded, {
    web: webConfig.parse({ host_languages: { "udt.example.jp": "ja" } }),
    outgoing: { smtp_url: mailbox.url, mail_from: "udt@example.com", outbound_allow: [], secret_key: undefined },
  });
});
afterAll(async () => {
  await udt?.dispose();
  await mailbox?.stop();
});

/** The text of the nth mail to them. */
const mail = (to: string, nth = 1) =>
  until(`mail ${nth} to ${to}`, async () => {
    const found = mailbox.mails.filter((one) => one.to.includes(to))[nth - 1];
    return found && mailText(found.raw);
  });
const newEmail = () => `ada${++count}@example.com`;
async function person() {
  const email = newEmail();
  return { email, as: await udt.person(`Ada ${count}`, { email, password_hash: await hashPassword(PASSWORD) }) };
}

const CONFIRM = { en: "Somebody registered at UDT", zh: "有人使用此邮箱注册了", ja: "登録が行われました" };

it.each<[string, keyof typeof CONFIRM, Record<string, string>]>([
  ["what they chose", "zh", { cookie: "udt_lang=zh", "accept-language": "en-GB", host: "udt.example.jp" }],
  ["the host's", "ja", { host: "udt.example.jp:8700", "accept-language": "en-GB" }],
  ["their browser's", "en", { "accept-language": "en-GB,en;q=0.9,zh;q=0.8" }],
  ["the best of their browser's that there is", "ja", { "accept-language": "zh;q=0.3, de, ja;q=0.8, en;q=0" }],
  ["Chinese where nothing fits", "zh", { "accept-language": "de, *;q=0.5" }],
])("mails in the language that the console is shown in: %s", async (_which, language, headers) => {
  const email = newEmail();
  const body = { email, user_name: email, password: PASSWORD };
  await udt.ok(ENDPOINTS.userSignup, { body, headers });
  expect(await mail(email)).toContain(CONFIRM[language]);
});

it("mails what others did in the language in which somebody last read the console", async () => {
  const root = await udt.person("root", { udt_admin: true });
  const { email, as } = await person();
  const chinese = { "accept-language": "zh-CN" };
  await udt.ok(ENDPOINTS.userLogin, { body: { email, password: PASSWORD }, headers: { "accept-language": "ja" } });
  await udt.ok(ENDPOINTS.userPasswordForgot, { body: { email }, headers: chinese });
  expect(await mail(email, 1)).toContain("設定が求められました");
  // They chose another one since, which reloads the console.
  await udt.ok(ENDPOINTS.userInfo, { as: { ...as, cookie: `${as.cookie}; udt_lang=en` } });
  await udt.ok(ENDPOINTS.userSignup, { body: { email, user_name: email, password: PASSWORD }, headers: chinese });
  expect(await mail(email, 2)).toContain("You have a UDT account with this address already");
  const { options } = await udt.ok(ENDPOINTS.passkeyBegin, { as, body: { password: PASSWORD } });
  const credential = new SoftPasskey(`http://localhost:${udt.server.port}`).make(options);
  await udt.ok(ENDPOINTS.passkeyAdd, { as, body: { name: "Key ring", credential } });
  const params = { user_id: as.user_id };
  await udt.ok(ENDPOINTS.adminSecondFactorRemove, { as: root, params, headers: chinese });
  expect(await mail(email, 4)).toMatch(/^\s*Your second factors were removed[^]*Passkey: Key ring/);
  expect(await mail(email, 4)).not.toContain("uthenticator");
  await resetPasswordOf(udt.settings, email);
  expect(await mail(email, 5)).toContain("Your sign-in was reset");
});

it("knows the language of who confirmed their address", async () => {
  const email = newEmail();
  await udt.ok(ENDPOINTS.userSignup, { body: { email, user_name: email, password: PASSWORD } });
  const token = /\/confirm_email#([\w-]+)/.exec(await mail(email))![1]!;
  const headers = { "accept-language": "ja" };
  await udt.ok(ENDPOINTS.userSignupConfirm, { body: { token, password: PASSWORD }, headers });
  await resetPasswordOf(udt.settings, email);
  expect(await mail(email, 2)).toContain("サインイン方法がリセットされました");
});

it("is written down when it changes, and at no other call", async () => {
  const { as } = await person();
  const stated: string[] = [];
  const stop = udt.server.database.stated.on((name) => stated.push(name));
  const load = async (language: string) => {
    stated.length = 0;
    await udt.ok(ENDPOINTS.userInfo, { as, headers: { "accept-language": language } });
    return stated.filter((name) => name === "update users");
  };
  const first = await load("en");
  expect(await load("en")).toEqual([]);
  expect(await load("ja")).toHaveLength(1);
  expect(first).toHaveLength(1);
  stop();
});
