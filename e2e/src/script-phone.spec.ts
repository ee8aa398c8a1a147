/** A phone beside the script editor: chosen there, driven there, and what is picked on its screen becomes steps of the open file. */
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DebugPage, debugButton, openAtPhone } from "./console-pages.ts";
import { load, look, looks, narrowed } from "./look.ts";
import { placeOnScreen } from "./script-recording.ts";

const query = { project: "demo" };
const FILE = "cases/device.yaml";
let udt: Udt;
let client: Client;
let browser: BrowserContext & AsyncDisposable;
let page: Page;
let debug: DebugPage;
let repo_id: string;

beforeAll(async () => {
  ({ udt, client, browser, page } = await openAtPhone());
  debug = new DebugPage(page);
  const body = { name: "Sign in", template: "low_code" } as const;
  ({ repo_id } = await client.call(ENDPOINTS.scriptCreate, { query, body }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${udt.url}/demo/script-edit/${repo_id}?path=${FILE}`);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

const beside = () => page.getByRole("complementary", { name: "Phone" });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const lines = () => page.locator(".edit-code .view-lines");
const hint = (text: string) => page.locator(".dbg-hint").getByText(text);
/** What of the phone's code the page has asked for. */
const phoneCode = () =>
  page.evaluate(() =>
    performance.getEntriesByType("resource").flatMap(({ name }) => (name.includes("phone-beside") ? [name] : [])),
  );
const saved = async () =>
  (await client.call(ENDPOINTS.scriptFile, { params: { repo_id }, query: { ...query, path: FILE } })).text ?? "";
const params = () => ({ test_id: debug.test_id, device_id: new URL(page.url()).searchParams.get("device_id")! });

const placeOf = (resource_id: string) => placeOnScreen(client, debug, params(), resource_id);
/** Presses an element on the picture once what is known of the screen is of this picture. */
async function pick(resource_id: string): Promise<void> {
  const place = await placeOf(resource_id);
  await page.locator(".dbg-inspect-status").getByText("Up to date").waitFor();
  await debug.tap(...place);
}
async function save(): Promise<void> {
  await button("Save").click();
  await page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved as commit").first().waitFor();
}

describe("a phone beside the editor", { timeout: 240_000 }, () => {
  it("is chosen among those that are free, and driven there", async () => {
    await lines().getByText("press Home").waitFor();
    // Who wants no phone loads nothing of it.
    expect(await phoneCode()).toEqual([]);
    await button("Phone").click();
    await beside().getByRole("region", { name: "Free phones" }).waitFor();
    expect(await phoneCode()).not.toEqual([]);
    await debugButton(page).click();
    await debug.live();
    expect(new URL(page.url()).pathname).toBe(`/demo/script-edit/${repo_id}`);
    await client.call(ENDPOINTS.appStart, { params: params(), query, body: { package_name: "dev.udt.shop" } });
    await debug.tap(...(await placeOf("account_button")));
    await placeOf("sign_in_button");
    // At this width both are usable.
    const [phone, code] = [(await beside().boundingBox())!, (await page.locator(".edit-code").boundingBox())!];
    expect(phone.width).toBeGreaterThanOrEqual(320);
    expect(code.width).toBeGreaterThanOrEqual(380);
    expect(code.x + code.width).toBeLessThanOrEqual(phone.x);
  });

  it("is there again with its session after a reload", async () => {
    const { test_id } = params();
    await page.reload();
    await debug.live();
    expect(params().test_id).toBe(test_id);
  });

  it("says what the pointer is over, and a press puts its locator into the open file as a step", async () => {
    await lines().getByText("press Home").click();
    await button("Inspect").click();
    const place = await placeOf("sign_in_button");
    await page.locator(".dbg-inspect-status").getByText("Up to date").waitFor();
    await debug.tap(...place);
    await hint("Inserted into device.yaml").waitFor();
    const facts = page.locator(".dbg-beside-facts");
    for (const fact of ["dev.udt.shop:id/sign_in_button", "Sign in", "Button", "×"])
      await facts.getByText(fact, { exact: false }).first().waitFor();
    const best = page.locator(".dbg-beside-namings li").first();
    expect(await best.getAttribute("data-by")).toBe("resource_id");
    await best.getByText("1 match", { exact: true }).waitFor();
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    await save();
    const [above, below] = (await saved()).split('      - id: step-1\n        name: "Tap “sign_in_button”"\n');
    expect(above).toMatch(/\n      - \{ id: home, .*\n$/);
    expect(below).toMatch(
      /^        action: tap\n        locator: \{ by: ui, id: "dev.udt.shop:id\/sign_in_button" \}\n/,
    );
    expect(below).toMatch(/\n      - \{ id: rest, .*\n$/);
    // The phone was looked at, not touched.
    await placeOf("sign_in_button");
  });

  it("puts another way of naming it in its place, and takes both back by undoing", async () => {
    await pick("email_input");
    await lines().getByText("id: step-2").waitFor();
    await button("Insert by Path").click();
    await lines().getByText("locator: { by: ui, path:").waitFor();
    expect(await lines().getByText("action: tap").count()).toBe(2);
    await lines().getByText("press Home").click();
    await page.keyboard.press("Control+z");
    await lines().getByText("id: step-2").waitFor({ state: "detached" });
    await page.getByText("1 unsaved change", { exact: true }).waitFor({ state: "detached" });
  });

  it("inserts by the keyboard, too, from the tree of what is on the screen", async () => {
    await page.locator(".dbg-beside-tree summary").focus();
    await page.keyboard.press("Enter");
    const tree = page.getByRole("tree", { name: "Elements on the screen" });
    await tree.getByText("#sign_in_form").first().waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    await lines().click();
    await page.keyboard.press("Control+z");
    await page.getByText("1 unsaved change", { exact: true }).waitFor({ state: "detached" });
  });

  it("offers nothing to insert where no file takes it, and says why", async () => {
    await page.getByRole("tree", { name: "Files" }).getByText("README.md", { exact: true }).click();
    await beside().getByText("Locators go into low-code").waitFor();
    expect(await beside().getByText("A press inserts").count()).toBe(0);
    await page.getByRole("tree", { name: "Files" }).getByText("device.yaml", { exact: true }).click();
    await beside().getByText("A press inserts").waitFor();
  });

  it("is made wider by the keyboard, and lies over the text where there is no room for both", async () => {
    const handle = beside().getByRole("separator");
    const before = (await beside().boundingBox())!.width;
    await handle.focus();
    await page.keyboard.press("ArrowLeft");
    expect((await beside().boundingBox())!.width).toBe(before + 24);
    await page.keyboard.press("Enter");
    expect((await beside().boundingBox())!.width).toBe(before);
    await page.setViewportSize({ width: 900, height: 800 });
    const [phone, body] = [(await beside().boundingBox())!, (await page.locator(".edit-body").boundingBox())!];
    expect(phone).toEqual(body);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it.each(looks)("is whole in $language: the choice, and the phone with what is picked on it", async (at) => {
    const address = page.url();
    await load(page, at, `${udt.url}/demo/script-edit/${repo_id}?path=${FILE}&phone=beside`);
    await page.locator(".dbg-beside-choose li").first().waitFor();
    await look("script-phone-choice", at, page);
    await load(page, at, address);
    await debug.live();
    await page.locator(".dbg-beside-acts button[aria-pressed]").click();
    await page.locator(".dbg-inspect:not([data-stale])").waitFor();
    await until("an element's names", async () => {
      await debug.tap(...(await placeOf("sign_in_button")));
      return (await page.locator(".dbg-beside-namings li").count()) > 0 || undefined;
    });
    await page.locator(".dbg-inspect:not([data-stale])").waitFor();
    await look("script-phone", at, page);
  });

  it("tells that its session was ended, and gives way to another phone or to the text alone", async () => {
    await load(page, looks[0]!, page.url());
    await debug.live();
    await button("End").click();
    await button("End session").click();
    expect(await debug.endReason()).toBe("user");
    await beside().getByText("You ended the session").waitFor();
    await look("script-phone-ended", narrowed(looks[0]!), page);
    await button("Choose another phone").click();
    await beside().getByRole("region", { name: "Free phones" }).waitFor();
    expect(new URL(page.url()).searchParams.has("test_id")).toBe(false);
    await button("Close the phone: its session goes on").click();
    await beside().waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.has("phone")).toBe(false);
  });
});
