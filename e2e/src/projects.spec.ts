import { Buffer } from "node:buffer";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, type Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";

const OTHER = { email: "member@example.com", user_name: "Member Two", password: "member pass 2" };
const PROJECT = "camera-lab";

let udt: Udt;
let admin: Client;
let ownerBrowser: BrowserContext;
let memberBrowser: BrowserContext;
let owner: Page;
let member: Page;

async function enter(browser: BrowserContext, who: { email: string; password: string }): Promise<Page> {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.goto(`${udt.url}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.locator("input[type=password]").fill(who.password);
  await page.locator("button[type=submit]").click();
  await page.waitForURL((url) => !url.pathname.includes("login"));
  return page;
}

/** The member's own session, outside the page: what the server says when the console does not stand in between. */
async function memberClient(): Promise<Client> {
  const cookies = await memberBrowser.cookies(udt.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return createClient({ baseUrl: udt.url, headers: () => ({ cookie }) });
}

const path = (page: Page) => new URL(page.url()).pathname;

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  admin = await udt.signIn();
  await admin.call(ENDPOINTS.userSignup, { body: OTHER });
  const { list } = await admin.call(ENDPOINTS.adminUserList, { query: { keyword: OTHER.email } });
  await admin.call(ENDPOINTS.adminUserUpdate, { params: { user_id: list[0]!.user_id }, body: { state: "approved" } });
  [ownerBrowser, memberBrowser] = await Promise.all([openBrowser(), openBrowser()]);
  owner = await enter(ownerBrowser, udt.admin);
  member = await enter(memberBrowser, OTHER);
});
afterAll(async () => {
  await Promise.all([ownerBrowser?.close(), memberBrowser?.close()]);
  await udt?.stop();
});

describe("a project, from its making to its end", () => {
  it("is not made with an id that breaks the rule, and says so at the field", async () => {
    await owner.goto(`${udt.url}/project/manage?skip=false`);
    await owner.getByRole("link", { name: "New project" }).click();
    await owner.getByLabel("Name", { exact: true }).fill("Café Lab 2");
    expect(await owner.getByLabel("Id", { exact: true }).inputValue()).toBe("cafe-lab-2");
    await owner.getByLabel("Id", { exact: true }).fill("-camera lab");
    await owner.getByLabel("Name", { exact: true }).fill("Camera");
    expect(await owner.getByLabel("Id", { exact: true }).inputValue()).toBe("-camera lab");
    await owner.getByRole("button", { name: "Create project" }).click();
    expect(await owner.getByLabel("Id", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    expect(path(owner)).toBe("/project/create");
  });

  it("asks before what was typed is lost", async () => {
    await owner.getByRole("link", { name: "Cancel" }).click();
    await owner.getByText("Unsaved changes").waitFor();
    await owner.getByRole("button", { name: "Stay" }).click();
    expect(await owner.getByLabel("Name", { exact: true }).inputValue()).toBe("Camera");
  });

  it("is not made with an id or a name that is taken, and says so at the field", async () => {
    await owner.getByLabel("Id", { exact: true }).fill("demo");
    await owner.getByRole("button", { name: "Create project" }).click();
    await expect.poll(() => owner.getByLabel("Id", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await owner.getByLabel("Id", { exact: true }).fill(PROJECT);
    expect(await owner.getByLabel("Id", { exact: true }).getAttribute("aria-invalid")).toBe("false");
    await admin.call(ENDPOINTS.projectCreate, { body: { project_id: "taken", name: "TakenName" } });
    await owner.getByLabel("Name", { exact: true }).fill("TakenName");
    await owner.getByRole("button", { name: "Create project" }).click();
    await expect.poll(() => owner.getByLabel("Name", { exact: true }).getAttribute("aria-invalid")).toBe("true");
  });

  it("is made, and opens", async () => {
    await owner.getByLabel("Name", { exact: true }).fill("相机实验室");
    await owner.getByRole("button", { name: "Create project" }).click();
    await owner.waitForURL(`${udt.url}/${PROJECT}/remote/list`);
    await owner.getByRole("button", { name: "Switch project: 相机实验室" }).waitFor();
  });

  it("is edited, with a picture of its own", async () => {
    await owner.getByRole("link", { name: "Project settings" }).click();
    await owner.getByLabel("Description", { exact: true }).fill("Pictures & <b>films</b> 🎞️");
    await owner.getByText("Everyone can look").click();
    await owner.getByRole("button", { name: "Save" }).click();
    await until("the new description", async () => {
      const project = await admin.call(ENDPOINTS.projectGet, {
        params: { project_id: PROJECT },
        query: { project: PROJECT },
      });
      return (project.description === "Pictures & <b>films</b> 🎞️" && project.visibility === 2) || undefined;
    });
    const dot = await owner.evaluate(async () => {
      const canvas = new OffscreenCanvas(64, 64);
      canvas.getContext("2d")!.fillRect(8, 8, 48, 48);
      const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
      return [...bytes];
    });
    const input = owner.locator("input[type=file]");
    await input.setInputFiles({ name: "dot.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await owner.getByText("This is not a PNG").waitFor();
    await input.setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from(dot) });
    await expect
      .poll(() =>
        owner.locator(".projects-icon img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
      )
      .toBe(64);
  });

  it("shows its new token once, for its id and a tick", async () => {
    await owner.getByRole("button", { name: "Make a token" }).click();
    const dialog = owner.getByRole("dialog");
    const make = dialog.getByRole("button", { name: "Make a token" });
    expect(await make.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").first().fill(PROJECT);
    expect(await make.isDisabled()).toBe(true);
    await dialog.getByRole("checkbox").check();
    expect(await make.isDisabled()).toBe(true);
    await dialog.getByLabel("Your password").fill(udt.admin.password);
    await make.click();
    const token = await owner.locator(".projects-secret code").innerText();
    const bearer = createClient({ baseUrl: udt.url, headers: () => ({ authorization: `Bearer ${token}` }) });
    const { list } = await bearer.call(ENDPOINTS.appList, { query: { project: PROJECT } });
    expect(list).toEqual([]);
    await owner.getByRole("button", { name: "I have kept it" }).click();
    await expect.poll(() => owner.getByText(token).count()).toBe(0);
  });
});

describe("its members", () => {
  it("are found by pasted names, and who is nobody is named", async () => {
    await owner.goto(`${udt.url}/${PROJECT}/project/member`);
    await owner.getByRole("link", { name: "Add members" }).click();
    await owner.getByLabel("Or several at once").fill(`${OTHER.email}; nobody@example.com`);
    await owner.getByRole("button", { name: "Find them" }).click();
    await owner.getByText("Not found: nobody@example.com").waitFor();
    await owner.getByRole("button", { name: "Add 1 person" }).click();
    await owner.waitForURL(`${udt.url}/${PROJECT}/project/member`);
    await owner.getByText(OTHER.email).waitFor();
  });

  it("may do at first what a new project allows", async () => {
    await member.goto(`${udt.url}/${PROJECT}/project/member`);
    await member.getByRole("link", { name: "Add members" }).waitFor();
    expect(await member.getByRole("link", { name: "Project settings" }).count()).toBe(0);
  });

  it("see the privileges, and cannot switch them", async () => {
    await member.getByRole("link", { name: "Privileges" }).click();
    await member.getByText("Only owners of the project change these.").waitFor();
    for (const each of await member.getByRole("switch").all()) expect(await each.isDisabled()).toBe(true);
  });

  it("lose a button the moment its privilege is switched off, and the server refuses too", async () => {
    await member.goto(`${udt.url}/${PROJECT}/project/member`);
    const add = member.getByRole("link", { name: "Add members" });
    await add.waitFor();
    await owner.getByRole("link", { name: "Privileges" }).click();
    await owner.getByRole("switch", { name: "Invite members" }).click();
    await owner.getByRole("button", { name: "Save" }).click();
    await add.waitFor({ state: "detached" });
    const client = await memberClient();
    await expect(
      client.call(ENDPOINTS.memberAdd, {
        params: { project_id: PROJECT },
        query: { project: PROJECT },
        body: { user_id_list: ["u1"] },
      }),
    ).rejects.toMatchObject({ code: "no_permission", permission: "member.invite" });
    await member.goto(`${udt.url}/${PROJECT}/project/member/add`);
    await member.getByText("You may not add members").waitFor();
  });

  it("lose access at once when they are removed", async () => {
    await owner.getByRole("link", { name: "Project settings" }).click();
    await owner.getByText("Only members see inside").click();
    await owner.getByRole("button", { name: "Save" }).click();
    await member.goto(`${udt.url}/${PROJECT}/remote/record`);
    await member.getByRole("heading", { name: "Records", exact: true }).waitFor();
    await owner.goto(`${udt.url}/${PROJECT}/project/member`);
    await owner.getByRole("button", { name: `Remove ${OTHER.user_name}` }).click();
    await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    // Nothing was clicked on the member's page.
    await member.getByRole("heading", { name: "You are not in the project “相机实验室”" }).waitFor();
    const { user_name } = await admin.call(ENDPOINTS.userInfo, {});
    await member.getByText(`${user_name} can let you in.`).waitFor();
    expect(new URL(member.url()).pathname).toBe(`/${PROJECT}/remote/record`);
    const client = await memberClient();
    await expect(client.call(ENDPOINTS.testList, { query: { project: PROJECT } })).rejects.toMatchObject({
      code: "user_not_in_project",
    });
  });

  it("come back by asking", async () => {
    const from = member.url();
    await member.goto(`${udt.url}/project/manage?skip=false`);
    await member.getByRole("button", { name: "Ask to join: 相机实验室" }).click();
    await member.getByLabel("Message").fill("It was me who took the <i>pictures</i>");
    await member.getByRole("button", { name: "Send request" }).click();
    await member.locator("td").getByText("Asked to join").waitFor();
    await owner.getByText("It was me who took the <i>pictures</i>").waitFor();
    await owner.getByRole("button", { name: `Decline ${OTHER.user_name}` }).click();
    // Nothing is done on the member's page: it hears what became of it.
    await member.getByText("Your request to join 相机实验室 was declined.").waitFor();
    // By the address that was shut, which opens without another click.
    await member.goto(from);
    // The owner's home hears of it by itself, and leads to the answer.
    await owner.goto(`${udt.url}/home`);
    await owner.getByRole("heading", { name: "Free now" }).waitFor();
    await member.getByRole("button", { name: "Ask to join" }).click();
    await member.getByText("You have asked to join.").waitFor();
    await owner.locator(".home-needs").getByRole("link", { name: "1 person wants to join" }).click();
    await owner.waitForURL(`${udt.url}/${PROJECT}/project/member`);
    await owner.getByRole("button", { name: `Accept ${OTHER.user_name}` }).click();
    await owner.locator("td").getByText(OTHER.email).waitFor();
    await owner.goto(`${udt.url}/home`);
    await owner.getByRole("heading", { name: "Free now" }).waitFor();
    expect(await owner.getByText("wants to join").count()).toBe(0);
    await member.getByText("You are a member of 相机实验室 now.").waitFor();
    await member.getByRole("heading", { name: "Records", exact: true }).waitFor();
  });
});

describe("its end", () => {
  it("names what goes, and wants the id", async () => {
    await owner.goto(`${udt.url}/${PROJECT}/project/edit`);
    await owner.getByRole("button", { name: "Delete project" }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByText("the access of 2 members").waitFor();
    const remove = dialog.getByRole("button", { name: "Delete project" });
    await dialog.getByRole("textbox").fill("camera");
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill(PROJECT);
    await remove.click();
    await owner.waitForURL((url) => url.pathname === "/project/manage");
    await owner.getByText("taken", { exact: true }).waitFor();
    await expect.poll(() => owner.locator("td").getByText(PROJECT, { exact: true }).count()).toBe(0);
  });

  it("shows as a missing project to whoever has the address, and goes on at a click", async () => {
    await member.goto(`${udt.url}/${PROJECT}/remote/list`);
    await member.getByText("There is no such project").waitFor();
    await member.getByRole("link", { name: "Go now" }).click();
    await member.waitForURL((url) => url.pathname === "/project/manage");
  });
});

describe("addresses", () => {
  it("that are none say so, and lead to the projects", async () => {
    await owner.goto(`${udt.url}/demo/remote/nowhere`);
    await owner.getByText("There is no such page").waitFor();
    await owner.waitForURL((url) => url.pathname === "/project/manage" && url.searchParams.get("skip") === "false");
  });

  it("of an area that is not here say that this version has none", async () => {
    await owner.goto(`${udt.url}/demo/cloudload/accounts`);
    await owner.getByText("Cloud load testing is not part of this version").waitFor();
    expect(path(owner)).toBe("/demo/cloudload/accounts");
  });

  it("of another site and of devices lead to what there is", async () => {
    await owner.goto(`${udt.url}/external/portal/remote/list?project=demo`);
    await owner.waitForURL((url) => url.pathname === "/iframe/demo/remote/list" && url.search === "");
    await owner.goto(`${udt.url}/external/portal/remote/debug?project=demo&test_id=t1`);
    await owner.waitForURL((url) => url.pathname === "/iframe/demo/remote/debug" && url.search === "?test_id=t1");
    await owner.goto(`${udt.url}/demo/management/device`);
    await owner.getByRole("heading", { name: "Device tags" }).waitFor();
    expect(path(owner)).toBe("/demo/management/device/list");
  });

  it("below /iframe show the same screen without the navigation", async () => {
    await owner.goto(`${udt.url}/iframe/demo/project/member`);
    await owner.getByRole("heading", { name: "Members", exact: true }).waitFor();
    expect(await owner.getByRole("navigation", { name: "Main menu" }).count()).toBe(0);
    expect(await owner.getByRole("banner").count()).toBe(0);
  });
});
