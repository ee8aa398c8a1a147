import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it, expect } from "vitest";
import { buildApk, buildHap, buildIpa, createSigner } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startMailbox, startUdt, type Mailbox, type Udt } from "@udt/testkit";
import { uploadPackage } from "./app-upload.ts";
import { signUpConfirmed } from "./confirmed-signup.ts";
import { DebugPage, enter, pictured } from "./console-pages.ts";
import { makeNotifications } from "./notification-samples.ts";
import { load, look, looks, narrowLooks, visit } from "./look.ts";

let udt: Udt;
let mailbox: Mailbox;
let browser: BrowserContext;
/** The browser of somebody who has not signed in. */
let stranger: BrowserContext;
let page: Page;
let debug: DebugPage;
/** Address of the debug page with a session under way. */
let session: string;
/** The bytes of an app that the project has, and its id. */
let apps: { known: Uint8Array; latest: string };
/** A session that is over. */
let ended: { test_id: string; device_id: string };

/** Of the shortcuts that are the whole console's: their heading, and one of them. */
const SHORTCUTS: Record<string, readonly [heading: string, search: string]> = {
  en: ["Everywhere in the console", "Search everything"],
  zh: ["整个控制台", "全局搜索"],
  ja: ["コンソール全体", "すべてを検索"],
};

/** An organisation with people, below another one. */
let team: string;

async function organise(client: Client): Promise<void> {
  const create = async (name: string, parent_id: string | null) =>
    (await client.call(ENDPOINTS.adminOrgCreate, { body: { name, parent_id } })).org_id;
  const company = await create("移动研发中心 Mobile R&D", null);
  team = await create("自动化测试组 QA", company);
  await create("Game lab", company);
  await create("Operations", null);
  for (const [email, user_name] of [
    ["li.lei@example.com", "李雷"],
    ["hanako@example.com", "山田 花子"],
  ] as const) {
    const user_id = await signUpConfirmed(client, { email, user_name, password: "sunny day 1" });
    await client.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
    await client.call(ENDPOINTS.adminOrgUserAdd, { params: { org_id: team }, body: { user_id_list: [user_id] } });
  }
  const place = { params: { project_id: "demo" }, query: { project: "demo" } };
  await client.call(ENDPOINTS.orgAdd, { ...place, body: { org_id_list: [team] } });
}

beforeAll(async () => {
  mailbox = await startMailbox();
  udt = await startUdt({ env: { UDT_SMTP_URL: mailbox.url, UDT_MAIL_FROM: "UDT <udt@example.com>" } });
  browser = await openBrowser();
  stranger = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const over = await DebugPage.start(page, udt, "Virtual Fold");
  ended = { test_id: over.test_id, device_id: new URL(page.url()).searchParams.get("device_id")! };
  const client = await udt.signIn();
  await client.call(ENDPOINTS.testCancel, { params: { test_id: over.test_id }, query: { project: "demo" } });
  await makeNotifications(client, "demo");
  await organise(client);
  await client.call(ENDPOINTS.projectCreate, { body: { project_id: "quiet", name: "Quiet" } });
  await client.call(ENDPOINTS.adminAddressAllow, { body: { address: "git.corp.example" } });
  // Waits for an administrator, as the header says.
  const newcomer = { email: "newcomer@example.com", user_name: "Newcomer", password: "a long pass 2" };
  await client.call(ENDPOINTS.userSignup, { body: newcomer });
  const signups = await client.call(ENDPOINTS.adminSignupList, { query: { keyword: newcomer.email } });
  await client.call(ENDPOINTS.adminSignupConfirm, { params: { signup_id: signups.list[0]!.signup_id } });
  await udt.idleDevices(2);
  apps = await fillApps(client);
  debug = await DebugPage.start(page, udt, "Virtual One");
  session = page.url();
  await debug.startApp("dev.udt.shop");
  await debug.recordPerformance();
});
afterAll(async () => {
  await browser?.close();
  await stranger?.close();
  await udt?.stop();
  await mailbox?.stop();
});

/** Two versions of one app, and one of each other system. */
async function fillApps(client: Client): Promise<typeof apps> {
  await client.call(ENDPOINTS.projectCreate, { body: { project_id: "empty-apps", name: "Empty" } });
  const shop = { packageName: "dev.udt.shop", label: "Shop", labels: { zh: "示例商店", ja: "ショップ" } };
  await uploadPackage(client, "demo", "shop-1.apk", buildApk({ ...shop, icon: "adaptive_only" }));
  await uploadPackage(client, "demo", "pear.ipa", buildIpa({ packageName: "dev.udt.pear", build: "4.1.2" }));
  const layered = buildHap({ packageName: "dev.udt.harmony.example.with.a.long.name", icon: "layered" });
  await uploadPackage(client, "demo", "harmony.hap", layered);
  const known = buildApk({
    ...shop,
    versionCode: 2,
    versionName: "2.0",
    minSdk: 26,
    icon: "adaptive_only",
    abis: ["arm64-v8a", "x86_64"],
    permissions: ["CAMERA", "RECORD_AUDIO", "ACCESS_FINE_LOCATION", "INTERNET"].map(
      (one) => `android.permission.${one}`,
    ),
    signer: createSigner("Another signer"),
  });
  const { app_id } = await uploadPackage(client, "demo", "shop-2.apk", known);
  return { known, latest: app_id };
}

describe.each(looks)("in $language", { timeout: 60_000 }, (at) => {
  const show = (path: string) => visit(page, at, `${udt.url}/${path}`);

  it("the device list is whole, full, empty and with one device open", async () => {
    await show("demo/remote/list");
    await page.getByText("virtual-1", { exact: true }).waitFor();
    await pictured(page);
    await look("devices", at, page);
    await page.getByText("Virtual Fold").first().click();
    await pictured(page, "[role=dialog]");
    await look("device", at, page);
    await show("demo/remote/list?keyword=nothing-has-this-name");
    await page.locator(".udt-state").first().waitFor();
    await look("devices-none", at, page);
  });

  it("the debug page is whole with each of its tabs", async () => {
    await visit(page, at, session);
    await debug.live();
    for (const tab of await page.getByRole("tab").all()) {
      await tab.click();
      const name = { en: "Shop", zh: "示例商店", ja: "ショップ" }[at.language]!;
      if ((await tab.getAttribute("data-tab")) === "apps")
        await page.locator(".dbg-item-words").getByText(name, { exact: true }).first().waitFor();
      const isPerformance = (await tab.getAttribute("data-tab")) === "performance";
      if (isPerformance) await page.locator(".udt-chart canvas").nth(5).waitFor();
      await look(`debug-${await tab.getAttribute("data-tab")}`, at, page);
      if (!isPerformance) continue;
      await page.locator(".dbg-perf-recordings button").first().click();
      await page.locator(".udt-chart canvas").nth(5).waitFor();
      await look("debug-performance-recorded", at, page);
      await page.locator(".dbg-perf .dbg-toolbar .udt-button").last().click();
    }
  });
});

// What follows is as wide as its text, so one width shows it.
describe.each(narrowLooks)("in $language, on narrow screens", { timeout: 60_000 }, (at) => {
  const show = (path: string) => visit(page, at, `${udt.url}/${path}`);

  it("home is whole", async () => {
    await show("home");
    await page.getByText("Virtual Fold").first().waitFor();
    await look("home", at, page);
  });

  it("applications are whole: none, many, one, and uploads under way and refused", async () => {
    // Loaded each time: a console that is open remembers what was uploaded.
    await page.goto(`${udt.url}/empty-apps/management/application`);
    await page.locator(".udt-state").first().waitFor();
    await look("apps-none", at, page);
    await show("demo/management/application");
    await page.locator(".apps-name").nth(3).waitFor();
    await page.locator("input[type=file]").setInputFiles([
      { name: "my shop.apk", mimeType: "", buffer: Buffer.from("a") },
      { name: "broken.apk", mimeType: "", buffer: Buffer.from("PK\u0003\u0004 and no more") },
      { name: "shop-2.apk", mimeType: "", buffer: Buffer.from(apps.known) },
    ]);
    await page.locator('[data-upload="failed"]').waitFor();
    await page.locator('[data-upload="done"]').waitFor();
    await look("apps", at, page);
    await show(`demo/management/application?app_id=${apps.latest}`);
    await page.getByRole("dialog").locator(".apps-versions li").nth(1).waitFor();
    await look("app", at, page);
    await page.locator(".apps-versions").scrollIntoViewIfNeeded();
    await look("app-versions", at, page);
  });

  it("records are whole", async () => {
    await show("demo/remote/record");
    await page.getByText("Virtual One").first().waitFor();
    await look("records", at, page);
    await show(`demo/remote/record?test_id=${ended.test_id}`);
    await page.getByRole("dialog").locator(".records-phases li").nth(2).waitFor();
    await look("record", at, page);
  });

  it("the page of a session that has ended is whole", async () => {
    await show(`demo/remote/debug?${new URLSearchParams({ ...ended })}`);
    await page.locator("[data-end-reason]").waitFor();
    await look("debug-ended", at, page);
  });

  it("the phone's shortcuts are whole", async () => {
    await visit(page, at, session);
    await debug.live();
    await page.getByRole("tab").first().focus();
    await page.keyboard.press("?");
    const [everywhere, search] = SHORTCUTS[at.language]!;
    const places = page.getByRole("dialog").getByRole("heading", { name: everywhere });
    await places.waitFor();
    expect(await places.locator("..").locator("dd").allInnerTexts()).toContain(search);
    await look("debug-shortcuts", at, page);
  });

  it.each(["users", "projects", "agents", "audit", "health", "alerts", "settings", "addresses", "announcement"])(
    "administration of %s is whole",
    async (tab) => {
      await show(`admin/${tab}`);
      await page.locator(".udt-tabs + *").first().waitFor();
      await look(`admin-${tab}`, at, page);
      // Where an agent runs, and why scripts do not run apart there, is read without pointing at it.
      await page.setViewportSize({ width: 1280, height: 900 });
      const cut = (all: HTMLElement[]) =>
        all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight).length;
      expect(await page.locator(".agents-whole, .agents-scripts small").evaluateAll(cut)).toBe(0);
    },
  );

  it.each(["channels", "triggers", "deliveries"])("notifications' %s are whole, full and empty", async (tab) => {
    await show(`demo/project/notification?tab=${tab}`);
    await page.locator(".udt-table tbody tr").nth(1).waitFor();
    await look(`notification-${tab}`, at, page);
    await show(`quiet/project/notification?tab=${tab}`);
    await page.locator(".udt-state").waitFor();
    await look(`notification-${tab}-none`, at, page);
  });

  it("the editors of notifications are whole, also with everything wrong", async () => {
    await show("demo/project/notification");
    const edit = page.locator(".notifications-actions button:nth-child(2)");
    for (const [index, kind] of ["email", "wework", "webhook", "scheduled"].entries()) {
      await edit.nth(index).click();
      await page.getByRole("dialog").locator("form").waitFor();
      await look(`notification-channel-${kind}`, at, page);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.locator(".udt-toolbar .ant-btn-primary").click();
    await page.locator(".ant-drawer .ant-btn-primary").click();
    await page.locator(".udt-field-note[data-error]").first().waitFor();
    await look("notification-channel-wrong", at, page);
    await show("demo/project/notification?tab=triggers");
    await page.locator(".notifications-actions button").first().click();
    await page.getByRole("dialog").locator("form").waitFor();
    await look("notification-trigger", at, page);
  });

  it("organisations are whole, in administration and in a project", async () => {
    await show("admin/orgs");
    await page.locator(".org-tree [aria-expanded]").first().click();
    await page.locator(".org-tree .org-tree").waitFor();
    await look("admin-orgs", at, page);
    await show(`admin/orgs?org_id=${team}`);
    await page.locator(".admin-org-panel table").waitFor();
    await look("admin-org", at, page);
    await show("demo/project/member?tab=orgs");
    await page.locator(".members-table tbody tr").first().waitFor();
    await look("member-orgs", at, page);
    await show("demo/project/member/add?by=org");
    await page.locator(".members-tree .org-tree [aria-expanded]").first().click();
    await page.locator(".members-tree .org-tree .org-tree input").first().check();
    await look("member-add-orgs", at, page);
  });

  it("members and privileges are whole", async () => {
    await show("demo/project/member");
    await page.locator(".members-table tbody tr").nth(1).waitFor();
    await look("members", at, page);
    await show("demo/project/member/add");
    await page.locator(".members-add").waitFor();
    await look("member-add", at, page);
    await show("demo/project/privilege");
    await page.getByRole("switch").first().waitFor();
    await look("privileges", at, page);
  });

  it("projects are whole: all of them, making one, and the settings of one", async () => {
    await show("project/manage");
    await page.locator("main tbody tr").nth(2).waitFor();
    await look("projects", at, page);
    await show("project/create");
    await page.locator("form.projects-panel").waitFor();
    await look("project-create", at, page);
    await show("demo/project/edit");
    await page.locator("form.projects-panel").waitFor();
    await look("project-edit", at, page);
  });

  it("a project's agents are whole", async () => {
    await show("demo/management/agents");
    await page.locator(".agents-whole, .agents-scripts").first().waitFor();
    await look("agents", at, page);
  });

  it("addresses of the debug page that name no session are whole", async () => {
    await show("demo/remote/debug");
    await page.locator("main .udt-state").waitFor();
    await look("debug-none", at, page);
    await show("admin/remote/debug");
    await page.locator("main .udt-state").waitFor();
    await look("admin-debug-none", at, page);
  });

  it("the overview and the release notes are whole", async () => {
    await show("overview?days=30");
    await page.locator(".overview li").first().waitFor();
    await look("overview", at, page);
    await show("releases");
    await page.locator(".releases section").first().waitFor();
    await look("releases", at, page);
    await show("platform/sync/somewhere");
    await page.locator(".udt-state").waitFor();
    await look("platform-sync-off", at, page);
  });

  it("the account is whole", async () => {
    await show("userinfo");
    await page.locator(".account-sessions").waitFor();
    await look("account", at, page);
    await page.locator(".account-keys-head button").click();
    await page.locator(".ant-modal form").waitFor();
    await look("account-key", at, page);
  });

  it("sign-in and registration are whole", async () => {
    const login = stranger.pages()[0] ?? (await stranger.newPage());
    await load(login, at, `${udt.url}/login`);
    await login.locator("input[type=password]").waitFor();
    await look("login", at, login);
    await load(login, at, `${udt.url}/signup`);
    await login.locator("input[type=password]").nth(1).waitFor();
    await look("signup", at, login);
  });

  it("a page that does not exist says so", async () => {
    await page.goto(`${udt.url}/page_not_found`);
    await page.locator(".udt-state").first().waitFor();
    await look("not-found", at, page);
  });

  it("a screen is whole in another platform's page, too", async () => {
    // As that page opens it: the console is not left for it.
    await load(page, at, `${udt.url}/iframe/demo/remote/list`);
    await pictured(page);
    expect(await page.locator(".udt-header").count()).toBe(0);
    await look("devices-embedded", at, page);
  });
});
