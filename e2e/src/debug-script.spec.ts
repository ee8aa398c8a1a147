/** What is done at a phone becomes a script: recorded, done again on the page, and run by pytest, by node:test and as steps, as the platform runs them. */
import { readFile } from "node:fs/promises";
import type { Client } from "@udt/client";
import { ENDPOINTS, type LibraryFramework } from "@udt/contract";
import { openBrowser, startGitHost, startUdt, type GitHost, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { FrameworkRuns } from "./framework-runs.ts";
import { load, look, looks } from "./look.ts";
import { ScriptRecording } from "./script-recording.ts";

const query = { project: "demo" };
const EMAIL = "ada@example.com";
/** Texts that mean something to Python, JavaScript, a shell and `input text`. */
const HOSTILE = 'it\'s "${HOME}" `id` $(id) \\n 100%s 注文 é';

let udt: Udt;
let host: GitHost;
let client: Client;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let debug: DebugPage;
let recording: ScriptRecording;

beforeAll(async () => {
  host = await startGitHost();
  udt = await startUdt({ phones: 2, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  client = await udt.signIn();
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "");
  recording = new ScriptRecording(client, debug);
  await debug.startApp("dev.udt.shop");
  await debug.tab("Inspect").click();
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  await host?.close();
});

const type = (text: string) => page.keyboard.insertText(text);

it("records a sign-in, step by step as it is done", async () => {
  await recording.view("Script");
  await recording.button("Record").click();
  await page.locator('[data-step="start"]').waitFor();
  await recording.touch("account_button");
  await recording.touch("email_input");
  await type(EMAIL);
  await recording.touch("password_input");
  for (const part of ["a ", "long ", "pass"]) await type(part);
  await page.keyboard.press("Enter");
  await recording.touch("account_button");
  await recording.check("signed_in_as");
  await page.locator(".dbg-keys").getByRole("button", { name: "Back" }).click();
  await recording.touch("search_input");
  await type(HOSTILE);
  await recording.check("search_input");
  await recording.button("Stop recording").click();
  expect(await recording.kinds()).toEqual("start tap tap text tap text key tap check key tap text check".split(" "));
  // Each by the best that names it, and texts whole.
  const list = page.locator(".dbg-script-steps");
  await list.getByText("dev.udt.shop:id/password_input").waitFor();
  // What shows as dots is in no file: whoever runs it signs in with an account of their own.
  expect(await list.getByPlaceholder("Type the account’s password").count()).toBe(1);
  await recording.types(6, "As typed");
  expect(await list.getByPlaceholder("Type “a long pass”").count()).toBe(1);
  expect(await list.getByPlaceholder(`See “${EMAIL}” in “signed_in_as”`).count()).toBe(1);
});

it("keeps it over a reload, with what its author made of it", async () => {
  await page.getByLabel("Name of step 2", { exact: true }).fill("open the account");
  await page.locator('[data-step="start"]').getByText("With its data deleted").click();
  await page.reload();
  await debug.live();
  await debug.tab("Inspect").click();
  await recording.view("Script");
  expect(await recording.steps().count()).toBe(13);
  expect(await page.getByLabel("Name of step 2", { exact: true }).inputValue()).toBe("open the account");
  expect(await page.locator('[data-step="start"] input[type=checkbox]').isChecked()).toBe(true);
});

it("does it again on the same phone, and reaches the same screen", async () => {
  await recording.button("Replay").click();
  await page.locator('.dbg-script-steps > li[data-state="now"]').first().waitFor();
  await page.locator(".dbg-script").getByText("All steps done").waitFor({ timeout: 120_000 });
  expect(await page.locator('.dbg-script-steps > li[data-state="done"]').count()).toBe(13);
});

type Language = "Low-code" | "Python" | "TypeScript";

async function download(language: Language): Promise<{ name: string; text: string }> {
  await recording.button("Export…").click();
  const dialog = page.locator(".dbg-script-export");
  await dialog.locator(".ant-segmented-item", { hasText: language }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: /^Download / }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  await page.locator(".ant-modal-close").click();
  await dialog.waitFor({ state: "hidden" });
  return { name: file.suggestedFilename(), text };
}

it.each([
  ["Python", "pytest"],
  ["TypeScript", "node_test"],
  ["Low-code", "low_code"],
] as const satisfies readonly (readonly [Language, LibraryFramework])[])(
  "is a %s file that %s runs on another phone, to the same screen",
  { timeout: 400_000 },
  async (language, framework) => {
    const { name, text } = await download(language);
    expect(text).toContain("open the account");
    const runs = new FrameworkRuns(client, host);
    const test_id = await runs.runLibrary(framework, `recorded-${framework.replace("_", "-")}`, { [name]: text });
    const run = await client.call(ENDPOINTS.runGet, { params: { test_id }, query });
    const { list } = await client.call(ENDPOINTS.runCases, { params: { test_id }, query });
    expect(list, JSON.stringify(list)).toMatchObject([{ state: "success" }]);
    expect(run.verdict).toBe("passed");
    const [one] = list;
    const call = { params: { test_id, case_run_id: one!.case_run_id }, query };
    const { detail } = await client.call(ENDPOINTS.runCase, call);
    // What a file does besides: it wakes the phone, or waits until the screen rests.
    const recorded = detail.steps.filter(({ name }) => name !== "wake the phone" && name !== "wait");
    expect(recorded).toHaveLength(13);
    expect(detail.steps.every(({ ok }) => ok)).toBe(true);
  },
);

it("is saved to a script repository, of which a job runs it", { timeout: 400_000 }, async () => {
  const body = { name: "Recorded", template: "low_code" } as const;
  const { repo_id, clone_url } = await client.call(ENDPOINTS.scriptCreate, { query, body });
  const dialog = page.getByRole("dialog");
  const begin = async () => {
    await recording.button("Export…").click();
    await page.locator(".dbg-script-export .ant-segmented-item", { hasText: "Low-code" }).click();
    await page.locator(".dbg-script-export").getByRole("button", { name: "Save to a repository…" }).click();
  };
  const choose = async () => {
    await dialog.getByRole("combobox", { name: "Repository" }).click();
    await page.locator(".ant-select-item-option:visible", { hasText: "Recorded" }).click();
  };
  await begin();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator("[data-error]").getByText("Choose a repository.").waitFor();
  await choose();
  await dialog.locator(".ant-btn-loading").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("cases/recorded.yaml is saved to main.").waitFor();
  expect(await dialog.getByRole("link", { name: "Open it in the editor" }).getAttribute("href")).toContain(repo_id);
  await page.locator(".ant-modal-close").click();

  // Nothing that is there is overwritten.
  await begin();
  await choose();
  await dialog.getByText("There is a file or folder already.").waitFor();

  // Nor is what somebody else saves there meanwhile.
  const file = dialog.getByRole("textbox", { name: "File" });
  await file.fill("cases/other.yaml");
  const at = { params: { repo_id }, query };
  const { commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptTree, at);
  const theirs = { change: "write", path: "cases/other.yaml", text: "# theirs\n" } as const;
  await client.call(ENDPOINTS.scriptSave, { ...at, body: { base_commit_id, changes: [theirs], message: "Theirs" } });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("There is a file or folder already.").waitFor();

  // It is shown beside what was recorded, and goes where somebody says so, not where others saved once more.
  const difference = dialog.getByRole("region", { name: "What is there (-) and this recording (+)" });
  await difference.getByText("- # theirs").waitFor();
  await difference.getByText("+ low_code: 1").waitFor();
  await dialog.getByText("Replace it with this recording").click();
  await dialog.getByText("There is a file or folder already.").waitFor({ state: "detached" });
  const again = { ...theirs, text: "# theirs, again\n" };
  const read = await client.call(ENDPOINTS.scriptTree, at);
  const body_again = { base_commit_id: read.commit_id, changes: [again], message: "Theirs, again" };
  await client.call(ENDPOINTS.scriptSave, { ...at, body: body_again });
  await dialog.getByRole("button", { name: "Save" }).click();
  await difference.getByText("- # theirs, again").waitFor();
  expect(await dialog.getByRole("radio", { name: "Choose another name" }).isChecked()).toBe(true);
  await dialog.getByText("Replace it with this recording").click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("cases/other.yaml is saved to main.").waitFor();
  const replaced = await client.call(ENDPOINTS.scriptFile, { ...at, query: { ...query, path: "cases/other.yaml" } });
  expect(replaced.text).toContain("open the account");
  const { list: commits } = await client.call(ENDPOINTS.scriptCommits, at);
  expect(commits.map(({ subject }) => subject).slice(0, 3)).toEqual([
    "Add cases/other.yaml",
    "Theirs, again",
    "Theirs",
  ]);
  await client.call(ENDPOINTS.scriptSave, {
    ...at,
    body: {
      base_commit_id: replaced.commit_id,
      changes: [{ change: "delete", path: "cases/other.yaml" }],
      message: "Once is enough",
    },
  });
  await page.locator(".ant-modal-close").click();
  await begin();
  await choose();

  // A branch is made for it, which says by itself what was added.
  await file.fill("cases/mine.yaml");
  await dialog.getByText("A new branch", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Branch name" }).fill("mine/first");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("cases/mine.yaml is saved to mine/first.").waitFor();
  const link = await dialog.getByRole("link", { name: "Open it in the editor" }).getAttribute("href");
  expect(new URL(link!, page.url()).searchParams.get("branch")).toBe("mine/first");
  await page.locator(".ant-modal-close").click();
  await dialog.waitFor({ state: "hidden" });
  const [newest] = (
    await client.call(ENDPOINTS.scriptCommits, { params: { repo_id }, query: { ...query, branch: "mine/first" } })
  ).list;
  expect(newest?.subject).toBe("Add cases/mine.yaml");
  const { entries } = await client.call(ENDPOINTS.scriptTree, at);
  expect(entries.map(({ path }) => path)).not.toContain("cases/mine.yaml");

  const test_id = await new FrameworkRuns(client, host).runAt("low_code", "recorded-here", clone_url);
  const { list } = await client.call(ENDPOINTS.runCases, { params: { test_id }, query });
  expect(list.map(({ name, state }) => [name, state])).toEqual([
    ["goes to the home screen", "success"],
    ["recorded", "success"],
  ]);
});

it("fails where it does not do what it did: a step that is missing is missed", { timeout: 200_000 }, async () => {
  await page.getByRole("button", { name: "Remove step 2", exact: true }).click();
  await recording.button("Replay").click();
  const failed = page.locator('.dbg-script-steps > li[data-state="failed"]');
  await failed.getByText("“email_input” does not show.").waitFor({ timeout: 60_000 });
  await page.locator(".dbg-script").getByText("Stopped at step 2").waitFor();
  expect(await page.locator('.dbg-script-steps > li[data-state="done"]').count()).toBe(1);
});

it.each(looks)("is whole in $language", { timeout: 240_000 }, async (at) => {
  await load(page, at, page.url());
  await debug.live();
  await page.locator('[data-tab="inspect"]').click();
  await page.locator(".dbg-inspect-views .ant-segmented-item").nth(1).click();
  await recording.steps().first().waitFor();
  await look("debug-script", at, page);
  await page.locator(".dbg-script .dbg-toolbar button").nth(2).click();
  await page.locator(".dbg-script-export pre").waitFor();
  await look("debug-script-export", at, page);
  await page.locator(".dbg-script-export-head button").nth(-2).click();
  await page.locator(".ant-modal .ant-select").waitFor();
  await look("debug-script-keep", at, page);
  await page.locator(".ant-modal-close").click();
  await page.locator(".dbg-script-export").waitFor({ state: "hidden" });
});
