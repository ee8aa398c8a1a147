import { ENDPOINTS, fillPath, XHR_HEADER } from "@udt/contract";
import {
  openBrowser,
  SOCIAL_APP,
  startIdentityProvider,
  startSocialStandIn,
  startUdt,
  type IdentityProvider,
  type SocialStandIn,
  type Udt,
} from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "./console-pages.ts";
import { findPageFaults } from "./page-checks.ts";

let idp: IdentityProvider;
let social: SocialStandIn;
let udt: Udt;
const browsers: BrowserContext[] = [];

beforeAll(async () => {
  idp = await startIdentityProvider((login) => ({ name: "Lin Chen", email: login, email_verified: true }));
  social = await startSocialStandIn();
  udt = await startUdt({
    phones: 0,
    env: {
      UDT_OIDC_ISSUER: idp.issuer,
      UDT_OIDC_CLIENT_ID: idp.client_id,
      UDT_OIDC_CLIENT_SECRET: idp.client_secret,
      UDT_OIDC_NAME: "Acme",
      UDT_WEWORK_CORP_ID: SOCIAL_APP.id,
      UDT_WEWORK_AGENT_ID: SOCIAL_APP.agent_id,
      UDT_WEWORK_SECRET: SOCIAL_APP.secret,
      UDT_WEWORK_LOGIN_URL: social.url,
      UDT_WEWORK_API_URL: social.url,
      UDT_WEB_DESKTOP_SCHEME: "udt-desk",
    },
  });
  idp.allow(udt.url + fillPath(ENDPOINTS.signInCallback.path, { kind: "oidc" }));
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await udt?.stop();
  await idp?.[Symbol.asyncDispose]();
  await social?.[Symbol.asyncDispose]();
});

async function open(language: "en" | "zh" | "ja"): Promise<Page> {
  const browser = await openBrowser();
  browsers.push(browser);
  await browser.addCookies([{ name: "udt_lang", value: language, url: udt.url }]);
  return browser.pages()[0] ?? browser.newPage();
}
const at = (path: string) => (url: URL) => url.pathname + url.search === path;
const signedInAs = (page: Page) =>
  page.evaluate(
    async (path) => ((await (await fetch(path)).json()) as { data: { user_name?: string } }).data.user_name,
    ENDPOINTS.userInfo.path,
  );

async function approve(keyword: string): Promise<void> {
  const client = await udt.signIn();
  const { list } = await client.call(ENDPOINTS.adminUserList, { query: { keyword, state: "approving" } });
  expect(list).toHaveLength(1);
  const { user_id } = list[0]!;
  await client.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
}

describe("single sign-on", () => {
  let page: Page;
  beforeAll(async () => {
    page = await open("en");
  });

  it("goes to the provider and says on the way back that an administrator must approve", async () => {
    await page.goto(`${udt.url}/login?redirect=${encodeURIComponent("/userinfo?from=mail")}`);
    await page.getByRole("button", { name: "Sign in with Acme" }).click();
    await page.waitForURL((url) => url.origin === idp.issuer);
    await page.locator("input[name=login]").fill("lin@example.com");
    await page.locator("input[name=password]").fill("any");
    await page.locator("button[type=submit]").click();
    await page.locator("input[name=prompt][value=consent]").waitFor({ state: "attached" });
    await page.locator("button[type=submit]").click();
    await page.getByText("Your registration is waiting for an administrator's approval.").waitFor();
    expect(await findPageFaults(page)).toEqual([]);
  });

  it("leads to the page that was wanted once approved, and keeps the way back", async () => {
    await approve("lin@example.com");
    await page.getByRole("link", { name: "Go to sign-in" }).click();
    await page.getByRole("button", { name: "Sign in with Acme" }).click();
    await page.waitForURL(at("/userinfo?from=mail"));
    await page.getByRole("button", { name: "Account" }).waitFor();
    // Who proves who they are elsewhere has no password here to change.
    expect(await page.locator("input[type=password]").count()).toBe(0);
    await page.getByText("From the provider that you sign in by. It cannot be changed here.").waitFor();
    expect(await signedInAs(page)).toBe("Lin Chen");
  });

  it("says when an address was not made by a sign-in, in Japanese too", async () => {
    const other = await open("ja");
    await other.goto(`${udt.url}/oauth/success?state=made-up`);
    await other.getByText("有効な遷移状態がありません").waitFor();
    expect(await findPageFaults(other)).toEqual([]);
  });
});

describe("a collaboration tool", () => {
  let page: Page;
  const press = () => page.getByRole("button", { name: "企业微信登录" }).click();
  const window = async () => {
    const [popup] = await Promise.all([page.waitForEvent("popup"), press()]);
    await popup.waitForURL((url) => url.origin === social.url);
    return popup;
  };
  const scan = async (popup: Page) => {
    const closed = popup.waitForEvent("close");
    await popup.getByRole("link", { name: "Scan the code" }).click();
    await closed;
  };
  beforeAll(async () => {
    page = await open("zh");
    await page.goto(`${udt.url}/login`);
  });

  it("opens a window, and no second one", async () => {
    social.person = { id: "zhangsan", name: "张三" };
    const popup = await window();
    await press();
    await page.getByText("登录窗口已打开，请勿重复打开。").waitFor();
    expect(page.context().pages()).toHaveLength(2);
    await scan(popup);
    await page.getByText("等待管理员").or(page.getByText("审核")).first().waitFor();
    expect(await findPageFaults(page)).toEqual([]);
  });

  it("says when the person called it off", async () => {
    social.person = undefined;
    await scan(await window());
    await page.getByText("授权失败").waitFor();
  });

  it("signs in once approved, and closes its window", async () => {
    social.person = { id: "zhangsan", name: "张三" };
    await approve("张三");
    await scan(await window());
    await page.waitForURL(at("/home"));
    expect(await signedInAs(page)).toBe("张三");
  });

  it("says when the browser lets no window open", async () => {
    const blocked = await open("zh");
    await blocked.addInitScript(() => {
      globalThis.open = () => null;
    });
    await blocked.goto(`${udt.url}/login`);
    await blocked.getByRole("button", { name: "企业微信登录" }).click();
    await blocked.getByText("登录窗口打开失败").waitFor();
  });
});

describe("an address that leads elsewhere", () => {
  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "/.//evil.example"])(
    "is not followed after signing in: %s",
    async (redirect) => {
      const page = await open("en");
      await page.goto(`${udt.url}/login?${new URLSearchParams({ redirect })}`);
      await page.locator("input[name=email]").fill(udt.admin.email);
      await page.locator("input[name=password]").fill(udt.admin.password);
      await page.locator("button[type=submit]").click();
      await page.waitForURL(`${udt.url}/home`);
      await page.goto(`${udt.url}/oauth/success?${new URLSearchParams({ redirect })}`);
      await page.waitForURL(`${udt.url}/home`);
      await page.getByRole("button", { name: "Account" }).waitFor();
    },
  );
});

describe("a desktop app", () => {
  it("gets a ticket from who is signed in here, good for one session", async () => {
    const page = await open("en");
    await page.goto(`${udt.url}/desktop/auth/success`);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill(udt.admin.email);
    await page.locator("input[type=password]").fill(udt.admin.password);
    await page.locator("button[type=submit]").click();
    await page.waitForURL(at("/desktop/auth/success"));
    const ticket = await page.locator(".login-ticket code").innerText();
    const link = page.getByRole("link", { name: "Open the desktop app" });
    expect(await link.getAttribute("href")).toBe(`udt-desk://auth/success?ticket=${ticket}`);
    expect(await findPageFaults(page)).toEqual([]);

    // The app is a browser of its own.
    const app = await open("en");
    await app.goto(`${udt.url}/login`);
    const exchange = () =>
      app.evaluate(
        async ([path, headers]) => ((await (await fetch(path, { headers })).json()) as { ret: number }).ret,
        [`${ENDPOINTS.userInfo.path}?ticket=${ticket}`, XHR_HEADER] as const,
      );
    expect(await exchange()).toBe(0);
    await app.goto(`${udt.url}/home`);
    await app.getByRole("button", { name: "Account" }).waitFor();
    expect(await exchange()).not.toBe(0);
  });

  it("is told to sign in again by a page whose session is over", async () => {
    const page = await open("en");
    await signIn(page, udt);
    await page.context().clearCookies({ name: "udt_session_id" });
    await page.goto(`${udt.url}/desktop/auth/success`);
    await page.getByText("Sign in here first").waitFor();
  });
});
