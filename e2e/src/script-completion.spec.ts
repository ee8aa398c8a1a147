import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";

type Client = Awaited<ReturnType<Udt["signIn"]>>;

let browser: BrowserContext;
let udt: Udt;
let client: Client;
let page: Page;
const query = { project: "demo" };

beforeAll(async () => {
  [browser, udt] = await Promise.all([openBrowser(), startUdt({ phones: 0 })]);
  [client, page] = await Promise.all([udt.signIn(), browser.newPage()]);
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
/** Opens a file of another repository without loading the page anew, and leaves what was typed. */
async function goOn(repo_id: string, file: string, text: string): Promise<void> {
  await page.getByRole("link", { name: "Back to the repository" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await page.getByRole("link", { name: "Edit", exact: true }).waitFor();
  // As the browser's Back and Forward do it.
  await page.evaluate((place) => {
    history.pushState({ idx: 1 }, "", place);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `${udt.url}/demo/script-edit/${repo_id}`);
  await page.getByRole("tree").getByText(file, { exact: true }).click({ timeout: 120_000 });
  await lines().getByText(text).first().click();
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

    // The same service tells of the next repository what that one has, and nothing of this.
    const other = await make("Typed anew", "typescript");
    const text = "export const only = (here: number): number => here;\n";
    const { commit_id } = await client.call(ENDPOINTS.scriptTree, { params: { repo_id: other }, query });
    const changes = [{ change: "write", path: "lib/adb.ts", text } as const];
    const body = { base_commit_id: commit_id, message: "Anew", changes };
    await client.call(ENDPOINTS.scriptSave, { params: { repo_id: other }, query, body });
    await goOn(other, "device.test.ts", "import");
    await wrong().first().waitFor();
    await page.keyboard.press("Control+Home");
    await type('import * as mine from "../lib/adb.ts";\nmine.');
    await take("only");
    expect(await offered("shell").count()).toBe(0);
    expect(services()).toHaveLength(1);
  });
});

describe("a file of Python", { timeout: 180_000 }, () => {
  it("is completed by what its repository has, with signatures, and imports what it takes", async () => {
    await open(await make("Snakes", "pytest"), "tests/test_device.py", "from");
    await page.keyboard.press("Control+End");
    await type("\ndef test_level():\n    memory_sam");
    await take("memory_sample");
    const widget = page.locator(".suggest-widget.visible");
    await widget.getByText("(scene)").first().waitFor();
    await page.keyboard.press("Enter");
    await lines().getByText("from device.memory import memory_sample").waitFor();
    await type("(");
    const hints = page.locator(".parameter-hints-widget.visible");
    await hints.getByText("memory_sample(").first().waitFor();
    await hints.getByText("Takes one now; the name of the scene says what of.").waitFor();
    await type('os.environ["UDT_ST');
    await take("UDT_STEPS_FILE");
    expect(services()).toEqual([]);

    // What one repository has is not offered in the next.
    const other = await make("Other snakes", "pytest");
    const change = {
      change: "write",
      path: "device/other.py",
      text: "def only_here():\n    pass\n",
      is_new: true,
    } as const;
    const gone = { change: "delete", path: "device/memory.py" } as const;
    const { commit_id } = await client.call(ENDPOINTS.scriptTree, { params: { repo_id: other }, query });
    const body = { base_commit_id: commit_id, message: "Other", changes: [change, gone] };
    await client.call(ENDPOINTS.scriptSave, { params: { repo_id: other }, query, body });
    await goOn(other, "test_device.py", "from");
    await page.keyboard.press("Control+End");
    await type("\nfrom device import ");
    await take("other");
    expect(await offered("memory").count()).toBe(0);
  });
});
