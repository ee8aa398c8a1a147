import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { enter } from "./console-pages.ts";
import { look, looks, narrowed, visit } from "./look.ts";

const query = { project: "demo" };
let udt: Udt;
let host: GitHost;
let client: Client;
let browser: BrowserContext;
let page: Page;
const ids = new Map<string, string>();

async function make(name: string, repository: string, framework: "node_test" | "pytest" | "shell", sync = true) {
  const body = { name, framework, url: `${host.url}/${repository}.git`, sync } as const;
  const { library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body });
  ids.set(repository, library_id);
  return library_id;
}
const stateOf = async (library_id: string) =>
  (await client.call(ENDPOINTS.libraryGet, { params: { library_id }, query })).parse_state;

beforeAll(async () => {
  host = await startGitHost();
  udt = await startUdt({ phones: 0, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  await udt.restart("agent");
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const files = Object.fromEntries(
    ["cart", "search", "sign-in", "checkout"].map((name) => [
      `tests/shop-features/${name}.test.mjs`,
      `import { describe, it } from "node:test";
       describe("${name}", () => { for (let i = 1; i <= 30; i++) it(\`works the way that people expect it to, number \${i}\`, () => {}); });`,
    ]),
  );
  host.push("shop", files);
  host.push("broken", { "x.test.mjs": "import { gone } from './not-there.mjs';" });
  host.push("slow", { "x.test.mjs": "setInterval(() => {}, 1000); await new Promise(() => {});" });
  for (const library_id of [
    await make("商店测试 Shop tests", "shop", "node_test", false),
    await make("broken on purpose", "broken", "node_test"),
  ])
    await until("a parsing", async () => ((await stateOf(library_id)) === "parsing" ? undefined : true));
  await make("長い名前のライブラリ with a long name that goes on", "slow", "node_test");
  await client.call(ENDPOINTS.projectCreate, { body: { project_id: "quiet", name: "Quiet" } });
  for (const name of ["team robot", "镜像仓库"]) {
    const body = { name, username: "robot@example.com", password: "a long secret" };
    await client.call(ENDPOINTS.credentialCreate, { query, body });
  }
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await host?.close();
});

describe.each(looks)("in $language", { timeout: 240_000 }, (dress) => {
  const narrow = narrowed(dress);
  const at = (path: string) => visit(page, dress, `${udt.url}/${path}`);
  const library = (repository: string, tab: string) => at(`demo/auto/case/${ids.get(repository)}/${tab}`);

  it("case libraries are whole: many, none, one in each state", async () => {
    await at("demo/auto/case/list");
    await page.locator(".libraries-table tbody tr").nth(2).waitFor();
    await look("libraries", dress, page);
    await library("shop", "cases");
    await page.locator(".udt-table tbody tr").nth(20).waitFor();
    await look("library-cases", dress, page);
    await library("broken", "history");
    await page.locator(".udt-table tbody tr").first().waitFor();
    await look("library-history", dress, page);
    await library("shop", "settings");
    await page.locator(".libraries-hook").waitFor();
    await look("library-settings", narrow, page);
    await at("quiet/auto/case/list");
    await page.locator(".udt-state").waitFor();
    await look("libraries-none", narrow, page);
    await at("demo/auto/case/credentials");
    await page.locator(".udt-table tbody tr").nth(1).waitFor();
    await look("credentials", narrow, page);
    await page.locator(".udt-page-header .ant-btn-primary").click();
    await page.getByRole("dialog").locator("form").waitFor();
    await look("credential", narrow, page);
    await page.keyboard.press("Escape");
  });

  it("importing is whole, also with everything wrong, and so is the authorisation window", async () => {
    await at("demo/auto/case/create");
    await page.locator("form .ant-btn-primary").click();
    await page.locator(".udt-field-note[data-error]").nth(1).waitFor();
    await look("library-import", narrow, page);
    const url = encodeURIComponent(`${host.url}/shop.git`);
    await at(`demo/auto/case/authorize?url=${url}&number=12345678&hide_nav=1`);
    await page.locator("input[type=password]").waitFor();
    await page.locator("form .ant-btn-primary").click();
    await look("library-authorize", narrow, page);
  });
});
