import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { DebugPage } from "./console-pages.ts";
import { findAxeFaults } from "./axe.ts";
import { look, narrowLooks, visit } from "./look.ts";

const ANNA = { email: "anna@example.com", user_name: "Anna", password: "anna pass 1" };
const BEN = { email: "ben@example.com", user_name: "Ben", password: "ben pass 2" };

let udt: Udt;
let client: Client;
const browsers: BrowserContext[] = [];
let admin: Page;
let anna: Page;

async function open(): Promise<Page> {
  const browser = await openBrowser();
  browsers.push(browser);
  return browser.pages()[0] ?? (await browser.newPage());
}
async function enter(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.goto(`${udt.url}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.locator("input[type=password]").fill(who.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((url) => !url.pathname.includes("login"));
}
async function idOf(email: string): Promise<string> {
  const { list } = await client.call(ENDPOINTS.adminUserList, { query: { keyword: email } });
  return list[0]!.user_id;
}
/** What the server says to somebody's own session, when the console does not stand in between. */
async function own(page: Page): Promise<Client> {
  const cookies = await page.context().cookies(udt.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
}
const path = (page: Page) => new URL(page.url()).pathname;

beforeAll(async () => {
  udt = await startUdt({ phones: 1, env: { UDT_WEB_PLATFORM_SYNC: "1" } });
  client = await udt.signIn();
  for (const who of [ANNA, BEN]) await client.call(ENDPOINTS.userSignup, { body: who });
  await client.call(ENDPOINTS.adminUserUpdate, {
    params: { user_id: await idOf(ANNA.email) },
    body: { state: "approved" },
  });
  admin = await open();
  anna = await open();
  await enter(admin, udt.admin);
  await enter(anna, ANNA);
});
afterAll(async () => {
  for (const browser of browsers) await browser.close();
  await udt?.stop();
});

describe("an organisation", () => {
  it("is made by an administrator, with one below it and people in that", async () => {
    await admin.goto(`${udt.url}/admin/orgs`);
    await admin.getByRole("button", { name: "New organisation" }).first().click();
    await admin.getByRole("dialog").getByLabel("Name").fill("  ");
    await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await admin.getByText("Enter a name.").waitFor();
    await admin.getByRole("dialog").getByLabel("Name").fill("研发中心");
    await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await admin.getByRole("heading", { name: "研发中心" }).waitFor();
    await admin.getByRole("button", { name: "New below" }).click();
    await admin.getByRole("dialog").getByLabel("Name").fill("Camera");
    await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await admin.getByRole("heading", { name: "Camera" }).waitFor();
    await admin.getByRole("button", { name: "Add people" }).click();
    await admin.getByLabel("People", { exact: true }).fill("anna@");
    await admin.locator(".ant-select-item-option", { hasText: ANNA.email }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Add people" }).click();
    await admin.getByRole("row").filter({ hasText: ANNA.email }).waitFor();
  });

  it("is refused a name that a sibling has, at the field", async () => {
    await admin.getByRole("button", { name: "New organisation" }).click();
    await admin.getByRole("dialog").getByLabel("Name").fill("研发中心");
    await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await admin.getByText("There is already an organisation called 研发中心 in the same place.").waitFor();
    await admin.keyboard.press("Escape");
    await admin.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("gives its people a project as soon as the project takes it in", async () => {
    await expect((await own(anna)).call(ENDPOINTS.deviceList, { query: { project: "demo" } })).rejects.toMatchObject({
      code: "user_not_in_project",
    });
    await admin.goto(`${udt.url}/demo/project/member?tab=orgs`);
    await admin.getByRole("link", { name: "Add organisations" }).click();
    await admin.getByLabel("Search organisations").waitFor();
    await admin.getByRole("checkbox", { name: /研发中心/ }).check();
    await admin.getByRole("button", { name: "Add 1 organisation" }).click();
    await admin.waitForURL((url) => url.pathname === "/demo/project/member");
    await admin.getByRole("row").filter({ hasText: ANNA.user_name }).getByText("研发中心").waitFor();
    // Who is here by an organisation goes with it.
    expect(await admin.getByRole("checkbox", { name: "Select Anna" }).isDisabled()).toBe(true);
    await anna.goto(`${udt.url}/demo/remote/list`);
    await anna.getByText("virtual-1", { exact: true }).waitFor();
  });

  it("takes page and session from who is taken out of it, at once", async () => {
    await DebugPage.start(anna, udt, "Virtual One");
    await admin.goto(`${udt.url}/admin/orgs?keyword=Camera`);
    await admin.getByRole("button", { name: /^Camera/ }).click();
    await admin.getByRole("button", { name: "Take out Anna" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
    // Nothing was clicked on Anna's page.
    await anna.getByRole("heading", { name: /^You are not in the project/ }).waitFor();
    await udt.idleDevices(1);
    const { list } = await client.call(ENDPOINTS.testList, { query: { project: "demo", kind: "debug" } });
    expect(list[0]).toMatchObject({ user_name: ANNA.user_name, state: "ended", end_reason: "access_lost" });
  });

  it("is deleted for its name, typed, and says what that takes", async () => {
    await admin.goto(`${udt.url}/admin/orgs`);
    await admin.getByRole("button", { name: /^研发中心/ }).click();
    await admin.getByRole("button", { name: "More actions: 研发中心" }).click();
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByText("Organisations below that go too: 1.").waitFor();
    expect(await dialog.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("研发中心");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await admin.getByText("No organisations yet").waitFor();
  });
});

describe("a parent platform", () => {
  it("leads to the rest of its address in the project that it means", async () => {
    await admin.goto(`${udt.url}/platform/sync/camera-lab/remote/record?mine=1`);
    await admin.waitForURL((url) => url.pathname === "/camera-lab/remote/record" && url.search === "?mine=1");
    await admin.getByRole("heading", { name: "Records", exact: true }).waitFor();
    await admin.goto(`${udt.url}/platform/sync/${encodeURIComponent("项目 42")}`);
    await admin.waitForURL((url) => /^\/sync-[0-9a-f]{12}\/remote\/list$/.test(url.pathname));
  });

  it("is told wholly that what it means is read, and that it means nothing", async () => {
    let goOn!: () => void;
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const asking = `**${ENDPOINTS.projectSync.path}`;
    await admin.route(asking, async (route) => {
      await mayGoOn;
      await route.continue();
    });
    await admin.goto(`${udt.url}/platform/sync/camera-lab`);
    await admin.getByText("Opening project camera-lab").waitFor();
    expect(await findAxeFaults(admin, "all")).toEqual([]);
    goOn();
    await admin.waitForURL((url) => url.pathname === "/camera-lab/remote/list");
    await admin.unroute(asking);
    for (const at of [...narrowLooks.slice(1), narrowLooks[0]!]) {
      await visit(admin, at, `${udt.url}/platform/sync/${"x".repeat(LIMITS.sync_project_id_max + 1)}`);
      await admin.locator("main .udt-state").waitFor();
      await look("platform-sync", at, admin);
    }
  });

  it("shuts out whom it did not let in, and says so", async () => {
    await anna.goto(`${udt.url}/platform/sync/camera-lab/remote/record`);
    await anna.locator(".udt-bar", { hasText: "You are not a member of this project." }).waitFor();
    await anna.waitForURL((url) => url.pathname === "/project/manage");
  });

  it("keeps the privileges, but for the token's", async () => {
    await admin.goto(`${udt.url}/camera-lab/project/privilege`);
    await admin.getByText("the parent platform sets the privileges").waitFor();
    expect(await admin.getByRole("switch", { name: "Invite members" }).isDisabled()).toBe(true);
    await admin.getByRole("switch", { name: "Get and reset the token" }).click();
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("Saved", { exact: true }).waitFor();
  });
});

describe("what an administrator changes", () => {
  it("counts at once: registration closes and opens", async () => {
    const stranger = await open();
    const fillIn = async () => {
      await stranger.goto(`${udt.url}/signup`);
      await stranger.getByLabel("Nickname").fill("Cleo");
      await stranger.getByLabel("Email").fill("cleo@example.com");
      await stranger.locator("input[name=password]").fill("cleo pass 1");
      await stranger.locator("input[name=repeat]").fill("cleo pass 1");
    };
    const register = () => stranger.getByRole("button", { name: "Register" }).click();
    await fillIn();
    await admin.goto(`${udt.url}/admin/settings`);
    const openly = admin.getByRole("switch", { name: "Registration is open" });
    await openly.click();
    await admin.getByRole("button", { name: "Save" }).click();
    await admin.getByText("in effect on every server").waitFor();
    await register();
    await stranger.getByText("Registration is closed").waitFor();
    // Who comes now is told before anything is filled in.
    await stranger.goto(`${udt.url}/signup`);
    await stranger.getByText("Registration is closed").waitFor();
    expect(await stranger.getByLabel("Nickname").count()).toBe(0);
    await openly.click();
    await admin.getByRole("button", { name: "Save" }).click();
    await until("open registration", async () => {
      const { signup_open } = await client.call(ENDPOINTS.adminSettingsGet, {});
      return signup_open || undefined;
    });
    await fillIn();
    await register();
    await stranger.getByText("waiting for approval").waitFor();
  });

  it("takes no number out of bounds, and leaves it as it was typed", async () => {
    const idle = admin.getByLabel("End idle debugging after (minutes)");
    for (const typed of ["5000", ""]) {
      await idle.fill("60");
      await admin.getByText("A whole number from").waitFor({ state: "detached" });
      expect(await admin.getByRole("button", { name: "Save" }).isEnabled()).toBe(true);
      await idle.fill(typed);
      await idle.press("Tab");
      await admin.getByText("A whole number from 0 to 1,440.").waitFor();
      expect(await idle.inputValue()).toBe(typed);
      expect(await admin.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    }
    await admin.getByRole("button", { name: "Discard changes" }).click();
    expect(await idle.inputValue()).toBe("15");
  });

  it("of the announcement shows at once to who has a project open", async () => {
    await client.call(ENDPOINTS.memberAdd, {
      params: { project_id: "demo" },
      query: { project: "demo" },
      body: { user_id_list: [await idOf(ANNA.email)] },
    });
    await anna.goto(`${udt.url}/demo/remote/list`);
    await anna.getByText("virtual-1", { exact: true }).waitFor();
    await client.call(ENDPOINTS.noticeSet, { body: { text: "Maintenance at noon", level: "warning" } });
    await anna.locator(".udt-bar", { hasText: "Maintenance at noon" }).waitFor();
    await client.call(ENDPOINTS.noticeSet, { body: { text: "", level: "info" } });
    await anna.locator(".udt-bar", { hasText: "Maintenance at noon" }).waitFor({ state: "detached" });
  });

  it("of people: rejects, makes administrators and unmakes them, and sets an end", async () => {
    const row = (email: string) => admin.getByRole("row").filter({ hasText: email });
    const act = async (email: string, item: string, button: string) => {
      await row(email)
        .getByRole("button", { name: /^More actions/ })
        .click();
      await admin.getByRole("menuitem", { name: item }).click();
      await admin.getByRole("dialog").getByRole("button", { name: button }).click();
    };
    await admin.goto(`${udt.url}/admin/users`);
    await row(BEN.email).getByRole("button", { name: "Reject" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Reject" }).click();
    await row(BEN.email).getByText("Rejected").waitFor();
    const ben = await open();
    await ben.goto(`${udt.url}/login`);
    await ben.getByLabel("Email").fill(BEN.email);
    await ben.locator("input[type=password]").fill(BEN.password);
    await ben.locator("button[type=submit]").click();
    await ben.getByText("Your registration was rejected.").waitFor();

    await act(ANNA.email, "Make administrator", "Make administrator");
    await row(ANNA.email).getByText("Administrator").waitFor();
    await anna.goto(`${udt.url}/admin/health`);
    await anna.getByText("Events to tell").waitFor();
    await act(ANNA.email, "Withdraw administrator", "Withdraw administrator");
    await row(ANNA.email).getByText("User", { exact: true }).waitFor();
    await anna.goto(`${udt.url}/admin/health`);
    await anna.getByText("Only administrators may open the administration.").waitFor();

    await act(ANNA.email, "Set expiry", "7 days");
    await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await client.call(ENDPOINTS.adminUserList, { query: { keyword: ANNA.email } })).list[0])
      .toMatchObject({ expires_at: expect.any(Number) });
  });

  it("of an agent drains it, reads its log, renames it, and has it give its devices again", async () => {
    const query = { project: "demo" };
    const [phone] = await udt.idleDevices(1);
    const { device_id } = phone!;
    const begin = () =>
      client.call(ENDPOINTS.testCreate, { query, body: { kind: "debug", device_id, duration_minutes: 5 } });
    await admin.goto(`${udt.url}/demo/management/agents`);
    await admin.getByRole("button", { name: "local", exact: true }).click();
    const drawer = admin.locator(".ant-drawer");
    // It serves all projects: what is done to it is the administration's.
    await drawer.getByRole("link", { name: phone!.model }).waitFor();
    expect(await drawer.getByRole("button", { name: "Drain" }).count()).toBe(0);
    await drawer.getByRole("link", { name: "Open in the administration" }).click();
    await admin.waitForURL((url) => url.pathname === "/admin/agents" && url.searchParams.get("keyword") === "local");

    await admin.getByRole("button", { name: "local", exact: true }).click();
    await drawer.getByText(/ on \d+ cores$/).waitFor();
    await drawer.getByRole("button", { name: "Show its log" }).click();
    await drawer.getByRole("log", { name: "Log" }).getByText("link to the server is up").first().waitFor();
    await drawer.getByRole("button", { name: "Drain", exact: true }).click();
    await admin.getByRole("dialog", { name: "Drain agent local?" }).getByRole("button", { name: "Drain" }).click();
    await drawer.getByText(/^since .*, by /).waitFor();
    await expect(begin()).rejects.toMatchObject({ code: "device_draining" });
    await drawer.getByRole("button", { name: "Name and projects" }).click();
    const dialog = admin.getByRole("dialog", { name: "Agent local" });
    await dialog.getByLabel("Name").fill("desk");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });

    await anna.goto(`${udt.url}/admin/agents`);
    await anna.getByText("Only administrators may open the administration.").waitFor();
    await admin.goto(`${udt.url}/demo/remote/list`);
    await admin.getByTitle(/^Draining since .*nobody gets it/).waitFor();
    expect(await admin.getByRole("button", { name: /^Debug/ }).count()).toBe(0);
    await admin.getByRole("button", { name: "Without draining" }).click();
    await admin.getByTitle(/^Draining since .*nobody gets it/).waitFor({ state: "detached" });
    await admin.goto(`${udt.url}/home`);
    // What nobody gets is not idle.
    const idle = admin.getByRole("navigation", { name: "Devices" }).getByRole("link").filter({ hasText: "Idle" });
    await idle.filter({ hasText: /^0/ }).waitFor();
    expect(await admin.getByRole("button", { name: /^Debug/ }).count()).toBe(0);
    await admin.goto(`${udt.url}/admin/agents`);
    await admin.getByRole("button", { name: "desk", exact: true }).click();
    await drawer.getByRole("button", { name: "End draining" }).click();
    await drawer.getByRole("button", { name: "Drain", exact: true }).waitFor();
    const { test_id } = await begin();
    await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
    await udt.idleDevices(1);
    for (const action of ["agent.drain", "agent.undrain", "agent.rename"] as const)
      expect((await client.call(ENDPOINTS.auditList, { query: { action } })).list).toHaveLength(1);
  });

  it("of an agent's token cuts the agent off, once its name is typed", async () => {
    const { agent_id } = await client.call(ENDPOINTS.agentCreate, { body: { name: "desk-7", project_ids: ["demo"] } });
    await admin.goto(`${udt.url}/admin/agents`);
    // Document 2's fields of an agent; one that never came has no instance yet, and has not gone.
    const agents = (await client.call(ENDPOINTS.agentList, { query: {} })).list;
    const { instance_id } = agents.find(({ online }) => online)!;
    await admin
      .getByRole("row")
      .filter({ hasText: instance_id })
      .getByText(/^made /)
      .waitFor();
    await admin
      .getByRole("row")
      .filter({ hasText: "desk-7" })
      .getByText(/^made /)
      .waitFor();
    expect(
      await admin
        .getByRole("row")
        .filter({ hasText: "desk-7" })
        .getByText(/^since /)
        .count(),
    ).toBe(0);
    await admin.getByRole("row").filter({ hasText: "desk-7" }).getByRole("button", { name: "Revoke" }).click();
    const dialog = admin.getByRole("dialog");
    expect(await dialog.getByRole("button", { name: "Revoke" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("desk-7");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await admin.getByRole("row").filter({ hasText: "desk-7" }).waitFor({ state: "detached" });
    const { list } = await client.call(ENDPOINTS.auditList, { query: { action: "agent.revoke" } });
    expect(list[0]).toMatchObject({ target: "desk-7", detail: { agent_id } });
  });

  it("of a project: gives it an owner, and deletes it for its id", async () => {
    await client.call(ENDPOINTS.projectCreate, { body: { project_id: "to-go", name: "ToGo" } });
    await admin.goto(`${udt.url}/admin/projects?keyword=to-go`);
    const row = admin.getByRole("row").filter({ hasText: "to-go" });
    await row.getByRole("button", { name: "More actions: ToGo" }).click();
    await admin.getByRole("menuitem", { name: "Assign an owner" }).click();
    await admin.getByLabel("People", { exact: true }).fill("anna@");
    await admin.locator(".ant-select-item-option", { hasText: ANNA.email }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Make owners" }).click();
    await row.getByText("Anna").waitFor();
    await row.getByRole("button", { name: "More actions: ToGo" }).click();
    await admin.getByRole("menuitem", { name: "Delete" }).click();
    const dialog = admin.getByRole("dialog").filter({ hasText: "Delete ToGo?" });
    await dialog.getByText("the access of 2 members").waitFor();
    await dialog.getByRole("textbox").fill("to-go");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await admin.getByText("Nothing matches").waitFor();
  });
});

describe("who is in a project", () => {
  it("keeps the same place under the project that is switched to", async () => {
    await client.call(ENDPOINTS.projectCreate, { body: { project_id: "second", name: "Second" } });
    await admin.goto(`${udt.url}/demo/project/member`);
    await admin.getByRole("button", { name: "Switch project: Demo" }).click();
    await admin.getByText("Second", { exact: true }).click();
    await admin.waitForURL((url) => url.pathname === "/second/project/member");
    await admin.getByRole("heading", { name: "Members", exact: true }).waitFor();
  });

  it("ends another session of their own, which has to sign in again", async () => {
    const elsewhere = await open();
    await enter(elsewhere, ANNA);
    await anna.goto(`${udt.url}/userinfo`);
    const sessions = anna.getByRole("region", { name: "Sessions" });
    await sessions.getByRole("button").first().click();
    const confirm = anna.getByRole("dialog").getByRole("button", { name: "End" });
    if (await confirm.isVisible()) await confirm.click();
    await expect
      .poll(() => elsewhere.evaluate(async (at) => (await fetch(at)).status, ENDPOINTS.userInfo.path))
      .toBe(401);
    await elsewhere.goto(`${udt.url}/home`);
    await elsewhere.waitForURL((url) => url.pathname === "/login");
  });

  it("looks on as a guest where everyone may, and leaves where they belong", async () => {
    await client.call(ENDPOINTS.projectUpdate, {
      params: { project_id: "second" },
      query: { project: "second" },
      body: { name: "Second", description: "", visibility: 2, target_usage: "normal" },
    });
    await anna.goto(`${udt.url}/second/remote/list`);
    await anna.getByText("virtual-1", { exact: true }).waitFor();
    expect(await anna.getByRole("link", { name: "Members" }).count()).toBe(0);
    expect(await anna.getByRole("button", { name: /^Debug / }).count()).toBe(0);
    await anna.goto(`${udt.url}/demo/project/member`);
    await anna.getByRole("button", { name: "Leave" }).click();
    await anna.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
    await anna.waitForURL((url) => url.pathname === "/project/manage");
    await expect((await own(anna)).call(ENDPOINTS.testList, { query: { project: "demo" } })).rejects.toMatchObject({
      code: "user_not_in_project",
    });
  });

  it("stays as a guest on pages that tell of what guests do not see, and asks nothing that is refused", async () => {
    const query = { project: "demo" };
    const { credential_id } = await client.call(ENDPOINTS.credentialCreate, {
      query,
      body: { name: "registry", username: "puller", password: "pull secret 1" },
    });
    const [demo] = (await client.call(ENDPOINTS.jobList, { query })).list;
    const [phone] = (await client.call(ENDPOINTS.deviceList, { query })).list;
    const environment = { kind: "image" as const, image: "localhost/tests", tag: "1", credential_id };
    const devices = { kind: "devices" as const, device_ids: [phone!.device_id] };
    const { job_id } = await client.call(ENDPOINTS.jobCreate, {
      query,
      body: { name: "In an image", config: { ...demo!.config, environment, devices } },
    });
    // It waits for ever: no agent here has a container engine.
    const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
    await client.call(ENDPOINTS.projectUpdate, {
      params: { project_id: "demo" },
      query,
      body: { name: "Demo", description: "", visibility: 2, target_usage: "normal" },
    });
    const refused: string[] = [];
    anna.on("response", (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    const factOf = (name: string) => anna.locator("dl > div").filter({ has: anna.locator("dt", { hasText: name }) });
    for (const at of [`/demo/auto/job/${job_id}/settings`, `/demo/auto/records/${test_id}?tab=environment`]) {
      await anna.goto(udt.url + at);
      await factOf("Credential").getByText("Not shown to you").waitFor();
      await factOf("Devices").getByText(phone!.serial).first().waitFor();
      expect(new URL(anna.url()).pathname).toBe(at.split("?")[0]);
    }
    for (const [at, why] of [
      ["auto/job/create", "Only members of the project open it."],
      ["auto/case/create", "Only members of the project open it."],
      ["project/edit", "It takes the privilege “Edit the project” or “Get and reset the token”."],
    ]) {
      await anna.goto(`${udt.url}/demo/${at}`);
      await anna.getByText("You may not open this page").waitFor();
      await anna.getByText(why!).waitFor();
    }
    await anna.goto(`${udt.url}/demo/remote/list`);
    await anna.getByText("virtual-1", { exact: true }).waitFor();
    expect(await anna.getByRole("button", { name: "Connect a phone" }).count()).toBe(0);
    // As the shut pages say: in the list of projects.
    await anna.goto(`${udt.url}/project/manage?skip=false`);
    const listed = anna.getByRole("row").filter({ hasText: "Demo" });
    await listed.getByRole("button", { name: "Ask to join: Demo" }).click();
    await anna.getByRole("button", { name: "Send request" }).click();
    await listed.getByText("Asked to join").waitFor();
    const asked = await client.call(ENDPOINTS.joinList, { params: { project_id: "demo" }, query });
    expect(asked.list.map(({ user_name }) => user_name)).toEqual([ANNA.user_name]);
    expect(refused).toEqual([]);
    await client.call(ENDPOINTS.testCancel, { params: { test_id }, query });
  });

  it("sees what was tested, and what is new in this version", async () => {
    await admin.goto(`${udt.url}/overview`);
    await admin.locator(".overview-figures").getByText("Debug sessions", { exact: true }).waitFor();
    await admin.locator(".overview li", { hasText: "Virtual One" }).first().waitFor();
    const releases = admin.getByRole("link", { name: "Release notes: New in this version" });
    await releases.click();
    await admin.getByText("Newest").waitFor();
    expect(path(admin)).toBe("/releases");
    await expect.poll(() => releases.count()).toBe(0);
  });
});
