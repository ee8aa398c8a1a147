/** Scripts run from the editor: the file as it stands there, saved or not, on the phone beside it. */
import { ENDPOINTS } from "@udt/contract";
import type { Dialog, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugPage, debugButton, openWithScripts } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";

const query = { project: "demo" };
const STEPS_FILE = "cases/keys.yaml";
const STEPS = `low_code: 1
cases:
  - name: keys
    variables: { word: lighthouse }
    steps:
      - { id: first, action: key, key: GoHome }
      - { id: second, action: key, key: GoHome }
      - { id: third, name: "third \${word}", action: key, key: GoHome }
      - { id: rest, action: wait, seconds: 600 }
`;
const ACCOUNT_FILE = "cases/account.yaml";
const WITH_ACCOUNT = `low_code: 1
cases:
  - name: whose
    steps:
      - id: same
        action: if
        condition: { value: "\${account.account} \${account.password}", equals: "ada a long pass" }
        steps: [{ id: home, name: "as ada", action: key, key: GoHome }]
`;
const FILE = "tests/device.test.ts";
let scene: Awaited<ReturnType<typeof openWithScripts>>;
let page: Page;
let debug: DebugPage;
let repo_id: string;

beforeAll(async () => {
  scene = await openWithScripts("typescript", { [STEPS_FILE]: STEPS, [ACCOUNT_FILE]: WITH_ACCOUNT });
  ({ page, debug, repo_id } = scene);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${scene.udt.url}/demo/script-edit/${repo_id}?path=${FILE}`);
});
afterAll(async () => {
  await scene?.browser.close();
  await scene?.udt.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
let file = FILE;
const panel = () => page.getByRole("region", { name: `Run of ${file}` });
const lines = () => page.locator(".edit-code .view-lines");
/** Puts a text in the place of the open file's, as somebody who types it. */
async function write(text: string): Promise<void> {
  await lines().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}
const stage = (word: string) => panel().getByRole("status").getByText(word, { exact: true }).waitFor();
const caseOf = (name: string) => panel().getByRole("listitem").filter({ hasText: name });
const came = (name: string, to: string) => caseOf(name).getByRole("img", { name: to, exact: true }).waitFor();

const TESTS = `import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
test("sees its phone", () => console.log(execFileSync("adb", ["shell", "getprop", "ro.udt.load"], { encoding: "utf8" })));
test("is wrong", () => {
  assert.equal(1 + 1, 3);
});
`;

describe("a script in the editor", { timeout: 240_000 }, () => {
  it("says what it needs to be run", async () => {
    await lines().getByText("test(").first().waitFor();
    expect(await button("Run").isDisabled()).toBe(true);
    expect(await button("Run").getAttribute("title")).toBe("Open a phone beside the editor to run this file on it.");
    await button("Phone").click();
    await debugButton(page).click();
    await debug.live();
    await page.getByRole("tree", { name: "Files" }).getByText("README.md", { exact: true }).click();
    await page.getByTitle("This file holds no cases to run.", { exact: true }).waitFor();
    await page.getByRole("tree", { name: "Files" }).getByText("device.test.ts", { exact: true }).click();
    await page.getByTitle("Run the file on the phone", { exact: true }).waitFor();
    expect(await button("Run").isEnabled()).toBe(true);
    await lines().getByText("test(").first().waitFor();
  });

  it("runs as it stands there, unsaved, by Ctrl+Enter, and tells what passed and what failed", async () => {
    await write(TESTS);
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    await page.keyboard.press("Control+Enter");
    await stage("Failed");
    await panel().getByRole("status").getByText("1 of 2 passed", { exact: true }).waitFor();
    await came("sees its phone", "Passed");
    await came("is wrong", "Failed");
    // What went wrong shows by itself, and what was printed on being asked for.
    await panel().getByText("Expected values to be strictly equal").first().waitFor();
    await panel().getByRole("button", { name: "Log", exact: true }).click();
    await panel().getByText("simulated").waitFor();
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    const saved = await scene.client.call(ENDPOINTS.scriptFile, {
      params: { repo_id },
      query: { ...query, path: FILE },
    });
    expect(saved.text).not.toContain("is wrong");
    // The keys of a dialog are its own.
    await button("Save").click();
    await page.getByRole("dialog").getByRole("textbox").press("Control+Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Cancel", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await panel().getByRole("status").getByText("Failed", { exact: true }).waitFor();
  });

  it("leads to the line that failed", async () => {
    await page.getByRole("tree", { name: "Files" }).getByText("README.md", { exact: true }).click();
    await lines().getByText("# Scripts").waitFor();
    await caseOf("is wrong").getByRole("button").first().click();
    await button(`${FILE}:6`).click();
    await page.getByText("Line 6, column 3", { exact: true }).waitFor();
    await page.keyboard.insertText("// ");
    await lines().getByText("// assert.equal").waitFor();
  });

  it("has one of its cases run again by itself", async () => {
    await button("Run is wrong alone").click();
    await stage("Done");
    await panel().getByRole("status").getByText("1 of 1 passed", { exact: true }).waitFor();
  });

  it("has the case run by itself that the caret is in", async () => {
    await lines().getByText("sees its phone").click();
    await page.keyboard.press("Control+Alt+Enter");
    await stage("Done");
    await panel().getByRole("status").getByText("1 of 1 passed", { exact: true }).waitFor();
    await came("sees its phone", "Passed");
  });

  it("is stopped at once, however long it would go on", async () => {
    await write(
      'import { test } from "node:test";\ntest("goes on", () => new Promise((done) => setInterval(done, 1e9)));\n',
    );
    await button("Run").click();
    await came("goes on", "Running");
    await button("Stop").click();
    await stage("Stopped");
    await came("goes on", "Not finished");
    expect(await button("Run").isEnabled()).toBe(true);
  });

  it("that cannot be read says why, with the line", async () => {
    await write("import { test } from 'node:test';\nthis is no script\n");
    await button("Run").click();
    await stage("Could not run");
    await panel().getByRole("alert").getByText("SyntaxError").waitFor();
    await button(`${FILE}:2`).click();
    await page.getByText("Line 2, column 1", { exact: true }).waitFor();
  });

  describe("of steps", () => {
    beforeAll(async () => {
      file = STEPS_FILE;
      await page.getByRole("tree", { name: "Files" }).getByText("keys.yaml", { exact: true }).click();
      await lines().getByText("id: second").waitFor();
    });
    afterAll(async () => {
      file = FILE;
      await page.getByRole("tree", { name: "Files" }).getByText("device.test.ts", { exact: true }).click();
    });

    const rowOf = async (place: Locator): Promise<number> => Math.round((await place.boundingBox())?.y ?? -1);
    const mark = (which: "runs" | "held") => page.locator(`.edit-code .edit-line-${which}`);
    const marked = async (which: "runs" | "held", text: string) =>
      expect(await rowOf(mark(which))).toBe(await rowOf(lines().locator(".view-line").filter({ hasText: text })));

    it("runs those that are selected alone, with what their case declares, and marks the line that runs", async () => {
      await lines().getByText("id: second").click();
      await page.keyboard.press("Shift+ArrowDown");
      await button("Run selection").click();
      await stage("Done");
      await panel().getByText("lines 7 to 8", { exact: true }).waitFor();
      await caseOf("keys").getByRole("button").first().click();
      await panel().getByText("third lighthouse", { exact: true }).waitFor();
      expect(await panel().locator(".trial-steps > li").count()).toBe(2);
      // Each with the screen before it and after, which open large.
      await panel().locator(".udt-step-pair").nth(1).click();
      const large = page.getByRole("dialog");
      await large.getByText("Step 2", { exact: true }).waitFor();
      await expect
        .poll(() =>
          large
            .locator("img")
            .first()
            .evaluate((image: HTMLImageElement) => image.naturalHeight),
        )
        .toBeGreaterThan(500);
      await page.keyboard.press("Escape");
      await large.waitFor({ state: "detached" });

      await lines().getByText("id: rest").click();
      await page.keyboard.press("Control+Shift+Enter");
      await mark("runs").waitFor();
      await marked("runs", "id: rest");
      await button("Stop").click();
      await stage("Stopped");
      await mark("runs").waitFor({ state: "detached" });
    });

    it("stops before one with a breakpoint, however the file is edited, and goes on by one or to the next", async () => {
      await lines().getByText("id: second").click();
      await page.keyboard.press("F9");
      await page.locator(".edit-breakpoint").waitFor();
      await page.getByRole("button", { name: "Breakpoint", exact: true, pressed: true }).waitFor();
      await page.keyboard.press("Control+Enter");
      await stage("Waiting at line 7");
      await marked("held", "id: second");
      // The phone is its user's meanwhile, and the file goes on being written.
      await debug.tap(200, 200);
      await lines().getByText("variables").click();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.keyboard.insertText("# more");
      await stage("Waiting at line 8");
      await marked("held", "id: second");
      await page.keyboard.press("F10");
      await stage("Waiting at line 9");
      // Another is set beside the lines while it waits.
      const row = await rowOf(lines().locator(".view-line").filter({ hasText: "id: rest" }));
      const left = (await page.locator(".edit-code .glyph-margin").boundingBox())?.x ?? 0;
      await page.mouse.click(left + 8, row + 8);
      await expect.poll(() => page.locator(".edit-breakpoint").count()).toBe(2);
      await panel().getByRole("button", { name: "Continue", exact: true }).click();
      await stage("Waiting at line 10");
      await marked("held", "id: rest");
      await button("Stop").click();
      await stage("Stopped");
      await mark("held").waitFor({ state: "detached" });
    });
  });

  it("asks once for the account that its steps type, and runs with it", async () => {
    file = ACCOUNT_FILE;
    await page.getByRole("tree", { name: "Files" }).getByText("account.yaml", { exact: true }).click();
    await lines().getByText("id: same").waitFor();
    await button("Run").click();
    const dialog = page.getByRole("dialog", { name: "Account of runs here" });
    await dialog.getByLabel("Account", { exact: true }).fill("ada");
    await dialog.getByLabel("Password", { exact: true }).fill("a long pass");
    await dialog.getByRole("button", { name: "Run", exact: true }).click();
    await stage("Done");
    await panel().getByText("as ada", { exact: true }).waitFor();
    await panel().getByRole("button", { name: "ada", exact: true }).waitFor();
    await panel().getByRole("button", { name: "Run again", exact: true }).click();
    await stage("Done");
    file = FILE;
    await page.getByRole("tree", { name: "Files" }).getByText("device.test.ts", { exact: true }).click();
  });

  it.each(looks)("is whole in $language while its results show", async (at) => {
    page.once("dialog", (dialog) => void dialog.accept());
    await load(page, at, page.url());
    await debug.live();
    await lines().getByText("test(").first().waitFor();
    await write(TESTS);
    await page.keyboard.press("Control+Enter");
    await page.locator(".trial-failure").waitFor();
    await look("script-run", at, page);
  });

  it.each(looks)("is whole in $language while it waits at a breakpoint", async (at) => {
    const accept = (dialog: Dialog) => void dialog.accept();
    page.on("dialog", accept);
    const before = new URL(page.url());
    const there = new URL(before);
    there.searchParams.set("path", STEPS_FILE);
    await load(page, at, there.href);
    await debug.live();
    await lines().getByText("id: second").click();
    await page.keyboard.press("F9");
    await page.keyboard.press("Control+Enter");
    await page.locator(".edit-line-held").waitFor();
    await look("script-run-held", at, page);
    await load(page, at, before.href);
    page.off("dialog", accept);
  });

  it("ends with the session of its phone", async () => {
    await load(page, looks[0]!, page.url());
    await debug.live();
    await write(
      'import { test } from "node:test";\ntest("goes on", () => new Promise((done) => setInterval(done, 1e9)));\n',
    );
    await button("Run").click();
    await came("goes on", "Running");
    await button("End").click();
    await button("End session").click();
    await stage("Broke off");
    await panel().getByRole("alert").getByText("Broken off by the session", { exact: true }).waitFor();
    const ways = page.getByTitle("The phone beside cannot run scripts now.", { exact: true });
    await ways.filter({ hasText: "Run case" }).waitFor();
    expect(await button("Run").isDisabled()).toBe(true);
  });
});
