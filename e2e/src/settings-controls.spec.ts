import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn } from "./console-pages.ts";
import { PageWalk } from "./page-walk.ts";
import { PNG } from "./sample-files.ts";

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  udt = await startUdt({ phones: 0 });
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  pages = new PageWalk(page, udt.url);
  await signIn(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

describe("each control of a server's and a person's settings changes what is kept", { timeout: 300_000 }, () => {
  it("of the administrators' settings", async () => {
    const body = await client.call(ENDPOINTS.adminSettingsGet, {});
    const reload = () => pages.load("admin/settings", "form.admin-settings");
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.adminSettingsSet, { body });
        await reload();
      },
      root: "form.admin-settings",
      saved: { save: () => press("Save"), stored: () => client.call(ENDPOINTS.adminSettingsGet, {}), reload },
    });
    expect(walked.filter((each) => /^(check|number)/.test(each))).toHaveLength(Object.keys(body).length);
  });

  it("of the announcement", async () => {
    const body = { text: "Maintenance at noon", level: "info" as const };
    const reload = () => pages.load("admin/announcement", "main form");
    await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.noticeSet, { body });
        await reload();
      },
      saved: {
        save: () => press("Publish"),
        stored: async () => {
          const notice = await client.call(ENDPOINTS.noticeGet, {});
          return { text: notice?.text, level: notice?.level };
        },
        reload,
      },
    });
    await client.call(ENDPOINTS.noticeSet, { body: { ...body, text: "" } });
  });

  it("of a new agent", async () => {
    await pages.load("admin/agents", "main .udt-toolbar");
    await page.getByRole("button", { name: "New agent" }).click();
    await page.locator(".ant-modal").getByLabel("Name").fill("lab-7");
    await page.getByRole("combobox", { name: "Projects" }).click();
    await page.getByTitle("Demo", { exact: true }).click();
    await page.getByRole("combobox", { name: "Projects" }).blur();
    await page.locator(".ant-modal button[type=submit]").click();
    await page.locator(".ant-modal .admin-token").waitFor();
    const { list } = await client.call(ENDPOINTS.agentList, { query: {} });
    expect(list.find(({ name }) => name === "lab-7")?.project_ids).toEqual(["demo"]);
    await pages.load("admin/agents", "main tbody tr");
    await page.getByRole("row", { name: /lab-7/ }).getByTitle("demo", { exact: true }).waitFor();
  });

  it("of one's profile", async () => {
    const { user_name } = await client.call(ENDPOINTS.userInfo, {});
    const reload = () => pages.load("userinfo", "main .account-form");
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.userUpdate, { body: { user_name } });
        await reload();
      },
      root: "section[aria-label=Profile]",
      files: { "Upload a picture": PNG },
      saved: {
        save: async ({ kind }) => (kind === "button" ? undefined : press("Save")),
        stored: async () => {
          const now = await client.call(ENDPOINTS.userInfo, {});
          return [now.user_name, now.head_image];
        },
        reload,
      },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Nickname"', 'button "Upload a picture"']));
    await page.locator(".account-picture img").waitFor();
  });
});
