/** A file of low-code steps shown and changed as steps: what is done there is done to its text, and nothing else of that. */
import { ENDPOINTS } from "@udt/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugPage, debugButton, openWithScripts } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";
import { placeOnScreen } from "./script-recording.ts";

const query = { project: "demo" };
const FILE = "cases/shop.yaml";
const TEXT = `# The shop's first steps.
low_code: 1
variables: { word: lamp }
cases:
  - name: signs in
    data: # one case for each row
      - { row: Ada, who: ada@example.com }
      - { row: Grace, who: grace@example.com }
    steps:
      - { id: open, action: start_app, package: dev.udt.shop, clear: true }
      # the person at the top
      - id: account # an icon
        action: tap
        locator: { by: ui, id: account_btn }
        fallback:
          - { by: ui, id: account_button }
        timeout: 30
      - id: twice
        action: loop
        times: 2
        steps:
          - { id: rest, action: wait, seconds: 0 }
      - { id: home, name: press Home, action: key, key: GoHome }
  - name: another
    steps:
      - { id: turn, action: rotate, on_failure: ignore }
`;
let scene: Awaited<ReturnType<typeof openWithScripts>>;
let page: Page;
let debug: DebugPage;
let repo_id: string;

beforeAll(async () => {
  scene = await openWithScripts("low_code", { [FILE]: TEXT });
  ({ page, debug, repo_id } = scene);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${scene.udt.url}/demo/script-edit/${repo_id}?path=${FILE}`);
});
afterAll(async () => {
  await scene?.browser.close();
  await scene?.udt.stop();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const tree = () => page.locator(".steps-tree");
const step = (id: string) => tree().locator(`[data-step="${id}"]`);
const order = () =>
  tree()
    .locator("[data-step]")
    .evaluateAll((all) => all.map((each) => each.getAttribute("data-step")));
const view = (name: "Text" | "Steps") => page.locator(".edit-view-switch").getByText(name, { exact: true }).click();
const unsaved = (count: 0 | 1) =>
  page.getByText("1 unsaved change", { exact: true }).waitFor({ state: count === 1 ? "visible" : "detached" });
const form = () => tree().locator("form");
const saved = async () =>
  (await scene.client.call(ENDPOINTS.scriptFile, { params: { repo_id }, query: { ...query, path: FILE } })).text ?? "";
async function save(): Promise<string> {
  await button("Save").click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as commit").first().waitFor();
  await unsaved(0);
  return saved();
}

describe("a low-code file as steps", { timeout: 240_000 }, () => {
  it("says what each step does, and goes on showing so", async () => {
    await page.locator(".edit-code .view-lines").getByText("low_code").waitFor();
    await view("Steps");
    await step("open").getByText("Start dev.udt.shop with its data cleared").waitFor();
    await step("account").getByText("Tap account_btn", { exact: true }).waitFor();
    await step("account").getByText("1 fallback", { exact: true }).waitFor();
    await step("twice").getByText("Repeat 2 times").waitFor();
    expect(await order()).toEqual(["open", "account", "twice", "rest", "home", "turn"]);
    await page.getByRole("tree", { name: "Steps of shop.yaml" }).waitFor();
    await tree().getByText("2 rows of data").waitFor();
    await page.getByText("No problems", { exact: true }).waitFor();
    await page.reload();
    await step("home").getByText("Press Home", { exact: true }).waitFor();
    await unsaved(0);
  });

  it("is put into another order by the keyboard and by dragging, and back by undoing", async () => {
    await step("home").click();
    await page.keyboard.press("Tab");
    await tree().focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(order).toEqual(["open", "account", "twice", "rest", "home", "turn"]);
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(order).toEqual(["open", "account", "home", "twice", "rest", "turn"]);
    await unsaved(1);
    for (let times = 0; times < 3; times++) await page.keyboard.press("Control+z");
    await unsaved(0);
    await step("account").hover();
    await step("account")
      .locator(".steps-drag")
      .dragTo(step("turn"), { targetPosition: { x: 200, y: 40 } });
    await expect.poll(order).toEqual(["open", "twice", "rest", "home", "turn", "account"]);
    await tree().focus();
    await page.keyboard.press("Control+z");
    await expect.poll(order).toEqual(["open", "account", "twice", "rest", "home", "turn"]);
    await unsaved(0);
  });

  it("has steps disabled, deleted, duplicated and added, each as one change of its lines", async () => {
    await step("twice").click();
    await button("Disable").click();
    await step("twice").getByText("Disabled", { exact: true }).waitFor();
    await step("turn").click();
    await button("Duplicate").click();
    await step("turn-2").waitFor();
    await page.keyboard.press("Delete");
    await tree().focus();
    await page.keyboard.press("Delete");
    await page.getByText("1 step deleted", { exact: true }).waitFor();
    await page.locator(".steps-note").getByRole("button", { name: "Undo", exact: true }).click();
    await step("turn-2").waitFor();
    await tree().focus();
    await page.keyboard.press("Control+z");
    await step("turn-2").waitFor({ state: "detached" });
    await step("home").click();
    await button("Add step").click();
    await page.getByRole("menuitem", { name: "Press a key", exact: true }).click();
    await step("key").getByText("Press Back", { exact: true }).waitFor();
    await form().getByRole("spinbutton", { name: "Times" }).fill("3");
    await page.keyboard.press("Enter");
    await step("key").getByText("Press Back 3 times").waitFor();
    await page.keyboard.press("Escape");
    await form().waitFor({ state: "detached" });
  });

  it("has a locator said by pointing at the phone", async () => {
    await step("account").click();
    await tree().focus();
    await page.keyboard.press("Enter");
    await form()
      .getByRole("group", { name: "Locator", exact: true })
      .getByRole("button", { name: "Point at the phone" })
      .click();
    await debugButton(page).click();
    await debug.live();
    const params = { test_id: debug.test_id, device_id: new URL(page.url()).searchParams.get("device_id")! };
    await scene.client.call(ENDPOINTS.appStart, { params, query, body: { package_name: "dev.udt.shop" } });
    const place = await placeOnScreen(scene.client, debug, params, "account_button");
    await page.locator(".dbg-inspect-status").getByText("Up to date").waitFor();
    await debug.tap(...place);
    await step("account").getByText("Tap account_button", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
  });

  it("runs, and shows how each step came out", async () => {
    await button("Run").click();
    await step("account").getByRole("img", { name: "Passed", exact: true }).waitFor();
    await step("home").getByRole("img", { name: "Passed", exact: true }).waitFor();
    await page
      .getByRole("region", { name: `Run of ${FILE}` })
      .getByText("Done", { exact: true })
      .waitFor();
    expect(await step("rest").getByRole("img", { name: "Passed", exact: true }).count()).toBe(0);
  });

  it("waits at a breakpoint that is set beside a step", async () => {
    await step("home").getByRole("button", { name: "Stop before this step" }).click();
    await button("Run").click();
    await step("home").getByRole("img", { name: "Waiting here", exact: true }).waitFor();
    await button("Stop").click();
  });

  it("keeps a breakpoint with its step, wherever that goes", async () => {
    const stops = () =>
      tree()
        .locator("[data-step]")
        .filter({
          has: page.locator(":scope > .steps-row").getByRole("button", { name: "Do not stop before this step" }),
        })
        .evaluateAll((all) => all.map((each) => each.getAttribute("data-step")));
    await step("home").click();
    await tree().focus();
    for (let times = 0; times < 3; times++) await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(order).toEqual(["open", "account", "home", "twice", "rest", "key", "turn"]);
    await expect.poll(stops).toEqual(["home"]);
    await button("Duplicate").click();
    await step("home-2").waitFor();
    expect(await stops()).toEqual(["home"]);
    await step("home").click();
    await tree().focus();
    await page.keyboard.press("Delete");
    await step("home").waitFor({ state: "detached" });
    await expect.poll(stops).toEqual([]);
    for (let times = 0; times < 5; times++) await page.keyboard.press("Control+z");
    await expect.poll(order).toEqual(["open", "account", "twice", "rest", "home", "key", "turn"]);
    await expect.poll(stops).toEqual(["home"]);
    await step("home").getByRole("button", { name: "Do not stop before this step" }).click();
    await expect.poll(stops).toEqual([]);
  });

  it("has steps made a block, and its rows of data changed in a table", async () => {
    await step("open").click();
    await step("account").click({ modifiers: ["Shift"] });
    await button("Make a block").click();
    await page.getByRole("dialog").getByRole("textbox").fill("begin");
    await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
    await step("begin").getByText("Run block begin", { exact: true }).waitFor();
    await button("Edit signs in").click();
    await page.getByRole("textbox", { name: "who, row 2" }).fill("lin@example.com");
    await page.keyboard.press("Enter");
    await button("Add a row").click();
    await tree().getByText("3 rows of data").waitFor();
    await page.getByRole("textbox", { name: "row, row 3" }).fill("Kim");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
  });

  it("saves just that, with all that was remarked", async () => {
    const [, located = "", ...others] = /\n        locator: (.*)\n/.exec(await save()) ?? [];
    expect(others).toEqual([]);
    expect(located).toMatch(/^\{ by: ui, id: "?dev.udt.shop:id\/account_button"? \}$/);
    expect(await saved()).toBe(`# The shop's first steps.
low_code: 1
variables: { word: lamp }
blocks:
  begin:
    steps:
      - { id: open, action: start_app, package: dev.udt.shop, clear: true }
      # the person at the top
      - id: account # an icon
        action: tap
        locator: ${located}
        fallback:
          - { by: ui, id: account_button }
        timeout: 30
cases:
  - name: signs in
    data: # one case for each row
      - { row: Ada, who: ada@example.com }
      - { row: Grace, who: lin@example.com }
      - { row: Kim, who: "" }
    steps:
      - { id: begin, action: call, block: begin }
      - id: twice
        action: loop
        times: 2
        disabled: true
        steps:
          - { id: rest, action: wait, seconds: 0 }
      - { id: home, name: press Home, action: key, key: GoHome }
      - { id: key, action: key, key: GoBack, times: 3 }
  - name: another
    steps:
      - { id: turn, action: rotate, on_failure: ignore }
`);
  });

  it("that is no YAML leads back to the text, at the line that is wrong", async () => {
    await view("Text");
    await page.locator(".edit-code .view-lines").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("  - ]");
    await view("Steps");
    await page.getByText("This file cannot be shown as steps").waitFor();
    await page.getByRole("button", { name: /^Go to line/ }).click();
    await page.locator(".edit-code .view-lines").getByText("- ]").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".edit-code") !== null)).toBe(true);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await page.locator(".edit-code .view-lines").getByText("low_code").waitFor();
    await unsaved(0);
    await view("Steps");
  });

  it.each(looks)("is whole in $language, with a form open", async (at) => {
    await load(page, at, page.url());
    await step("home").click();
    await tree().focus();
    await page.keyboard.press("Enter");
    await form().waitFor();
    await look("low-code-steps-view", at, page);
  });
});
