import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AUTH_TYPES, ENDPOINTS, webConfig } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPageFaults } from "./page-checks.ts";

const browsers: BrowserContext[] = [];
const servers: (Udt | undefined)[] = [];
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  for (const udt of servers) await udt?.stop();
});

async function start(env: Record<string, string>): Promise<Udt> {
  const udt = await startUdt({ phones: 0, env });
  servers.push(udt);
  return udt;
}
async function open(options: Parameters<typeof openBrowser>[0] = {}): Promise<Page> {
  const browser = await openBrowser({ colorScheme: "light", ...options });
  browsers.push(browser);
  return browser.pages()[0] ?? browser.newPage();
}
async function signIn(page: Page, udt: Udt): Promise<void> {
  await page.locator("input[name=email]").fill(udt.admin.email);
  await page.locator("input[name=password]").fill(udt.admin.password);
  await page.locator("button[type=submit]").click();
}

describe("a public server with its settings made", () => {
  let udt: Udt;
  let page: Page;
  /** What the analytics service got. */
  const views: Record<string, string>[] = [];
  let analytics: Server;

  beforeAll(async () => {
    analytics = createServer((request, response) => {
      let body = "";
      request.on("data", (piece: Buffer) => (body += piece.toString()));
      request.on("end", () => {
        views.push(JSON.parse(body) as Record<string, string>);
        response.writeHead(204, { "access-control-allow-origin": "*" }).end();
      });
    });
    analytics.listen(0, "127.0.0.1");
    await once(analytics, "listening");
    udt = await start({
      UDT_WEB_STATION: "sz",
      UDT_WEB_PRIVATE_BUILD: "0",
      UDT_WEB_THEME_SWITCH: "0",
      UDT_WEB_LANGUAGES: "en,ja",
      UDT_WEB_HOST_LANGUAGES: "udt.example.jp=ja",
      UDT_WEB_MENU_EXCLUDE: "remote/record",
      UDT_WEB_MENU_EXCLUDE_NORMAL: "project/privilege",
      UDT_WEB_MENU_EXCLUDE_CAR: "project/member",
      UDT_WEB_IFRAME_HIDE_NAV: "0",
      UDT_WEB_RELEASE: "0",
      UDT_WEB_QUALITY_BOARD_URL: "https://board.example.com/",
      UDT_WEB_DOCS_URL: "https://docs.example.com/udt",
      UDT_WEB_ANALYTICS_URL: `http://127.0.0.1:${(analytics.address() as AddressInfo).port}/views`,
    });
    page = await open({ hosts: { "udt.example.jp": "127.0.0.1" } });
  });
  afterAll(() => analytics.close());

  it("welcomes at home who is not signed in, and asks them to sign in elsewhere by way of it", async () => {
    await page.goto(`${udt.url}/home`);
    await page.getByRole("heading", { name: "Unified Device Testing" }).waitFor();
    expect(await findPageFaults(page)).toEqual([]);
    await page.goto(`${udt.url}/demo/remote/list`);
    await page.waitForURL(`${udt.url}/home`);
  });

  it("speaks its host's language until somebody chooses, and offers its own languages alone", async () => {
    await page.goto(`http://udt.example.jp:${udt.port}/login`);
    await page.getByRole("button", { name: "サインイン", exact: true }).waitFor();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["English", "日本語"]);
    await page.getByRole("combobox").selectOption("en");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });

  it("has no theme switch, names its station, and keeps its cookie by its own name", async () => {
    await page.goto(`${udt.url}/login`);
    expect(await page.getByRole("button", { name: /^Theme/ }).count()).toBe(0);
    await signIn(page, udt);
    await page.waitForURL(`${udt.url}/home`);
    await page.locator(".udt-station", { hasText: "sz" }).waitFor();
    expect(await page.getByRole("button", { name: "Theme" }).count()).toBe(0);
    const names = (await page.context().cookies(udt.url)).map(({ name }) => name);
    expect(names).toContain("udt_session_idsz");
    expect(names).not.toContain("udt_session_id");
  });

  it("links to its board and its docs, and to no release notes", async () => {
    expect(await page.getByRole("link", { name: /^Release notes/ }).count()).toBe(0);
    for (const [name, url] of [
      ["Quality board", "https://board.example.com/"],
      ["Docs", "https://docs.example.com/udt"],
    ] as const) {
      expect(await page.getByRole("link", { name }).getAttribute("href")).toBe(url);
    }
  });

  it("leaves out of the menu what its lists name, and keeps the nav in the embedded tree", async () => {
    await page.goto(`${udt.url}/iframe/demo/remote/list`);
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await menu.getByRole("link", { name: "Members" }).waitFor();
    expect(await menu.getByRole("link", { name: "Records" }).count()).toBe(0);
    expect(await menu.getByRole("link", { name: "Privileges" }).count()).toBe(0);
    await page.goto(`${udt.url}/demo/remote/list?hide_nav=1`);
    await page.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
    expect(await menu.count()).toBe(0);
  });

  it("tells analytics which screen of which project was shown, and nothing of who saw it", async () => {
    const view = await until("a page view", () => views.find(({ page }) => page === "/:projectId/remote/list"));
    expect(view).toEqual({
      type: "view",
      page: "/:projectId/remote/list",
      dimension1: "demo",
      station: "sz",
      language: "en",
    });
  });

  it("ends the session that its page names, and shows the welcome", async () => {
    await page.goto(`${udt.url}/home`);
    await page.getByRole("button", { name: "Account" }).click();
    const call = page.waitForRequest((request) => request.url().endsWith(ENDPOINTS.userLogout.path));
    await page.getByText("Sign out").click();
    expect((await call).postDataJSON()).toEqual({ session_name: "udt_session_idsz" });
    await page.waitForURL((url) => url.pathname === "/login");
    expect((await page.context().cookies(udt.url)).map(({ name }) => name)).not.toContain("udt_session_idsz");
  });
});

describe("a server with a sign-in page of the operator's own", () => {
  let udt: Udt;
  let portal: Server;
  beforeAll(async () => {
    portal = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("portal"),
    );
    portal.listen(0, "127.0.0.1");
    await once(portal, "listening");
    udt = await start({ UDT_WEB_LOGIN_URL: `http://127.0.0.1:${(portal.address() as AddressInfo).port}/sso?app=udt` });
  });
  afterAll(() => portal.close());

  it("sends there who is not signed in, with the page that was wanted", async () => {
    const page = await open();
    await page.goto(`${udt.url}/demo/remote/list?state=idle`);
    await page.waitForURL((url) => url.pathname === "/sso");
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      app: "udt",
      redirect: `${udt.url}/demo/remote/list?state=idle`,
    });
  });

  it("tells the defaults of everything else", async () => {
    const answer = await fetch(udt.url + ENDPOINTS.webConfig.path);
    expect(answer.headers.get("cache-control")).toBe("no-cache");
    expect(await answer.json()).toEqual({
      ...webConfig.parse({}),
      login_url: expect.stringContaining("/sso") as string,
      // Browsers make no keys for a bare address: a server that has no other name says this one.
      passkey_origin: `http://localhost:${udt.port}`,
      // An administrator's setting, which lets in who signs in by the company's provider.
      notification_auth_types: [AUTH_TYPES.internal, AUTH_TYPES.external],
    });
  });

  it("keeps its own sign-in for who opens it", async () => {
    const page = await open();
    await page.goto(`${udt.url}/login`);
    await signIn(page, udt);
    await page.waitForURL(`${udt.url}/home`);
    await page.getByRole("button", { name: "Theme" }).waitFor();
    await page.getByRole("link", { name: /^Release notes/ }).waitFor();
  });

  it("folds the menu up on a tablet, however wide", async () => {
    for (const isTablet of [false, true]) {
      const page = await open({ isMobile: isTablet, hasTouch: isTablet, viewport: { width: 1366, height: 1024 } });
      await page.goto(`${udt.url}/login`);
      await signIn(page, udt);
      await page.waitForURL(`${udt.url}/home`);
      await page.goto(`${udt.url}/demo/auto/job/list`);
      await page.getByRole("button", { name: isTablet ? "Expand the menu" : "Collapse the menu" }).waitFor();
    }
  });

  it("opens menus where they belong for who asks for little motion", async () => {
    const page = await open({ reducedMotion: "reduce" });
    await page.goto(`${udt.url}/login`);
    await signIn(page, udt);
    await page.waitForURL(`${udt.url}/home`);
    for (let round = 0; round < 6; round++) {
      await page.goto(`${udt.url}/home`);
      await page.getByRole("button", { name: "Account" }).click();
      await page.getByText("Sign out").click({ trial: true });
    }
  });
});
