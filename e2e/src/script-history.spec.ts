import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { look, looks, visit } from "./look.ts";
import { OwnGit } from "./own-git.ts";

const project = "demo";
const query = { project };
let browser: BrowserContext;
let page: Page;
let udt: Udt;
let client: Client;
let git: OwnGit;
let repo_id: string;

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 0 }), openBrowser()]);
  page = browser.pages()[0] ?? (await browser.newPage());
  client = await udt.signIn();
  await enter(page, udt);
  git = await OwnGit.start(client, udt.admin.password);
  const body = { name: "Cart", template: "typescript" } as const;
  const made = await client.call(ENDPOINTS.scriptCreate, { query, body });
  ({ repo_id } = made);
  git.clone(made.clone_url, "cart");
  push("tests/cart.test.ts", 'import { test } from "node:test";\n\ntest("fills", () => {});\n', "Fill the cart");
  push("tests/cart.test.ts", 'import { test } from "node:test";\n\ntest("empties", () => {});\n', "Empty the cart");
  const library = { name: "Cart cases", framework: "node_test", url: made.clone_url } as const;
  await client.call(ENDPOINTS.libraryCreate, { query, body: library });
});
afterAll(async () => {
  await browser?.close();
  git?.dispose();
  await udt?.stop();
});

const push = (path: string, text: string, message: string) => git.push("cart", { [path]: text }, message);
const file = (name: string) => page.getByRole("tree").getByText(name, { exact: true });

describe("a script repository with a history", { timeout: 180_000 }, () => {
  it("names the case library that reads it, and offers no second one", async () => {
    await page.goto(`${udt.url}/${project}/auto/script-manage/${repo_id}/files`);
    await page.getByText("Case libraries that read it:").waitFor();
    expect(await page.getByRole("button", { name: "Read its cases" }).count()).toBe(0);
    await page.getByRole("link", { name: "Cart cases", exact: true }).click();
    await page.waitForURL(/\/auto\/case\//);
  });

  it("gives a file back as it was, and undoes a commit, and says what changes first", async () => {
    const at = { params: { repo_id }, query };
    const path = "tests/cart.test.ts";
    const text = async () => (await client.call(ENDPOINTS.scriptFile, { ...at, query: { ...query, path } })).text;
    await page.goto(`${udt.url}/${project}/auto/script-manage/${repo_id}/files`);
    await file("cart.test.ts").click();
    await page.getByRole("button", { name: `History of ${path}` }).click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText("2 commits").waitFor();
    await drawer.getByRole("button", { name: "Fill the cart" }).click();
    await page.getByRole("button", { name: "Restore this version" }).click();
    const restore = page.getByRole("dialog", { name: `Restore ${path}` });
    await restore.getByText('+test("fills", () => {});').waitFor();
    // Somebody pushes while it is looked at: it shows what would change now.
    push(path, 'import { test } from "node:test";\n\ntest("pays", () => {});\n', "Pay");
    await restore.getByText('-test("pays", () => {});').waitFor();
    await restore.getByRole("button", { name: "Restore", exact: true }).click();
    await restore.waitFor({ state: "detached" });
    expect(await text()).toContain("fills");

    await page.goto(`${udt.url}/${project}/auto/script-manage/${repo_id}/history`);
    await page.getByRole("button", { name: `Restore ${path} as of` }).click();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByRole("menuitem", { name: "Undo this commit" }).click();
    const undo = page.getByRole("dialog", { name: "Undo a commit" });
    await undo.getByText('+test("pays", () => {});').waitFor();
    await undo.getByLabel("What was changed").fill("Pay all the same");
    await undo.getByRole("button", { name: "Undo", exact: true }).click();
    await undo.waitFor({ state: "detached" });
    expect(await text()).toContain("pays");
    git.run("cart", "pull", "--quiet");
    expect(git.run("cart", "log", "-2", "--format=%s")).toMatch(
      /^Pay all the same\nRestore tests\/cart\.test\.ts as of /,
    );
  });

  it("has branches that are made and deleted, and is searched for what its files say", async () => {
    const branches = async () => (await client.call(ENDPOINTS.scriptBranches, { params: { repo_id }, query })).branches;
    await page.goto(`${udt.url}/${project}/auto/script-manage/${repo_id}/branches`);
    await page.getByRole("button", { name: "New branch from main" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Branch name").fill("main");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("There is a branch main already.").waitFor();
    await dialog.getByLabel("Branch name").fill("feature/search");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Branch feature/search" }).waitFor();
    expect((await branches()).map(({ name }) => name)).toEqual(["feature/search", "main"]);

    await page.getByText("Contents", { exact: true }).click();
    await page.getByPlaceholder("Find in all files").fill('test("PAYS"');
    await page.getByText("1 line in 1 file").waitFor();
    await page.getByRole("button", { name: "Match case" }).click();
    await page.getByText("Nothing was found.").waitFor();
    await page.getByRole("button", { name: "Regular expression" }).click();
    await page.getByPlaceholder("Find in all files").fill("test\\(.pay");
    await page.getByRole("link", { name: /3\s*test/ }).click();
    await page.waitForURL(/script-edit\/.*branch=feature/);
    await page.getByText("Line 3, column 1").waitFor({ timeout: 120_000 });

    await page.goto(`${udt.url}/${project}/auto/script-manage/${repo_id}/branches`);
    expect(await page.getByRole("button", { name: "Delete branch main" }).count()).toBe(0);
    await page.getByRole("button", { name: "Delete branch feature/search" }).click();
    // What is pushed while it is asked about keeps it.
    git.run("cart", "switch", "--quiet", "--create", "side");
    git.run("cart", "commit", "--quiet", "--allow-empty", "--message", "More");
    git.run("cart", "push", "--quiet", "origin", "HEAD:refs/heads/feature/search");
    const remove = async () => {
      await dialog.getByLabel("Type feature/search to confirm").fill("feature/search");
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    };
    await remove();
    await dialog.getByText("Somebody pushed to feature/search meanwhile.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete branch feature/search" }).click();
    await remove();
    await page.getByText("feature/search was deleted").waitFor();
    expect((await branches()).map(({ name }) => name)).toEqual(["main"]);
    git.run("cart", "switch", "--quiet", "main");
  });

  it("is saved to a branch of its own from the editor, which finds text and the history of a file", async () => {
    const lines = page.locator(".edit-code .view-lines");
    await page.goto(`${udt.url}/${project}/script-edit/${repo_id}?path=lib/step.ts`);
    await lines.getByText("export").first().click({ timeout: 120_000 });
    await page.getByText("Contents", { exact: true }).click();
    await page.getByPlaceholder("Find in all files").fill('test("pays');
    await page.getByRole("link", { name: /3\s*test/ }).click();
    await lines.getByText('test("pays"').waitFor();
    await page.getByText("Line 3, column 1").waitFor();
    await page.getByRole("button", { name: "History of tests/cart.test.ts" }).click();
    await page.getByRole("dialog").getByText("5 commits").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".edit-code .monaco-editor").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// mine\n");
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("A new branch").click();
    await dialog.getByLabel("Branch name").fill("mine");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Branch mine" }).waitFor();
    await lines.getByText("// mine").waitFor();
    const text = async (branch: string) =>
      (
        await client.call(ENDPOINTS.scriptFile, {
          params: { repo_id },
          query: { ...query, branch, path: "tests/cart.test.ts" },
        })
      ).text;
    expect(await text("mine")).toMatch(/^\/\/ mine\n/);
    expect(await text("main")).not.toContain("mine");
  });
});

describe.each(looks)("the history of scripts in $language", { timeout: 240_000 }, (dress) => {
  const at = (path: string) => visit(page, dress, `${udt.url}/demo/auto/script-manage/${path}`);

  it("is whole: what is restored, branches, and what is found", async () => {
    await at(`${repo_id}/history`);
    await page.locator(".scripts-open").first().click();
    await page.locator(".scripts-commit pre").waitFor();
    await page.locator(".scripts-extra .ant-dropdown-trigger").click();
    await page.locator(".ant-dropdown-menu-item").first().click();
    await page.locator(".scripts-preview pre").waitFor();
    await look("script-restore", dress, page);
    await page.keyboard.press("Escape");
    await at(`${repo_id}/branches`);
    await page.locator(".scripts-branches tbody tr").first().waitFor();
    await look("script-branches", dress, page);
    await at(`${repo_id}/files`);
    await page.locator(".ant-segmented-item").nth(1).click();
    await page.locator(".scripts-search input").fill("node:test");
    await page.locator(".scripts-found li a").first().waitFor();
    await look("script-search", dress, page);
  });
});
