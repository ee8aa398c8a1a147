/**
 * A tester without a line of code: what is done at a phone becomes a case with assertions, is kept under version control, runs on
 * phones of other sizes, fails when the app is laid out anew, and is mended from its report.
 */
import type { Client } from "@udt/client";
import { ENDPOINTS, type LibraryFramework } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { anyDevices } from "./framework-runs.ts";
import { OwnGit } from "./own-git.ts";
import { ScriptRecording } from "./script-recording.ts";
import { usersAdb } from "./users-adb.ts";

const query = { project: "demo" };
const EMAIL = "ada@example.com";
const PASSWORD = "a long pass";
/** The repository, the file that the recording is there, its picture of a touched element, and what names that, with words for none; the picture that a check compares. */
const KINDS = {
  low_code: {
    language: "Low-code",
    path: "cases/recorded.yaml",
    other: "cases/device.yaml",
    picture: "cases/pictures/recorded-8.png",
    looked: "cases/pictures/recorded-11.png",
    words: [/id: "[^"]*product_image", which: 1/, 'id: "nothing_has_this"'],
  },
  pytest: {
    language: "Python",
    path: "tests/test_recorded.py",
    other: "tests/test_device.py",
    picture: "tests/pictures/test_recorded-8.png",
    looked: "tests/pictures/test_recorded-11.png",
    words: [/"[^"]*product_image", 0/, '"nothing_has_this", 0'],
  },
  node_test: {
    language: "TypeScript",
    path: "tests/recorded.test.ts",
    other: "tests/device.test.ts",
    picture: "tests/pictures/recorded.test-8.png",
    looked: "tests/pictures/recorded.test-11.png",
    words: [/"[^"]*product_image", 0/, '"nothing_has_this", 0'],
  },
} as const;
type Kind = keyof typeof KINDS;

let udt: Udt;
let client: Client;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let debug: DebugPage;
let git: OwnGit;
let recording: ScriptRecording;
let account_file_id: string;
/** The low-code repository, and what runs it. */
let repo_id: string;
let clone_url: string;
let job_id: string;
let library_id: string;
/** Of each language its repository, and what runs it on both phones. */
const made = new Map<Kind, Made & { repo_id: string }>();

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 2 }), openBrowser()]);
  client = await udt.signIn();
  git = await OwnGit.start(client, udt.admin.password);
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  git?.dispose();
  await browser?.close();
  await udt?.stop();
});

/** A repository whose only case is what was recorded, saved there from the page. */
async function keep(kind: Kind): Promise<{ repo_id: string; clone_url: string }> {
  const { language, path, other } = KINDS[kind];
  const template = kind === "node_test" ? "typescript" : kind;
  const name = `Shop ${template}`;
  const made = await client.call(ENDPOINTS.scriptCreate, { query, body: { name, template } });
  const at = { params: { repo_id: made.repo_id }, query };
  const { commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptTree, at);
  const changes = [{ change: "delete", path: other } as const];
  await client.call(ENDPOINTS.scriptSave, { ...at, body: { base_commit_id, changes, message: "Begin anew" } });
  await recording.button("Export…").click();
  await page.locator(".dbg-script-export .ant-segmented-item", { hasText: language }).click();
  await page.locator(".dbg-script-export").getByRole("button", { name: "Save to a repository…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Repository" }).click();
  await page.locator(".ant-select-item-option:visible", { hasText: name }).click();
  // What the repository has by now is read first.
  await dialog.locator(".ant-btn-loading").waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText(`${path} is saved to main.`).waitFor();
  await page.locator(".ant-modal-close").click();
  await dialog.waitFor({ state: "detached" });
  return made;
}

interface Made {
  job_id: string;
  library_id: string;
}
/** A case library of a repository, read, and a job of all its cases on so many phones. */
async function makeJob(kind: Kind, url: string, count: number): Promise<Made> {
  const framework: LibraryFramework = kind;
  const body = { name: `${kind} ${count}`, url, framework };
  const { library_id } = await client.call(ENDPOINTS.libraryCreate, { query, body });
  await read(library_id);
  const config = {
    app_id: null,
    framework,
    library_id,
    devices: anyDevices(count),
    video: false,
    performance: false,
    log: false,
    accounts: { kind: "file" as const, account_file_id },
  };
  const { job_id } = await client.call(ENDPOINTS.jobCreate, { query, body: { name: body.name, config } });
  return { job_id, library_id };
}
/** Resolves once a library's cases are those of a commit, of its newest when none is named. */
const read = (library_id: string, wanted?: string) =>
  until(
    "the library's cases",
    async () => {
      const { parse_state, commit_id } = await client.call(ENDPOINTS.libraryGet, { params: { library_id }, query });
      if (parse_state === "failed") throw new Error("the library cannot be read");
      return (parse_state === "parsed" && [undefined, commit_id].includes(wanted)) || undefined;
    },
    120_000,
  );
/** Runs a job to its end; answers what came of each case. */
async function run(job_id: string) {
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
  const ended = async () => (await client.call(ENDPOINTS.runGet, { params: { test_id }, query })).verdict ?? undefined;
  const verdict = await until("the run's end", ended, 180_000);
  const { list } = await client.call(ENDPOINTS.runCases, { params: { test_id }, query });
  return { test_id, verdict, list };
}
/** Has the recorded case look for a product by an id that nothing has. @returns the commit */
async function withoutWords(kind: Kind, repo_id: string): Promise<string> {
  const at = { params: { repo_id }, query };
  const { path, picture, looked, words } = KINDS[kind];
  const { text, commit_id: base_commit_id } = await client.call(ENDPOINTS.scriptFile, {
    ...at,
    query: { ...query, path },
  });
  const { entries } = await client.call(ENDPOINTS.scriptTree, at);
  const pictures = entries.filter((entry) => entry.path.endsWith(".png"));
  expect(pictures.map((entry) => entry.path)).toEqual([looked, picture]);
  expect(pictures[0]?.size_bytes).toBeGreaterThan(200);
  const [from, to] = words;
  const gone = text?.replace(from, to) ?? "";
  expect(gone).not.toBe(text);
  const changes = [{ change: "write", path, text: gone } as const];
  const body = { base_commit_id, changes, message: "Without words" };
  return (await client.call(ENDPOINTS.scriptSave, { ...at, body })).commit_id;
}
/** Runs a case on phones of two sizes where no words name the product: it is found by its picture. */
async function runByPicture(kind: Kind, repo_id: string, { job_id, library_id }: Made): Promise<void> {
  await read(library_id, await withoutWords(kind, repo_id));
  const { test_id, list } = await run(job_id);
  expect(
    list.map(({ state }) => state),
    JSON.stringify(list),
  ).toEqual(["success", "success"]);
  expect(await widthsOf(list)).toEqual([1080, 720]);
  for (const { case_run_id } of list) {
    const { detail } = await client.call(ENDPOINTS.runCase, { params: { test_id, case_run_id }, query });
    const used = detail.steps.flatMap(({ found_by }) => (found_by?.fallback ? [found_by] : []));
    expect(used).toMatchObject([{ by: "image", fallback: 1, score: expect.any(Number) }]);
    const [name] = KINDS[kind].picture.split("/").slice(-1);
    if (kind !== "low_code")
      expect(detail.output).toMatch(new RegExp(`found by image: pictures/${name} \\(\\d+ ?%\\)`));
  }
}
/** Of the phones that cases ran on, how wide they are. */
async function widthsOf(list: readonly { device_id: string | null }[]): Promise<(number | null | undefined)[]> {
  const { list: phones } = await client.call(ENDPOINTS.deviceList, { query });
  return list.map((one) => phones.find(({ device_id }) => device_id === one.device_id)?.width).toSorted();
}
/** Every phone's shop as it is, or as its next version would be. */
async function layOut(anew: "on" | "off"): Promise<void> {
  const adb = await usersAdb();
  for (const address of udt.phoneAddresses) {
    await adb.run("connect", address);
    expect(await adb.run("-s", address, "shell", `udt-fault shop_layout ${anew}`)).toMatchObject({ code: 0 });
  }
  await adb.stop();
}

it(
  "what was recorded of the shop runs on two sizes in each language, by words and by its picture",
  { timeout: 480_000 },
  async () => {
    debug = await DebugPage.start(page, udt, "");
    await debug.startApp("dev.udt.shop");
    await debug.tab("Inspect").click();
    recording = new ScriptRecording(client, debug);
    await recording.view("Script");
    await recording.button("Record").click();
    await page.locator('[data-step="start"]').getByText("With its data deleted").click();
    await recording.touch("account_button");
    await recording.touch("email_input");
    await page.keyboard.insertText(EMAIL);
    await recording.touch("password_input");
    await page.keyboard.insertText(PASSWORD);
    await recording.touch("sign_in_button");
    await recording.touch("product_item");
    await recording.touch("add_to_cart");
    await recording.check("cart_badge");
    await recording.look("cart_button");
    await recording.touch("cart_button");
    await recording.check("total");
    await recording.button("Stop recording").click();
    // Who the password is of is taken from the run as well.
    await recording.types(4, "Account’s name");
    // The page does it again as the runs will, by what it looks like, too.
    await recording.button("Replay").click();
    await page.locator(".dbg-script").getByText("All steps done").waitFor({ timeout: 120_000 });
    // No words mean the product alone: what it looked like is kept as well. What is the account's has no picture.
    await recording.steps().locator(".dbg-script-picture img").first().waitFor();
    expect(await recording.steps().locator("button.dbg-script-picture").count()).toBe(1);
    expect(await recording.kinds()).toEqual("start tap tap text tap text tap tap tap check look tap check".split(" "));
    await page.getByRole("spinbutton", { name: "How long step 11 may wait, in seconds" }).fill("4");

    const content = `account,password,extra\n${Array.from({ length: 4 }, (_, at) => `${at}${EMAIL},${PASSWORD},\n`).join("")}`;
    ({ account_file_id } = await client.call(ENDPOINTS.accountFileCreate, { query, body: { name: "Shop", content } }));
    const repos = {
      low_code: await keep("low_code"),
      pytest: await keep("pytest"),
      node_test: await keep("node_test"),
    };
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "End session" }).click();
    expect(await debug.endReason()).toBe("user");

    for (const [kind, { repo_id: id }] of Object.entries(repos)) {
      const params = { repo_id: id };
      const { path } = KINDS[kind as Kind];
      const { text } = await client.call(ENDPOINTS.scriptFile, { params, query: { ...query, path } });
      expect(text).not.toMatch(new RegExp(`${EMAIL}|${PASSWORD}`));
    }

    ({ repo_id, clone_url } = repos.low_code);
    const job = await makeJob("low_code", clone_url, 2);
    ({ job_id, library_id } = job);
    const first = await run(job_id);
    expect(
      first.list.map(({ state }) => state),
      JSON.stringify(first.list),
    ).toEqual(["success", "success"]);
    expect(await widthsOf(first.list)).toEqual([1080, 720]);

    // The other languages, each on one of the phones.
    const others = await Promise.all(
      (["pytest", "node_test"] as const).map(async (kind) =>
        run((await makeJob(kind, repos[kind].clone_url, 1)).job_id),
      ),
    );
    for (const { verdict, list } of others) expect(verdict, JSON.stringify(list)).toBe("passed");

    // Where the words that the product had are gone, it is found by its picture, whatever the phone's size.
    for (const kind of ["low_code", "pytest", "node_test"] as const) {
      const both = kind === "low_code" ? job : await makeJob(kind, repos[kind].clone_url, 2);
      await runByPicture(kind, repos[kind].repo_id, both);
      made.set(kind, { ...both, repo_id: repos[kind].repo_id });
    }
  },
);

it("fails in each language, on both sizes, where the screen does not look so", { timeout: 300_000 }, async () => {
  expect(made.size).toBe(3);
  // A part of the console, which no screen of the shop has.
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 56 } });
  for (const [kind, { repo_id: id, job_id: job, library_id: library }] of made) {
    const at = { params: { repo_id: id }, query };
    const { path, looked } = KINDS[kind];
    const file = await client.call(ENDPOINTS.scriptFile, { ...at, query: { ...query, path } });
    const folder = looked.slice(0, looked.lastIndexOf("/") + 1);
    const other = file.text?.replace(looked.slice(folder.length), "other.png") ?? "";
    expect(other).not.toBe(file.text);
    const save = async (base_commit_id: string, text: string) => {
      const png = { change: "picture" as const, path: `${folder}other.png`, png: picture.toString("base64") };
      const changes = [{ change: "write" as const, path, text }, png];
      const body = { base_commit_id, changes, message: "Look otherwise" };
      const { commit_id } = await client.call(ENDPOINTS.scriptSave, { ...at, body });
      await read(library, commit_id);
      return commit_id;
    };
    const commit_id = await save(file.commit_id, other);
    const { test_id, list } = await run(job);
    expect(list.map(({ state }) => state)).toEqual(["failed", "failed"]);
    for (const { case_run_id } of list) {
      const { detail } = await client.call(ENDPOINTS.runCase, { params: { test_id, case_run_id }, query });
      // All before it went well: it is the picture that failed.
      const steps = detail.steps.filter(({ name }) => name !== "wake the phone" && name !== "wait");
      expect(steps.map(({ ok }) => ok)).toEqual([...Array.from({ length: 10 }, () => true), false]);
    }
    await save(commit_id, file.text ?? "");
  }
});

it("breaks when the shop is laid out anew, is mended from its report and passes", { timeout: 300_000 }, async () => {
  await layOut("on");
  const broken = await run(job_id);
  expect(broken.list.map(({ state }) => state)).toEqual(["failed", "failed"]);
  await page.goto(`${udt.url}/demo/auto/records/${broken.test_id}/case/${broken.list[0]?.case_run_id}`);
  const step = page.locator(".runs-steps li").last();
  await step.getByText("What may be meant now").waitFor();
  // Up to the button that is gone all went as it was recorded.
  expect(await page.locator(".runs-steps li").count()).toBe(7);
  await page.locator(".runs-failure").getByText("sign_in_button").first().waitFor();
  await step.getByRole("button", { name: /^Mend in script: id: sign_in_submit/ }).click();
  const { path } = KINDS.low_code;
  await page.getByRole("region", { name: `Change to ${path}`, exact: true }).waitFor();
  await page.getByRole("button", { name: "Save to script", exact: true }).click();
  await page.getByText("Saved as commit").waitFor();
  const mended = await client.call(ENDPOINTS.scriptFile, { params: { repo_id }, query: { ...query, path } });
  expect(mended.text).toContain("sign_in_submit");
  await read(library_id, mended.commit_id);
  const again = await run(job_id);
  expect(again.list.map(({ state }) => state)).toEqual(["success", "success"]);

  // Whoever likes an editor of their own has it all there, and what they push shows.
  git.clone(clone_url, "shop");
  const own = readFileSync(join(git.folder, "shop", path), "utf8");
  expect(own).toBe(mended.text);
  await page.goto(`${udt.url}/demo/auto/script-manage/${repo_id}/files?path=${path}`);
  git.push("shop", { [path]: own.replace("recorded", "buys headphones") }, "Say what it does");
  await page.locator(".scripts-file pre").getByText("buys headphones").waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "History", exact: true }).click();
  await page.getByRole("button", { name: "Say what it does" }).waitFor();
});
