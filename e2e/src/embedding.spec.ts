import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ENDPOINTS } from "@udt/contract";
import {
  openBrowser,
  SOCIAL_APP,
  startSocialStandIn,
  startUdt,
  until,
  type SocialStandIn,
  type Udt,
} from "@udt/testkit";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * A page of another platform with the console in a frame. It keeps what the console says, and says what a test tells it to.
 * Its script knows nothing of the console's code.
 */
const PARENT = `<!doctype html><title>Portal</title><iframe id="console" style="width:1300px;height:800px"></iframe>
<script>
  const frame = document.getElementById("console");
  const said = (window.said = []);
  addEventListener("message", (event) => said.push({ origin: event.origin, ...event.data }));
  window.show = (address) => { frame.src = address; };
  window.tell = (message) => frame.contentWindow.postMessage(message, "*");
</script>`;

/** A frame beside the console's, which speaks to it behind the page's back. */
const BESIDE = `<!doctype html><script>
  parent.frames[0].postMessage({ type: "syncUrl", payload: "/userinfo" }, "*");
</script>`;

let portal: Server;
let portalPort: number;
let social: SocialStandIn;
let udt: Udt;
/** The console by a name of another site than the portal's. */
let site: string;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  portal = createServer((request, response) =>
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(request.url === "/beside" ? BESIDE : PARENT),
  );
  portal.listen(0, "127.0.0.1");
  await once(portal, "listening");
  portalPort = (portal.address() as AddressInfo).port;
  social = await startSocialStandIn();
  udt = await startUdt({
    phones: 0,
    env: {
      // Browsers take a Secure cookie from localhost without https, so this is as a server behind https is.
      UDT_PUBLIC_URL: "https://udt.example.com",
      // A name with a prefix they take over https alone.
      UDT_WEB_COOKIE_NAME: "udt_session_id",
      UDT_EMBED_ORIGINS: `http://127.0.0.1:${portalPort}`,
      UDT_WEWORK_CORP_ID: SOCIAL_APP.id,
      UDT_WEWORK_AGENT_ID: SOCIAL_APP.agent_id,
      UDT_WEWORK_SECRET: SOCIAL_APP.secret,
      UDT_WEWORK_LOGIN_URL: social.url,
      UDT_WEWORK_API_URL: social.url,
    },
  });
  site = `http://localhost:${udt.port}`;
  browser = await openBrowser();
  await browser.addCookies([{ name: "udt_lang", value: "en", url: site }]);
  page = browser.pages()[0] ?? (await browser.newPage());
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await social?.[Symbol.asyncDispose]();
  portal?.close();
});

interface Said {
  origin: string;
  type: string;
  payload: string;
}
const said = (): Promise<Said[]> => page.evaluate(() => (globalThis as unknown as { said: Said[] }).said);
const tell = (message: unknown) =>
  page.evaluate((data) => (globalThis as unknown as { tell(data: unknown): void }).tell(data), message);
const show = (path: string) =>
  page.evaluate((url) => (globalThis as unknown as { show(url: string): void }).show(url), site + path);
const heard = (type: string, payload: string) =>
  until(`${type} ${payload}`, async () =>
    (await said()).some((each) => each.type === type && each.payload === payload) ? true : undefined,
  );
const frame = (): Promise<Frame> =>
  until("the console's frame", () => page.frames().find((each) => each.url().startsWith(site)));

describe("in a page of an allowed origin", () => {
  beforeAll(async () => {
    await page.goto(`http://127.0.0.1:${portalPort}/`);
  });

  it("tells that there is no session, and keeps one although the sites differ", async () => {
    await show("/external/iframe");
    await heard("loginExpired", "/external/iframe");
    const inside = await frame();
    await inside.locator("input[name=email]").fill(udt.admin.email);
    await inside.locator("input[name=password]").fill(udt.admin.password);
    await inside.locator("button[type=submit]").click();
    await inside.getByText("Waiting for the page around this one").waitFor();
    const [cookie] = await browser.cookies(site);
    expect((await browser.cookies(site)).filter(({ name }) => name === "udt_session_id")).toMatchObject([
      { sameSite: "None", secure: true, httpOnly: true },
    ]);
    expect(cookie).toBeDefined();
    await heard("syncUrl", "/external/iframe");
    expect(new Set((await said()).map(({ origin }) => origin))).toEqual(new Set([site]));
  });

  it("shows the project that the page names, without a menu of its own", async () => {
    await tell({ type: "syncProjectId", payload: "demo" });
    await heard("syncUrl", "/iframe/demo/remote/list");
    const inside = await frame();
    await inside.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
    expect(await inside.locator(".udt-header, .udt-menu").count()).toBe(0);
  });

  it("goes where the page says, and tells only what the page does not know", async () => {
    const before = (await said()).length;
    await tell({ type: "syncUrl", payload: "/iframe/demo/remote/record" });
    const inside = await frame();
    await inside.getByRole("heading", { name: "Records", level: 1 }).waitFor();
    await tell({ type: "syncUrl", payload: "/iframe/demo/remote/record" });
    await tell({ type: "syncUrl", payload: "/iframe/demo/remote/list?keyword=virtual" });
    await inside.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
    // What its own user does is told.
    await inside.getByRole("searchbox").or(inside.locator(".udt-search input")).first().fill("fold");
    await until("the new search", async () => (await said()).find(({ payload }) => payload?.includes("keyword=fold")));
    expect((await said()).slice(before).map(({ payload }) => payload)).not.toContain("/iframe/demo/remote/record");
  });

  it("shows the screen afresh when its menu item is clicked again", async () => {
    await tell({ type: "currentRouteMenuClick" });
    const inside = await frame();
    await until("the list without a search", () => (new URL(inside.url()).search === "" ? true : undefined));
  });

  it.each([
    { type: "syncUrl", payload: "https://evil.example/" },
    { type: "syncUrl", payload: "//evil.example" },
    { type: "syncUrl", payload: "javascript:alert(1)" },
    { type: "syncUrl" },
    { type: "somethingElse", payload: "/home" },
    "syncUrl",
    null,
  ])("does nothing on %j", async (message) => {
    const inside = await frame();
    const url = inside.url();
    await tell(message);
    // A message that is obeyed, after it: by then the one before would have been.
    await tell({ type: "syncUrl", payload: "/iframe/demo/remote/record" });
    await inside.getByRole("heading", { name: "Records", level: 1 }).waitFor();
    await tell({ type: "syncUrl", payload: new URL(url).pathname });
    await inside.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
    expect(page.url()).toBe(`http://127.0.0.1:${portalPort}/`);
  });

  it.each([
    ["another origin", "localhost"],
    ["an allowed origin that is not around it", "127.0.0.1"],
  ])("does not listen to a frame beside it, of %s", async (_, host) => {
    const inside = await frame();
    const before = inside.url();
    await inside.evaluate(() => {
      const marks = globalThis as unknown as { arrived: Promise<string> };
      marks.arrived = new Promise((resolve) =>
        addEventListener("message", ({ data, origin }: MessageEvent<{ payload?: string }>) => {
          if (data?.payload === "/userinfo") resolve(origin);
        }),
      );
    });
    await page.evaluate((address) => {
      const beside = document.createElement("iframe");
      beside.src = address;
      document.body.append(beside);
    }, `http://${host}:${portalPort}/beside`);
    const arrived = await inside.evaluate(() => (globalThis as unknown as { arrived: Promise<string> }).arrived);
    expect(arrived).toBe(`http://${host}:${portalPort}`);
    // What is obeyed comes after it, so that one would have been, too.
    await tell({ type: "syncUrl", payload: "/iframe/demo/remote/record" });
    await inside.getByRole("heading", { name: "Records", level: 1 }).waitFor();
    expect((await said()).map(({ payload }) => payload)).not.toContain("/userinfo");
    await tell({ type: "syncUrl", payload: new URL(before).pathname });
    await inside.getByRole("heading", { name: "Devices", level: 1 }).waitFor();
  });

  it("tells when the session is over", async () => {
    const inside = await frame();
    const here = new URL(inside.url());
    await inside.evaluate(
      async (path) => fetch(path, { method: "POST", headers: { "x-requested-with": "XMLHttpRequest" } }),
      ENDPOINTS.userLogout.path,
    );
    await tell({ type: "currentRouteMenuClick" });
    await heard("loginExpired", here.pathname);
    await inside.locator("input[name=password]").waitFor();
  });

  it("signs in by a window of its own, whose session a ticket carries into the frame", async () => {
    social.person = { id: "zhangsan", name: "Zhang San" };
    // The operator's https in front of the server.
    await browser.route("https://udt.example.com/**", (route) => {
      const { pathname, search } = new URL(route.request().url());
      return route.fulfill({ status: 302, headers: { location: site + pathname + search } });
    });
    const inside = await frame();
    const scan = async () => {
      const [popup] = await Promise.all([
        page.waitForEvent("popup"),
        inside.getByRole("button", { name: "Sign in with WeCom" }).click(),
      ]);
      const closed = popup.waitForEvent("close");
      await popup.getByRole("link", { name: "Scan the code" }).click();
      await closed;
    };
    await scan();
    await inside.getByText("Your registration is waiting").waitFor();
    const client = await udt.signIn();
    const { list } = await client.call(ENDPOINTS.adminUserList, { query: { state: "approving" } });
    const { user_id } = list[0]!;
    await client.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
    await scan();
    await inside.locator("input[name=password]").waitFor({ state: "detached" });
    const name = await inside.evaluate(
      async (path) => ((await (await fetch(path)).json()) as { data: { user_name: string } }).data.user_name,
      ENDPOINTS.userInfo.path,
    );
    expect(name).toBe("Zhang San");
    // The window's own part of the browser has no session: only the frame's has.
    const cookies = (await browser.cookies(site)).filter(({ name }) => name === "udt_session_id");
    expect(cookies.map(({ partitionKey }) => partitionKey)).toEqual(["http://127.0.0.1"]);
  });
});

describe("in a page of another origin", () => {
  it("does not show: the browser refuses the frame", async () => {
    // The same portal by another name is another origin.
    await page.goto(`http://localhost:${portalPort}/`);
    const refused = page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
    await show("/login");
    await refused;
    expect(await said()).toEqual([]);
  });
});

it("is told in its headers who may embed it", async () => {
  const { headers } = await fetch(`${udt.url}/login`);
  expect(headers.get("content-security-policy")).toContain(`frame-ancestors 'self' http://127.0.0.1:${portalPort}`);
});
