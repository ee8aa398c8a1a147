import { createClient, type Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt } from "@udt/testkit";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { FormWords } from "./form-words.ts";
import { PageWalk } from "./page-walk.ts";
import { openWalked, type WalkedConsole } from "./walk-setup.ts";

const query = { project: "demo" };
const project = { params: { project_id: "demo" }, query };
const BEN = { user_name: "Ben", email: "ben@example.com", password: "a long pass 2" };
let walkedConsole: WalkedConsole;
let client: Client;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  walkedConsole = await openWalked(() => startUdt({ phones: 0 }));
  ({ client, page, pages } = walkedConsole);
  await client.call(ENDPOINTS.userSignup, { body: BEN });
  const { list } = await client.call(ENDPOINTS.adminUserList, { query: { keyword: BEN.email } });
  const { user_id } = list[0]!;
  await client.call(ENDPOINTS.adminUserUpdate, { params: { user_id }, body: { state: "approved" } });
  const make = async (name: string, parent_id: string | null) =>
    (await client.call(ENDPOINTS.adminOrgCreate, { body: { name, parent_id } })).org_id;
  const lab = await make("Lab", null);
  await make("Cameras", lab);
  const office = await make("Office", null);
  await client.call(ENDPOINTS.orgAdd, { ...project, body: { org_id_list: [office] } });
  return walkedConsole.stop;
});

describe("each control of who belongs to a project changes something", { timeout: 300_000 }, () => {
  it("of a new project", async () => {
    const words = new FormWords(page, page.locator("main button[type=submit]"));
    const walked = await pages.walk({
      open: () => pages.go("project/create", "form.projects-panel"),
      told: words.tell,
      // Not what the name suggests.
      samples: { Id: "on-foot", Name: "Walked", Description: "For walks" },
    });
    expect(walked).toEqual(
      expect.arrayContaining(['text "Id"', 'radio "Visibility: Secret"', 'radio "Kind: Car"', 'link "Cancel"']),
    );
    for (const each of ['"on-foot"', '"Walked"', '"For walks"']) expect(words.sent.at(-1)).toContain(each);
  });

  it("of adding people and organisations", async () => {
    const words = new FormWords(page, page.locator(".members-add .udt-form-actions button"));
    const all = page.locator(".members-add");
    const told = async () =>
      [await words.tell(), await all.innerText(), await all.locator("button:disabled").count()].join("\n");
    const people = async () => {
      await pages.go("demo/project/member/add", ".members-add");
      await page.getByLabel("Search people").fill("ben");
      await page.getByRole("checkbox", { name: /Ben/ }).check();
    };
    const walked = await pages.walk({
      open: people,
      root: ".members-add",
      told,
      samples: { "Or several at once": BEN.email },
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'text "Search people"',
        'check "Ben"',
        'text "Or several at once"',
        'radio "Add as: Owner"',
        'radio "What to add: Organisations"',
        'check "Lab"',
        'button "Do not add Ben"',
      ]),
    );
    const open = async () => {
      await pages.go("demo/project/member/add?by=org", ".members-tree li");
      await page.getByRole("checkbox", { name: /Lab/ }).check();
    };
    const orgs = await pages.walk({ open, root: ".members-add", told });
    expect(orgs).toEqual(
      expect.arrayContaining([
        'text "Search organisations"',
        'button "Show what is below Lab"',
        'button "Do not add Lab"',
      ]),
    );
    expect(words.sent.join("\n")).toMatch(/user_id_list.*"user_type":1[^]*org_id_list/);
  });

  it("of its organisations", async () => {
    const walked = await pages.walk({
      open: () => pages.go("demo/project/member?tab=orgs", "main tbody tr"),
      samples: { "Type of Office: Member": "Owner" },
    });
    expect(walked).toEqual(
      expect.arrayContaining(['link "People"', 'check "Select Office"', 'button "Remove Office"']),
    );
  });

  it("of asking to join, and of answering", async () => {
    const browser = await openBrowser();
    const ben = browser.pages()[0] ?? (await browser.newPage());
    await enter(ben, { url: walkedConsole.udt.url, admin: BEN });
    const outside = new PageWalk(ben, walkedConsole.udt.url);
    const cookies = await browser.cookies(walkedConsole.udt.url);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const own = createClient({ baseUrl: walkedConsole.udt.url, headers: () => ({ cookie }) });
    const { user_id } = await own.call(ENDPOINTS.userInfo, {});
    const asked = () => client.call(ENDPOINTS.joinList, project);
    const reload = async () => {
      await outside.goAnew("project/manage", "main tbody tr");
      await ben.getByRole("button", { name: "Ask to join: Demo" }).click();
    };
    const forget = async () => {
      const params = { ...project.params, user_id };
      if ((await asked()).list.length > 0)
        await client.call(ENDPOINTS.joinDecide, { params, query, body: { accept: false } });
    };
    const walked = await outside.walk({
      open: async () => {
        await forget();
        await reload();
      },
      root: ".ant-modal",
      saved: {
        save: () => ben.getByRole("button", { name: "Send request" }).click(),
        stored: async () => (await asked()).list.map(({ message }) => message),
        // Who has asked cannot ask again.
        reload: async () => {
          expect((await asked()).list[0]?.message).toBe("x");
          await forget();
          await reload();
        },
        hides: { Message: "each request begins without words" },
      },
    });
    expect(walked).toEqual(expect.arrayContaining(['text "Message"', 'button "Send request"', 'button "Cancel"']));
    await own.call(ENDPOINTS.joinRequest, { params: project.params, body: { message: "Please" } });
    await browser.close();
    const root = ".members-requests";
    const answers = await pages.walk({ open: () => pages.goAnew("demo/project/member", root), root });
    expect(answers).toEqual(['button "Decline Ben"', 'button "Accept Ben"']);
  });

  it("of its token and of its end", async () => {
    const modal = page.locator(".ant-modal");
    const samples = { "Type the project’s id, demo, to confirm": "demo", "Your password": "another pass 1" };
    const ask = async (button: string) => {
      await pages.go("demo/project/edit", "form.projects-panel");
      await page.getByRole("button", { name: button }).click();
      await modal.locator("input[type=text]").waitFor();
    };
    const words = new FormWords(page, modal.locator(".ant-btn-dangerous"));
    const wish = { root: ".ant-modal", told: words.tell, samples };
    const token = await pages.walk({
      ...wish,
      open: async () => {
        await ask("Make a token");
        await modal.getByRole("checkbox").check();
        await modal.getByLabel("Your password").fill("a long pass 2");
      },
    });
    expect(token.map((each) => each.split(" ")[0])).toEqual(expect.arrayContaining(["text", "check", "button"]));
    const end = await pages.walk({ ...wish, open: () => ask("Delete project") });
    expect(end).toEqual(expect.arrayContaining(['text "Type the project’s id, demo, to confirm"', 'button "Cancel"']));
    expect(words.sent.join("\n")).toMatch(/"confirm":"demo"[^]*DELETE .*confirm=demo/);
  });
});
