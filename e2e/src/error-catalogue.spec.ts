/** Document 1 §8: each row whose area there is, by the server's own answer, and what the console does about it. */
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { buildApk } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { createClient } from "@udt/client";
import { ENDPOINTS, LIMITS, type App, type DataOf, type Job } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import { uploadPackage } from "./app-upload.ts";
import { DebugPage, enter } from "./console-pages.ts";
import { startSilentGateway, type SilentGateway } from "./silent-gateway.ts";

const TOO_LONG_MS = LIMITS.request_timeout_ms + 15_000;
/** What stands in the place of code that could not be loaded yet. */
const NOT_YET = "This is not here yet";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const LIN = { email: "lin@example.com", user_name: "Lin", password: "member pass 2" };
const project = "demo";
const query = { project };

let udt: Udt;
let browser: BrowserContext;
/** The page of an ordinary member; what happens meanwhile is an administrator's doing. */
let page: Page;
let admin: Client;
let lin: Client;
let lin_id: string;
let demo: Job;
let host: GitHost;
let gateway: SilentGateway;
/** A page whose server takes a start of the demo's job and never answers; others are looked at while it waits. */
let waiting: Page;
/** A package that has nothing to launch. */
let service: App;

const bar = (text: string | RegExp, where = page) => where.locator(".udt-bar", { hasText: text });
const goto = (path: string) => page.goto(`${udt.url}${path}`);
const at = (path: string, search = "") =>
  page.waitForURL((url) => url.pathname === path && url.search.startsWith(search));
const addMember = (project_id: string, user_type: 1 | 2 = 2) =>
  admin.call(ENDPOINTS.memberAdd, {
    params: { project_id },
    query: { project: project_id },
    body: { user_id_list: [lin_id], user_type },
  });
const allow = (privilege_list: ("job.delete" | "app.delete")[]) =>
  admin.call(ENDPOINTS.privilegeSet, { params: { project_id: project }, query, body: { privilege_list } });
const makeJob = (name: string, change: Partial<Job["config"]> = {}) =>
  admin.call(ENDPOINTS.jobCreate, { query, body: { name, config: { ...demo.config, ...change } } });
const remove = (job_id: string) => admin.call(ENDPOINTS.jobDelete, { params: { job_id }, query });
const runNow = (where = page) => where.getByRole("button", { name: "Run now" }).click();
const openJob = async (job: Job) => {
  await goto(`/demo/auto/job/${job.job_id}/settings`);
  await page.getByRole("heading", { name: job.name }).waitFor();
};

beforeAll(async () => {
  udt = await startUdt({ phones: 1, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  admin = await udt.signIn();
  await admin.call(ENDPOINTS.userSignup, { body: LIN });
  const { list } = await admin.call(ENDPOINTS.adminUserList, { query: { keyword: LIN.email } });
  lin_id = list[0]!.user_id;
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id: lin_id }, body: { state: "approved" } });
  await addMember(project);
  await admin.call(ENDPOINTS.projectCreate, { body: { project_id: "lab", name: "Lab" } });
  await addMember("lab");
  await enter(page, { url: udt.url, admin: LIN });
  const cookie = (await browser.cookies(udt.url)).map(({ name, value }) => `${name}=${value}`).join("; ");
  lin = createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
  demo = await until("the demo's job", async () => {
    const jobs = await admin.call(ENDPOINTS.jobList, { query });
    const libraries = await admin.call(ENDPOINTS.libraryList, { query });
    return libraries.list[0]?.parse_state === "parsed" ? jobs.list[0] : undefined;
  });
  host = await startGitHost();
  service = await uploadPackage(
    admin,
    project,
    "service.apk",
    buildApk({ packageName: "dev.udt.service", mainActivity: null }),
  );
  gateway = await startSilentGateway(udt.port);
  waiting = await browser.newPage();
  await waiting.goto(`${gateway.url}/demo/auto/job/${demo.job_id}/settings`);
  await waiting.getByRole("heading", { name: demo.name }).waitFor();
  gateway.fallSilent();
  await runNow(waiting);
});
afterAll(async () => {
  await browser?.close();
  await gateway?.close();
  await host?.close();
  await udt?.stop();
});
afterEach(async () => {
  await browser.setOffline(false);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

describe("what is gone", () => {
  it("a project that is deleted meanwhile is said to be missing under its address, and leads on to the projects", async () => {
    await admin.call(ENDPOINTS.projectCreate, { body: { project_id: "gone", name: "Gone" } });
    await addMember("gone");
    await goto("/gone/remote/list");
    await page.getByRole("link", { name: "Records" }).waitFor();
    await admin.call(ENDPOINTS.projectDelete, {
      params: { project_id: "gone" },
      query: { project: "gone", confirm: "gone" },
    });
    await page.getByText("There is no such project").waitFor();
    await goto("/gone/remote/record");
    await page.getByText("There is no such project").waitFor();
    expect(new URL(page.url()).pathname).toBe("/gone/remote/record");
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/project/manage");
  });

  it("a membership that is gone is told under its address, which is asked about once more and not again", async () => {
    await goto("/lab/remote/record");
    await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
    await admin.call(ENDPOINTS.memberRemove, {
      params: { project_id: "lab", user_id: lin_id },
      query: { project: "lab" },
    });
    const shut = page.getByRole("heading", { name: "You are not in the project “Lab”" });
    await shut.waitFor();
    let asked = 0;
    const count = (request: { url(): string }) => void (asked += Number(request.url().includes("/privilege/enforce")));
    page.on("request", count);
    await goto("/lab/auto/job/list");
    await shut.waitFor();
    await page.getByRole("button", { name: "Ask to join" }).waitFor();
    page.off("request", count);
    expect(asked).toBeLessThanOrEqual(2);
    expect(new URL(page.url()).pathname).toBe("/lab/auto/job/list");
    await addMember("lab");
  });

  it("a session of another project is told under its address; a device that is not there leads to the device list", async () => {
    const [device] = await udt.idleDevices(1);
    const body = { kind: "debug" as const, device_id: device!.device_id, duration_minutes: 5 };
    const { test_id } = await lin.call(ENDPOINTS.testCreate, { query, body });
    const foreign = `/lab/remote/debug?test_id=${test_id}&device_id=${device!.device_id}`;
    await goto(foreign);
    await page.getByText("There is no such debug session").waitFor();
    expect(page.url()).toBe(`${udt.url}${foreign}`);
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/lab/remote/list");
    await goto(`/demo/remote/debug?test_id=${test_id}&device_id=${NOBODY}`);
    await at("/demo/remote/list");
    await bar("This device does not exist.").waitFor();
    // So is one that never was.
    const gone = `/demo/remote/debug?test_id=${NOBODY}&device_id=${device!.device_id}`;
    await goto(gone);
    await page.getByText("There is no such debug session").waitFor();
    expect(page.url()).toBe(`${udt.url}${gone}`);
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/demo/remote/list");
    await lin.call(ENDPOINTS.testCancel, { params: { test_id }, query });
    // It is no automated test either.
    await goto(`/demo/auto/records/${test_id}`);
    await page.getByText("There is no such report").waitFor();
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/demo/auto/records/list");
    await udt.idleDevices(1);
  });

  it("a test that is not there is told under its address, leads to the reports, and Back not into it", async () => {
    await goto("/demo/remote/record");
    await goto(`/demo/auto/records/${NOBODY}`);
    await page.getByText("There is no such report").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/demo/auto/records/${NOBODY}`);
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/demo/auto/records/list");
    await page.goBack();
    await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/demo/remote/record");
    await goto(`/iframe/demo/auto/records/${NOBODY}`);
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/iframe/demo/auto/records/list");
  });

  it("a job that is deleted meanwhile is said to be missing under its address, and leads to the job list", async () => {
    const job = await makeJob("Short-lived");
    await openJob(job);
    await remove(job.job_id);
    await page.getByText("There is no such task").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/demo/auto/job/${job.job_id}/settings`);
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/demo/auto/job/list");
  });

  it("a case library that is not there is said to be missing under its address, and leads to the case list", async () => {
    await goto(`/demo/auto/case/${NOBODY}/cases`);
    await page.getByText("There is no such case library").waitFor();
    await page.getByRole("link", { name: "Go now" }).click();
    await at("/demo/auto/case/list");
  });
});

describe("what is refused", () => {
  it("401 with the permission header is an alert, and the page asks anew what its user may do", async () => {
    await allow(["job.delete"]);
    const job = await makeJob("Kept");
    await openJob(job);
    await page.getByRole("button", { name: `More about ${job.name}` }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await allow(["app.delete"]);
    const asked = page.waitForRequest((request) => request.url().includes("/privilege/enforce"));
    await dialog.getByRole("button", { name: "Delete" }).click();
    await bar("No permission").getByText("You lack the privilege “Delete tasks”.").waitFor();
    await asked;
    expect(new URL(page.url()).pathname).toBe(`/demo/auto/job/${job.job_id}/settings`);
    await remove(job.job_id);
  });

  it("the last owner who leaves is told why not, and stays", async () => {
    const at_solo = { params: { project_id: "solo" }, query: { project: "solo" } };
    await lin.call(ENDPOINTS.projectCreate, { body: { project_id: "solo", name: "Solo" } });
    const { user_id } = await admin.call(ENDPOINTS.userInfo, {});
    await lin.call(ENDPOINTS.memberAdd, { ...at_solo, body: { user_id_list: [user_id], user_type: 2 } });
    await goto("/solo/project/member");
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await bar("This is the project's last owner.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/solo/project/member");
  });

  it("an app that cannot be launched says why, in the device's words", async () => {
    const [device] = await udt.idleDevices(1);
    const { device_id } = device!;
    const body = { kind: "debug" as const, device_id, duration_minutes: 5, app_id: service.app_id };
    const { test_id } = await lin.call(ENDPOINTS.testCreate, { query, body });
    await goto(`/demo/remote/debug?test_id=${test_id}&device_id=${device_id}`);
    await page.getByRole("tab", { name: "Apps", exact: true }).click();
    await page.locator('[data-install="installed"]').waitFor({ timeout: 60_000 });
    await page.locator('[data-package="dev.udt.service"]').getByRole("button", { name: "Open:" }).click();
    await bar(/Launch failed: .*No activities found/).waitFor();
    await lin.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  });

  it("an app that is deleted meanwhile is told on the job's page", async () => {
    const job = await makeJob("Without its app", { app_id: service.app_id });
    await openJob(job);
    await admin.call(ENDPOINTS.appDelete, { params: { app_id: service.app_id }, query });
    await runNow();
    await bar("Some app resources have been deleted. Edit the task again.").waitFor();
    expect(new URL(page.url()).pathname).toBe(`/demo/auto/job/${job.job_id}/settings`);
  });

  it("ret 1001: not enough test accounts, with their figures", async () => {
    const template = await (await lin.raw(ENDPOINTS.accountFileTemplate, { query })).text();
    const { account_file_id } = await lin.call(ENDPOINTS.accountFileCreate, {
      query,
      body: { name: "One account", content: `${template}tester,secret,\r\n` },
    });
    const job = await makeJob("Signs in", { accounts: { kind: "file", account_file_id } });
    const { test_id } = await lin.call(ENDPOINTS.jobRun, { params: { job_id: job.job_id }, query });
    await openJob(job);
    await runNow();
    await bar("Failed to start the task: not enough test accounts (0 free, 1 needed).").waitFor();
    await lin.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  });

  it("no valid devices", async () => {
    const rules = [{ attribute: "model" as const, operator: "equals" as const, values: ["No Such Phone"] }];
    await openJob(await makeJob("Nowhere", { devices: { kind: "rule", rules, count: 1 } }));
    await runNow();
    await bar("No valid devices.").waitFor();
  });

  it("a repository that cannot be read is told beside its field, and nothing typed is lost", async () => {
    await goto("/demo/auto/case/create");
    await page.getByLabel("Name", { exact: true }).fill("unreachable");
    await page.getByLabel("Repository address", { exact: true }).fill("http://127.0.0.1:9/none.git");
    await page
      .getByText(/^The repository cannot be read: /)
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe("/demo/auto/case/create");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("unreachable");
  });

  it("ret 10007: a repository that asks for authorisation is told beside its field alone", async () => {
    host.push("private", { "cases.txt": "login\n" });
    host.protect("private", "secret");
    await goto("/demo/auto/case/create");
    const answered = page.waitForResponse(async (response) => {
      const answer = response.request().method() === "POST" ? await response.json().catch(() => undefined) : undefined;
      return answer?.ret === 10007;
    });
    await page.getByLabel("Repository address", { exact: true }).fill(`${host.url}/private.git`);
    await answered;
    await page.getByText("This repository asks for authorization.").waitFor();
    expect(await page.locator(".udt-bar").count()).toBe(0);
  });

  it("everything else is the bar: message, request id, call, page, time, method and what was sent", async () => {
    await openJob(demo);
    // The console never sends this by itself; the answer is the server's own.
    await page.route("**/v1/api/jobs/*/run*", (route) => route.continue({ postData: '{"config":5}' }));
    const answered = page.waitForResponse((response) => response.url().includes(`/jobs/${demo.job_id}/run`));
    await runNow();
    const answer = (await (await answered).json()) as { request_id: string; msg: string };
    const shownBar = bar("Request failed");
    await shownBar.locator("summary").click();
    const facts = await shownBar.locator("dd").allInnerTexts();
    expect(facts).toHaveLength(7);
    expect(facts.slice(0, 5)).toEqual([
      answer.msg,
      answer.request_id,
      "POST",
      ENDPOINTS.jobRun.path,
      `${udt.url}/demo/auto/job/${demo.job_id}/settings`,
    ]);
    expect(facts[6]).toContain(`"job_id":"${demo.job_id}"`);
    await browser.grantPermissions(["clipboard-read", "clipboard-write"]);
    await shownBar.getByRole("button", { name: "Copy details" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(answer.request_id);
  });
});

describe("what never reached a decision", () => {
  it("an answer that does not come in time is a timeout in words", { timeout: TOO_LONG_MS }, async () => {
    const shownBar = bar("The server took too long to answer.", waiting);
    await shownBar.waitFor({ timeout: TOO_LONG_MS });
    expect(await shownBar.locator("details").count()).toBe(0);
    await waiting.close();
  });

  const GATEWAY = { contentType: "text/html", body: "<h1>gateway</h1>" };

  it.each([
    ["offline", () => browser.setOffline(true)],
    [
      "502 of a gateway",
      () => page.route("**/v1/api/jobs/*/run*", (route) => route.fulfill({ status: 502, ...GATEWAY })),
    ],
  ])("%s is a network anomaly in words", async (_, begin) => {
    await openJob(demo);
    await begin();
    await runNow();
    await bar("The server cannot be reached.").waitFor();
    expect(await bar("The server cannot be reached.").locator("details").count()).toBe(0);
  });

  it("a page that was never loaded waits for the network in its place, in the same application", async () => {
    await goto("/demo/remote/record");
    await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
    await page.evaluate(() => Reflect.set(window, "stays", true));
    // No other test here opens it.
    await browser.setOffline(true);
    await page.getByRole("link", { name: "Privileges" }).click();
    await page.getByRole("heading", { name: NOT_YET }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/demo/project/privilege");
    await browser.setOffline(false);
    await page.getByRole("heading", { name: "Privileges", exact: true }).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, "stays"))).toBe(true);
  });

  it("search and a tab that were never opened wait in their places, and leave the live page as it is", async () => {
    const debug = await DebugPage.start(page, udt, "Virtual One");
    await page.evaluate(() => Reflect.set(window, "stays", true));
    await browser.setOffline(true);
    await page.getByRole("button", { name: "Search everything" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: NOT_YET }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await debug.tab("Terminal").click();
    const tab = page.getByRole("tabpanel");
    await tab.getByRole("heading", { name: NOT_YET }).waitFor();
    expect(await debug.canvas.isVisible()).toBe(true);
    await browser.setOffline(false);
    await tab.locator(".xterm").waitFor();
    await page.getByRole("button", { name: "Search everything" }).click();
    await page.getByRole("combobox", { name: "Search everything" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => Reflect.get(window, "stays"))).toBe(true);
    // What came late has its looks: of no stylesheet there is nothing.
    const rules = () =>
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].map(
        ({ sheet }) => sheet?.cssRules.length ?? 0,
      );
    expect(await page.evaluate(rules)).not.toContain(0);
    const query = { project };
    await lin.call(ENDPOINTS.testCancel, { params: { test_id: debug.test_id }, query });
  });

  it("a gateway's 401 loads the page anew once, and then shows itself", async () => {
    await goto("/home");
    await page.evaluate(() => sessionStorage.clear());
    await page.route("**/v1/api/jobs?*", (route) => route.fulfill({ status: 401, ...GATEWAY }));
    const documents: string[] = [];
    const count = (request: { isNavigationRequest(): boolean; url(): string }) => {
      if (request.isNavigationRequest()) documents.push(request.url());
    };
    page.on("request", count);
    await goto("/demo/auto/job/list");
    await page.getByText("The tasks could not be read").waitFor();
    expect(documents).toHaveLength(2);
    page.off("request", count);
  });

  it("a chunk that is gone loads the page anew once, and then the screen says that it cannot show", async () => {
    await goto("/demo/remote/record");
    await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await page.route(/assets\/apps-page-.*\.js/, (route) => route.fulfill({ status: 404, ...GATEWAY }));
    const loaded = page.waitForEvent("load");
    await page.getByRole("link", { name: "Applications" }).click();
    await loaded;
    await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
    await page.getByRole("link", { name: "Applications" }).click();
    await page.getByRole("heading", { name: "This screen could not be shown" }).waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Applications", exact: true }).waitFor();
  });
});

it("reports the page's own faults to the server, six a page load at most", async () => {
  await goto("/home");
  await page.getByRole("heading").first().waitFor();
  const reports: DataOf<typeof ENDPOINTS.errorReport>[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(ENDPOINTS.errorReport.path)) reports.push((await response.json()) as null);
  });
  await page.evaluate(async () => {
    for (let count = 0; count < 20; count++) {
      setTimeout(() => {
        throw new TypeError(`fault ${count}`);
      });
    }
    await new Promise((resolve) => setTimeout(resolve));
  });
  await expect.poll(() => reports.length).toBe(6);
  expect(reports).toMatchObject(Array.from({ length: 6 }, () => ({ ret: 0 })));
  await goto("/home");
  await page.getByRole("heading").first().waitFor();
  expect(reports).toHaveLength(6);
});

it("a session that has ended takes its cookie along, leads to sign-in, and back to the page", async () => {
  const sessions = async () => (await browser.cookies(udt.url)).filter(({ name }) => name === "udt_session_id");
  await goto("/demo/remote/record");
  await page.getByRole("heading", { name: "Records", exact: true }).waitFor();
  expect(await sessions()).toHaveLength(1);
  await lin.call(ENDPOINTS.userLogout, { body: { session_name: "udt_session_id" } });
  // Its events end with the session: the page may have gone by itself, and then there is nothing to click.
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/demo/project/member"]')?.click());
  await at("/login");
  expect(await sessions()).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).not.toContain("udt_session_id");
  await page.getByLabel("Email").fill(LIN.email);
  await page.locator("input[type=password]").fill(LIN.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((url) => url.pathname.startsWith("/demo/"));
  expect(await sessions()).toHaveLength(1);
});
