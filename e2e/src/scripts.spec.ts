import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { look, looks, narrowed, visit } from "./look.ts";
import { OwnGit } from "./own-git.ts";

const project = "demo";
const query = { project };
let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let git: OwnGit;

beforeAll(async () => {
  udt = await startUdt({ phones: 0 });
  await udt.restart("agent");
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  client = await udt.signIn();
  git = await OwnGit.start(client, udt.admin.password);
});
afterAll(async () => {
  git?.dispose();
  await browser?.close();
  await udt?.stop();
});

/** Commits a file to the clone, and pushes it. */
const push = (path: string, text: string, message: string) => git.push("cart", { [path]: text }, message);
const tab = (name: string) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const file = (name: string) => page.getByRole("tree").getByText(name, { exact: true });

describe("a script repository", { timeout: 180_000 }, () => {
  it("is made by one click, cloned, changed and pushed with git, and read for its cases", async () => {
    await page.goto(`${udt.url}/${project}/auto/case/list`);
    await page.getByRole("link", { name: "Scripts", exact: true }).click();
    await page.getByText("No script repositories yet").waitFor();
    await page.getByRole("button", { name: "New repository" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Enter a name.").waitFor();
    await dialog.getByLabel("Name", { exact: true }).fill("Cart 购物车");
    await dialog.getByText("TypeScript", { exact: true }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Cart 购物车" }).waitFor();
    await file("README.md").waitFor();
    await page.getByText("# Scripts").waitFor();

    await tab("Clone").click();
    const command = await page.locator(".udt-command code").first().innerText();
    expect(command).toMatch(/^git clone http:\/\/.+\/git\/demo\/.+\.git$/);
    git.clone(command.replace("git clone ", ""), "cart");
    await tab("Files").click();
    await file("README.md").waitFor();
    push("tests/cart.test.ts", 'import { test } from "node:test";\n\ntest("fills", () => {});\n', "Fill the cart");
    await file("cart.test.ts").click();
    await page.getByText('test("fills", () => {});').waitFor();

    await tab("History").click();
    await page.getByText("2 commits").waitFor();
    await page.getByRole("button", { name: "Fill the cart" }).click();
    const commit = page.getByRole("dialog");
    await commit.getByText("tests/cart.test.ts", { exact: true }).waitFor();
    expect(await commit.locator("[data-kind=added]").allInnerTexts()).toContain('+test("fills", () => {});\n');
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Read its cases" }).click();
    const row = (name: string) => page.getByRole("row").filter({ hasText: "cart.test.ts" }).filter({ hasText: name });
    await row("fills").waitFor({ timeout: 90_000 });
    await page.getByText("3 cases").waitFor();
    push("tests/cart.test.ts", 'import { test } from "node:test";\n\ntest("empties", () => {});\n', "Empty the cart");
    await row("empties").waitFor({ timeout: 90_000 });
    await tab("History").click();
    await page.getByRole("cell", { name: "Push", exact: true }).waitFor();
  });

  it("is renamed, and deleted once no case library reads it", async () => {
    const [script] = (await client.call(ENDPOINTS.scriptList, { query })).list;
    await page.goto(`${udt.url}/${project}/auto/script-manage/${script?.repo_id}/settings`);
    await page.getByLabel("Description").fill("All about the cart");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    const remove = async () => {
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Type Cart 购物车 to confirm").fill("Cart 购物车");
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    };
    await remove();
    await page.getByText("is the source of case libraries: Cart 购物车").waitFor();
    const libraries = await client.call(ENDPOINTS.libraryList, { query: { ...query, keyword: "Cart" } });
    const library_id = libraries.list[0]?.library_id ?? "";
    await client.call(ENDPOINTS.libraryDelete, { query, params: { library_id } });
    await remove();
    await page.getByText("No script repositories yet").waitFor();
  });
});

describe.each(looks)("script repositories in $language", { timeout: 240_000 }, (dress) => {
  const narrow = narrowed(dress);
  let repo_id: string;
  const at = (path: string) => visit(page, dress, `${udt.url}/demo/auto/script-manage/${path}`);

  beforeAll(async () => {
    const { list } = await client.call(ENDPOINTS.scriptList, { query });
    const found = list.find(({ name }) => name === "商店 Shop");
    const body = { name: "商店 Shop", description: "Tests of the demo shop", template: "pytest" } as const;
    ({ repo_id } = found ?? (await client.call(ENDPOINTS.scriptCreate, { query, body })));
  });

  it("are whole: the list, the files, the history with a commit, how to clone, and the settings", async () => {
    await at("list");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await look("scripts", dress, page);
    await page.locator(".udt-page-header .ant-btn-primary").click();
    await page.getByRole("dialog").locator("form").waitFor();
    await look("script-make", narrow, page);
    await page.keyboard.press("Escape");
    await at(`${repo_id}/files`);
    await page.locator(".scripts-file pre").waitFor();
    await look("script-files", dress, page);
    await at(`${repo_id}/history`);
    await page.locator(".scripts-open").first().waitFor();
    await look("script-history", narrow, page);
    await page.locator(".scripts-open").first().click();
    await page.locator(".scripts-commit pre").waitFor();
    await look("script-commit", dress, page);
    await at(`${repo_id}/clone`);
    await page.locator(".scripts-panel").first().waitFor();
    await look("script-clone", narrow, page);
    await at(`${repo_id}/settings`);
    await page.locator(".udt-danger").waitFor();
    await look("script-settings", narrow, page);
  });
});
