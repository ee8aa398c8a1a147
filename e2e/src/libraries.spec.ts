import type { Client } from "@udt/client";
import { ENDPOINTS, type Library } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";

const project = "demo";
const query = { project };
const token = "glpat-3f9a77c2d1e0";

let udt: Udt;
let host: GitHost;
let client: Client;
let browser: BrowserContext;
let page: Page;

beforeAll(async () => {
  host = await startGitHost();
  udt = await startUdt({ phones: 0 });
  await udt.restart("agent");
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  host.push("shop", {
    "cart.test.mjs": `import { describe, it } from "node:test"; describe("cart", () => { it("adds", () => {}); it("empties", () => {}); });`,
    "sign-in.test.mjs": `import test from "node:test"; test("signs in", () => {});`,
  });
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await host?.close();
});

const find = async (name: string): Promise<Library> => {
  const { list } = await client.call(ENDPOINTS.libraryList, { query: { ...query, keyword: name } });
  const found = list.find((each) => each.name === name);
  if (!found) throw new Error(`no library ${name}`);
  return found;
};
const settled = (name: string) =>
  until(`the parsing of ${name}`, async () => {
    const library = await find(name);
    return library.parse_state === "parsing" ? undefined : library;
  });
const field = (label: string) => page.getByLabel(label, { exact: true });
const importButton = () => page.locator("form").getByRole("button", { name: "Import" });

describe("a case library", { timeout: 180_000 }, () => {
  it("is imported from its repository, whose branches the form knows, and shows its cases when it is parsed", async () => {
    await page.goto(`${udt.url}/${project}/auto/case/list`);
    await page.getByRole("link", { name: "Import" }).first().click();
    await importButton().click();
    await page.getByText("Enter a name.").waitFor();
    await page.getByText("Enter the repository address.").waitFor();
    await field("Name").fill("shop tests");
    await page.getByText("TypeScript or JavaScript").click();
    await field("Repository address").fill(`${host.url}/shop`);
    await page.getByText("The address must start with http and end with .git.").waitFor();
    await field("Repository address").fill("git@gitlab.example.com:team/shop.git");
    await page.getByRole("button", { name: "Use https://gitlab.example.com/team/shop.git" }).click();
    await page.getByText("On the repository's page: Code, Clone with HTTPS, copy.").waitFor();
    await page.getByText("Access token", { exact: true }).click();
    expect(await page.getByRole("link", { name: "Make one" }).getAttribute("href")).toBe(
      "https://gitlab.example.com/-/user_settings/personal_access_tokens",
    );
    await page.getByText("with the scope read_repository").waitFor();
    await page.getByRole("radio", { name: "None" }).check();
    await field("Repository address").fill(`${host.url}/shop.git`);
    // The tests' git host is on this machine, which is not the public internet until an administrator says so.
    await page.getByText("127.0.0.1 is not on the public internet").waitFor();
    const opening = browser.waitForEvent("page");
    await page.getByRole("link", { name: "Allow 127.0.0.1 for this server" }).click();
    const allowing = await opening;
    expect(await allowing.getByLabel("Host, address or range").inputValue()).toBe("127.0.0.1");
    await allowing.getByRole("button", { name: "Allow", exact: true }).click();
    await allowing.getByRole("row").filter({ hasText: "127.0.0.1" }).waitFor();
    await allowing.close();
    await page.getByText("Found, with 1 branch").waitFor();
    await importButton().click();
    await page.getByRole("heading", { name: "shop tests" }).waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: "cart.test.mjs" })
      .filter({ hasText: "adds" })
      .waitFor({ timeout: 60_000 });
    await page.getByText("3 cases").waitFor();
    await page.getByRole("searchbox").fill("sign-in");
    await page.getByText("1 case ·").waitFor();
    expect((await find("shop tests")).case_count).toBe(3);
  });

  it("tells what its parsing needs when its host is taken back, and links to where it is allowed", async () => {
    await client.call(ENDPOINTS.adminAddressDisallow, { query: { address: "127.0.0.1" } });
    await page.getByRole("button", { name: "Parse again" }).click();
    await page.locator(".ant-alert").getByText("127.0.0.1 is not on the public internet").waitFor({ timeout: 60_000 });
    const opening = browser.waitForEvent("page");
    await page.getByRole("link", { name: "Allow 127.0.0.1 for this server" }).click();
    const allowing = await opening;
    await allowing.getByRole("button", { name: "Allow", exact: true }).click();
    await allowing.getByRole("row").filter({ hasText: "127.0.0.1" }).waitFor();
    await allowing.close();
    await page.getByRole("button", { name: "Parse again" }).click();
    await page.locator(".ant-alert").waitFor({ state: "detached", timeout: 60_000 });
    expect(await settled("shop tests")).toMatchObject({ parse_state: "parsed", case_count: 3 });
  });

  it("begins a job that has its cases", async () => {
    await page.getByRole("link", { name: "New task" }).click();
    await expect.poll(() => field("Name").inputValue()).toBe("shop tests");
    await page.getByRole("button", { name: "Check and save" }).click();
    await page.locator("dl.jobs-summary").getByText("node:test").waitFor();
    await expect.poll(() => page.locator("dl.jobs-summary dd", { hasText: /^shop tests$/ }).count()).toBe(2);
  });

  it("is parsed again by a push to its webhook, and keeps how each parsing went", async () => {
    const { library_id } = await find("shop tests");
    const { url } = await client.call(ENDPOINTS.libraryHookGet, { params: { library_id }, query });
    const commit_id = host.push("shop", { "one.test.mjs": `import test from "node:test"; test("only one");` });
    const push = (ref: string) =>
      fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "x-github-event": "push" },
        body: JSON.stringify({ ref, repository: { full_name: "team/shop" } }),
      });
    expect((await push("refs/heads/main")).status).toBe(200);
    const parsed = await until("the new commit", async () => {
      const library = await find("shop tests");
      return library.commit_id === commit_id ? library : undefined;
    });
    expect(parsed).toMatchObject({ parse_state: "parsed", case_count: 1 });
    await page.goto(`${udt.url}/${project}/auto/case/${library_id}/history`);
    await page.getByText("Webhook", { exact: true }).waitFor();
    // At its import, once its host was allowed again, and by the push.
    expect(await page.getByText("Succeeded").count()).toBe(3);
    const wrong = await fetch(`${url}x`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(wrong.status).toBe(404);
  });

  it("that asks for authorisation opens the window, which tells a wrong token from a right one", async () => {
    host.push("private", { "runTest.sh": "echo\n", "cases.txt": "login\nlogout\n" });
    host.protect("private", token);
    await page.goto(`${udt.url}/${project}/auto/case/create`);
    await field("Name").fill("private tests");
    await page.getByText("runTest.sh").click();
    await field("Repository address").fill(`${host.url}/private.git`);
    await page.getByText("This repository asks for authorization.").waitFor();
    const opening = page.waitForEvent("popup");
    await importButton().click();
    const popup = await opening;
    await popup.getByRole("heading", { name: "Authorize a repository" }).waitFor();
    await page.getByText("Go on in the window that has opened").waitFor();
    await page.locator(".ant-alert").getByRole("button", { name: "Authorize" }).click();
    await page.getByText("do not open it repeatedly").waitFor();
    await popup.getByRole("button", { name: "Authorize" }).click();
    await popup.getByText("The access token must not be empty.").waitFor();
    await popup.getByLabel("Access token").last().fill("wrong-token");
    await popup.getByRole("button", { name: "Authorize" }).click();
    await popup.getByText("Authorization failed: the repository does not accept this.").waitFor();
    await popup.getByLabel("Access token").last().fill(token);
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: "Authorize" }).click();
    await closed;
    await page.getByRole("heading", { name: "private tests" }).waitFor();
    expect(await settled("private tests")).toMatchObject({ parse_state: "parsed", case_count: 2, auth_kind: "token" });
    const whole = JSON.stringify(await client.call(ENDPOINTS.libraryList, { query }));
    expect(whole).not.toContain(token);
    for (const role of [udt.server, udt.agent]) expect(role.output).not.toContain(token);
  });

  it("says that the window was closed, and that the browser opened none", async () => {
    await page.goto(`${udt.url}/${project}/auto/case/create`);
    await field("Name").fill("closed");
    await field("Repository address").fill(`${host.url}/private.git`);
    const opening = page.waitForEvent("popup");
    await importButton().click();
    await (await opening).close();
    await page.getByText("Authorization failed: the window was closed").waitFor();
    await page.evaluate(() => (window.open = () => null));
    await page.locator(".ant-alert").getByRole("button", { name: "Authorize" }).click();
    await page.getByText("The authorization window failed to open").waitFor();
  });

  it("shows why it failed, and can be called off while it is parsed", async () => {
    host.push("broken", { "x.test.mjs": "throw new Error('the tests are broken');" });
    const auth = { kind: "none" } as const;
    const made = { framework: "node_test", url: `${host.url}/broken.git`, auth } as const;
    const { library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body: { name: "broken", ...made } });
    await page.goto(`${udt.url}/${project}/auto/case/${library_id}/cases`);
    await page.getByText("the tests are broken").first().waitFor({ timeout: 60_000 });
    await page.getByText("Parser exited abnormally").first().waitFor();
    host.push("broken", { "x.test.mjs": "for (;;);" });
    await page.getByRole("button", { name: "Parse again" }).click();
    await page.getByText("Looking for cases").first().waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Cancel" }).click();
    await until("the cancelled parsing", async () => {
      const { list } = await client.call(ENDPOINTS.libraryParses, { params: { library_id }, query });
      return list[0]?.state === "cancelled" || undefined;
    });
  });

  it("is parsed by the agent that comes back when the agent is killed meanwhile", async () => {
    host.push("slow", { "x.test.mjs": "for (;;);" });
    const body = { name: "slow", framework: "node_test", url: `${host.url}/slow.git` } as const;
    const { library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body });
    const get = () => client.call(ENDPOINTS.libraryGet, { params: { library_id }, query });
    await until("the collection", async () => (await get()).task?.stage === "collect" || undefined);
    host.push("slow", { "x.test.mjs": `import test from "node:test"; test("quick now");` });
    await udt.agent.kill("SIGKILL");
    await udt.restart("agent");
    expect(await settled("slow")).toMatchObject({ parse_state: "parsed", case_count: 1 });
  });

  it("that the server refuses to dial is no library", async () => {
    const create = (url: string) =>
      client.call(ENDPOINTS.libraryCreate, { query, body: { name: "inside", framework: "shell", url } });
    await expect(create("http://10.0.0.1/x.git")).rejects.toMatchObject({ code: "repository_check_failed" });
    await expect(create(`${host.url}/missing.git`)).rejects.toMatchObject({ code: "repository_check_failed" });
    await expect(create("ftp://example.com/x.git")).rejects.toMatchObject({ code: "invalid_param" });
  });

  it("is deleted", async () => {
    const { library_id } = await find("broken");
    await page.goto(`${udt.url}/${project}/auto/case/${library_id}/settings`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/auto\/case\/list/);
    await expect(find("broken")).rejects.toThrow("no library");
  });
});

describe("credentials", () => {
  it("keep document 2's rules, sign libraries in, and never show their passwords", async () => {
    await page.goto(`${udt.url}/${project}/auto/case/credentials`);
    await page.getByText("No credentials yet").waitFor();
    await page.getByRole("button", { name: "Add a credential" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("ab");
    await dialog.getByText("3 to 15 characters.").waitFor();
    await dialog.getByLabel("Name", { exact: true }).fill("team robot");
    await dialog.getByLabel("User name").fill("robot");
    await dialog.getByLabel("Password").fill(token);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "team robot", exact: true }).waitFor();
    const { list } = await client.call(ENDPOINTS.credentialList, { query });
    expect(JSON.stringify(list)).not.toContain(token);
    const { credential_id } = list[0]!;
    const auth = { kind: "credential", credential_id } as const;
    const body = { name: "by robot", framework: "shell", url: `${host.url}/private.git`, auth } as const;
    await client.call(ENDPOINTS.libraryCreate, { query, body });
    expect(await settled("by robot")).toMatchObject({ parse_state: "parsed" });
    await page.reload();
    await page.getByRole("button", { name: "Delete team robot" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("is still used by by robot").waitFor();
  });

  it("are found by typing however many there are", async () => {
    const many = Array.from({ length: 120 }, (_, index) => `many ${String(index).padStart(3, "0")}`);
    for (const name of many) {
      await client.call(ENDPOINTS.credentialCreate, { query, body: { name, username: "robot", password: token } });
    }
    await page.goto(`${udt.url}/${project}/auto/case/create`);
    await page.getByRole("radio", { name: "Credential" }).check();
    await page.getByRole("combobox", { name: "Credential" }).click();
    await page.keyboard.type("many 119");
    await page.getByTitle("many 119 (robot)").click();
    // Not among those that are offered before anything is typed.
    await page.getByRole("combobox", { name: "Credential" }).click();
    await page.getByTitle("many 000 (robot)").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".ant-select-content").getByText("many 119 (robot)").waitFor();
  });
});
