import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";

const TOKEN = "glpat-71c09ae5b2d4";
const query = { project: "demo" };
let page: Page;
let browser: BrowserContext;
let host: GitHost;
let library_id: string;
let udt: Udt;
const folder = mkdtempSync(join(tmpdir(), "udt-outside-"));

beforeAll(async () => {
  host = await startGitHost();
  host.push("cart", { "README.md": "The cart\n", "lib/step.txt": "one\n" });
  host.takePushes("cart");
  host.protect("cart", TOKEN);
  udt = await startUdt({ phones: 0, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  const client = await udt.signIn();
  const auth = { kind: "token", token: TOKEN } as const;
  const body = { name: "Cart elsewhere", url: `${host.url}/cart.git`, framework: "low_code", auth } as const;
  ({ library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body }));
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
  await udt?.stop();
  await host?.close();
});

const lines = () => page.locator(".edit-code .view-lines");
const save = () => page.getByRole("button", { name: "Save", exact: true });
const dialog = () => page.getByRole("dialog");

/** Anna at her own computer. The host is served by this process, which must not wait for her. */
async function git(place: string, ...words: string[]): Promise<string> {
  const author = { GIT_AUTHOR_NAME: "Anna", GIT_AUTHOR_EMAIL: "anna@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Anna", GIT_COMMITTER_EMAIL: "anna@example.com" };
  const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", ...author, ...committer };
  return (await promisify(execFile)("git", words, { cwd: join(folder, place), env })).stdout;
}

/** What a plain clone of the repository has of a file now. */
async function cloned(place: string): Promise<string> {
  await git(".", "clone", "--quiet", `${host.url.replace("://", `://any:${TOKEN}@`)}/cart.git`, place);
  return git(place, "show", "HEAD:README.md");
}

/** Puts a line before the first one of the file that shows. */
async function type(text: string): Promise<void> {
  await lines().click({ timeout: 120_000 });
  await page.locator(".edit-code .monaco-editor.focused").waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(`${text}\n`);
}
async function open(): Promise<void> {
  await page.getByRole("tree").getByText("README.md", { exact: true }).click({ timeout: 60_000 });
  await lines().getByText("The cart").waitFor({ timeout: 120_000 });
}

describe("a repository that somebody else keeps", { timeout: 240_000 }, () => {
  it("is opened from its case library, edited, and pushed to by saving", async () => {
    await page.goto(`${udt.url}/demo/auto/case/${library_id}/cases`);
    await page.getByRole("button", { name: "Open in editor" }).click();
    await open();
    await type("Written in the page");
    await save().click();
    await dialog().getByText(`Your commit is pushed to ${host.url}/cart.git.`).waitFor();
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByText(/Saved as commit/).waitFor({ timeout: 60_000 });
    expect(await cloned("saved")).toBe("Written in the page\nThe cart\n");
  });

  it("tells why it takes no push, keeps what was typed, and shows what others changed meanwhile", async () => {
    host.takePushes("cart", "echo 'main is protected: open a merge request' >&2; exit 1");
    await type("Mine");
    await save().click();
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().getByText("main is protected: open a merge request").first().waitFor({ timeout: 60_000 });
    await page.keyboard.press("Escape");
    await lines().getByText("Mine").waitFor();
    host.takePushes("cart");
    writeFileSync(join(folder, "saved", "README.md"), "Theirs\nThe cart\n");
    await git("saved", "commit", "--quiet", "--all", "--message", "Theirs");
    await git("saved", "push", "--quiet");
    await save().click();
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().getByRole("button", { name: "Keep yours" }).click({ timeout: 60_000 });
    await dialog().getByRole("button", { name: "Go on to save" }).click();
    await dialog().getByText("Your commit is pushed to").waitFor();
    await dialog().getByRole("button", { name: "Save" }).click();
    await dialog().waitFor({ state: "detached", timeout: 60_000 });
    expect(await cloned("mine")).toBe("Mine\nWritten in the page\nThe cart\n");
  });

  it("is read only where the library's access may not push", async () => {
    host.answerWith = ({ url = "" }, response) => {
      if (!url.includes("receive-pack")) return false;
      response.writeHead(403).end();
      return true;
    };
    await page.reload();
    await page
      .getByText("Read only. The library’s access may not push to this repository")
      .waitFor({ timeout: 60_000 });
    expect(await save().count()).toBe(0);
  });
});
