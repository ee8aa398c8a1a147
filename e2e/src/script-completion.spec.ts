import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";

type Client = Awaited<ReturnType<Udt["signIn"]>>;

const query = { project: "demo" };
let page: Page;
let udt: Udt;
let browser: BrowserContext;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  udt = await startUdt({ phones: 0 });
  client = await udt.signIn();
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const lines = () => page.locator(".edit-code .view-lines");
const wrong = () => page.locator(".edit-code .squiggly-error");
const offered = (name: string) =>
  page.locator(".suggest-widget.visible .monaco-list-row").getByText(name, { exact: true });
const services = () => page.workers().filter((worker) => /\/ts-worker/.test(worker.url()));

async function make(name: string, template: "typescript" | "pytest"): Promise<string> {
  return (await client.call(ENDPOINTS.scriptCreate, { query, body: { name, template } })).repo_id;
}
/** Opens a file of a repository in the editor, and waits until it can be typed in. */
async function open(repo_id: string, path: string, text: string): Promise<void> {
  await page.goto(`${udt.url}/demo/script-edit/${repo_id}?path=${path}`);
  await lines().getByText(text).first().click({ timeout: 120_000 });
  await page.locator(".edit-code .monaco-editor.focused").waitFor();
}
const type = (text: string) => page.keyboard.type(text);
/** Takes what is offered by its name. It is asked for until it comes: it is known once what is imported has been read. */
async function take(name: string): Promise<void> {
  await until(`${name} is offered`, async () => {
    if (await offered(name).first().isVisible()) return true;
    await page.keyboard.press("Control+Space");
    return false;
  });
}

describe("a file of TypeScript", { timeout: 180_000 }, () => {
  it("is completed by what its repository has, with signatures, and marked where it is wrong alone", async () => {
    const repo_id = await make("Typed", "typescript");
    await open(repo_id, "README.md", "Scripts");
    expect(services()).toEqual([]);
    await page.getByRole("tree").getByText("device.test.ts", { exact: true }).click();
    await lines().getByText("import").first().click();
    await until("its service has come", async () => services().length === 1);

    await page.keyboard.press("Control+End");
    await type("\nshe");
    await take("shell");
    await page.locator(".suggest-widget.visible").getByText("shell(...words: string[]): Promise<string>").waitFor();
    await page.keyboard.press("Enter");
    await type("(");
    const hints = page.locator(".parameter-hints-widget.visible");
    await hints.getByText("shell(").first().waitFor();
    await hints.getByText("What a command prints. Its words reach it as they are.").waitFor();
    await type("7");
    await wrong().first().waitFor();
    await page.keyboard.press("Backspace");
    await type('"id"');
    await wrong().first().waitFor({ state: "detached" });
  });
});
