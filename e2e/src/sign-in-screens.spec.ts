import { SOCIAL_APP, startUdt, openBrowser, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { signIn } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";

const { id, secret, agent_id } = SOCIAL_APP;

let udt: Udt;
beforeAll(async () => {
  udt = await startUdt({
    phones: 0,
    env: {
      UDT_OIDC_ISSUER: "http://127.0.0.1:9",
      UDT_OIDC_CLIENT_ID: id,
      UDT_OIDC_CLIENT_SECRET: secret,
      UDT_OIDC_NAME: "Example Identity 例子公司",
      UDT_WEWORK_CORP_ID: id,
      UDT_WEWORK_AGENT_ID: agent_id,
      UDT_WEWORK_SECRET: secret,
      UDT_WECHAT_APP_ID: id,
      UDT_WECHAT_APP_SECRET: secret,
      UDT_QQ_APP_ID: id,
      UDT_QQ_APP_KEY: secret,
      UDT_WEB_DESKTOP_SCHEME: "udt-desk",
      UDT_WEB_PRIVATE_BUILD: "0",
      UDT_WEB_STATION: "sz",
      UDT_WEB_QUALITY_BOARD_URL: "https://board.example.com/",
      UDT_WEB_DOCS_URL: "https://docs.example.com/",
    },
  });
});
afterAll(() => udt?.stop());

// These are as wide as their text, so one width shows them.
describe.each(narrowLooks)("in $language", { timeout: 60_000 }, (at) => {
  let browser: BrowserContext;
  let page: Page;
  const show = (path: string) => load(page, at, `${udt.url}/${path}`);
  beforeAll(async () => {
    browser = await openBrowser();
    page = browser.pages()[0] ?? (await browser.newPage());
  });
  afterAll(() => browser?.close());

  it("a stranger's screens are whole", async () => {
    await show("home");
    await page.locator("h1").waitFor();
    await look("welcome", at, page);
    await show("login");
    await page.locator(".login-providers button").nth(3).waitFor();
    await look("login-providers", at, page);
    // Nobody answers at this provider.
    await page.locator(".login-providers button").first().click();
    await page.locator(".login-error").waitFor();
    await look("login-provider-failed", at, page);
    await page.goto(`${udt.url}/oauth/start`);
    await page.locator("h1").waitFor();
    await look("oauth-start", at, page);
    await page.goto(`${udt.url}/oauth/success?redirect=%2Fhome&error=user_rejected`);
    await page.locator("h1").waitFor();
    await look("oauth-refused", at, page);
    await page.goto(`${udt.url}/desktop/auth/success`);
    await page.locator(".login-after").waitFor();
    await look("desktop-stranger", at, page);
  });

  it("the screens of somebody who signed in are whole", async () => {
    await signIn(page, udt);
    await page.goto(`${udt.url}/desktop/auth/success`);
    await page.locator(".login-ticket").waitFor();
    await look("desktop", at, page);
    await page.goto(`${udt.url}/external/iframe`);
    await page.locator(".udt-state").waitFor();
    await look("external-alone", at, page);
    await page.goto(`${udt.url}/finish`);
    await page.locator("h1").waitFor();
    await look("finish", at, page);
  });
});
