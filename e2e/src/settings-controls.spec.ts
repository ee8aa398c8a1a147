import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { authenticatorCode, startUdt, type Udt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { PageWalk } from "./page-walk.ts";
import { PNG } from "./sample-files.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

let udt: Udt;
let client: Client;
let page: Page;
let pages: PageWalk;
let press: WalkedConsole["press"];

beforeAll(async () => {
  const walked = await openWalked(() => startUdt({ phones: 0 }));
  ({ udt, client, page, pages, press } = walked);
  return walked.stop;
});

describe("each control of a server's and a person's settings changes what is kept", { timeout: 300_000 }, () => {
  it("of the administrators' settings", async () => {
    const body = await client.call(ENDPOINTS.adminSettingsGet, {});
    // Else the setting that asks for one leaves an administrator nothing else to do.
    const { secret_key } = await client.call(ENDPOINTS.totpBegin, { body: { password: udt.admin.password } });
    await client.call(ENDPOINTS.totpConfirm, { body: { code: authenticatorCode(secret_key, Date.now()) } });
    const reload = () => pages.reload("admin/settings", "form.admin-settings");
    const walked = await pages.walk({
      open: async () => {
        await client.call(ENDPOINTS.adminSettingsSet, { body });
        await reload();
      },
      root: "form.admin-settings",
      saved: { save: () => press("Save"), stored: () => client.call(ENDPOINTS.adminSettingsGet, {}), reload },
    });
    expect(walked.filter((each) => /^(check|number)/.test(each))).toHaveLength(Object.keys(body).length);
    await client.call(ENDPOINTS.adminSettingsSet, { body });
    await client.call(ENDPOINTS.totpRemove, { body: { password: udt.admin.password } });
  });

  it("of the announcement", async () => {
    const body = { text: "Maintenance at noon", level: "info" as const };
    const reload = () => pages.reload("admin/announcement", "main form");
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
    const reload = () => pages.reload("userinfo", "main .account-form");
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
