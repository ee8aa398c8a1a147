/** The Files tab's tree, and whole folders on their way to the device. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, looks } from "./look.ts";

const HOSTILE = `it's "a" $(x) 写真 😀`;
const HOME = "/sdcard/Download";

let page: Page;
let debug: DebugPage;
let udt: Udt;
let browser: BrowserContext;
let client: Client;
let disk: string;

const panel = () => page.locator(".dbg-tabpanel:not([hidden])");
const row = (name: string) => panel().locator(".dbg-file-row").filter({ hasText: name });
const transfer = (name: string) => panel().locator("[data-transfer]").filter({ hasText: name }).first();
const tree = () => panel().getByRole("tree", { name: "Folders" });
const item = (name: string) => tree().getByRole("treeitem", { name, exact: true });
const focused = () => page.evaluate(() => document.activeElement?.textContent);

async function listOf(path: string): Promise<string[]> {
  const address = new URL(page.url()).searchParams;
  const params = { test_id: address.get("test_id")!, device_id: address.get("device_id")! };
  const { list } = await client.call(ENDPOINTS.fileList, { params, query: { project: "demo", path } });
  return list.map(({ name }) => name).toSorted();
}

/** A folder of the user's disk, dropped as a file manager does. */
async function dropFolder(selector: string, path: string): Promise<void> {
  const box = (await panel().locator(selector).or(page.locator(selector)).first().boundingBox())!;
  const protocol = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await protocol.send("Input.dispatchDragEvent", { type, ...at, data });
  await protocol.detach();
}

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 1 }), openBrowser()]);
  disk = mkdtempSync(join(tmpdir(), "udt-folders-"));
  for (const folder of [`mine/${HOSTILE}`, "mine/empty/inner"]) mkdirSync(join(disk, folder), { recursive: true });
  writeFileSync(join(disk, "mine", "top.txt"), "top");
  writeFileSync(join(disk, "mine", HOSTILE, HOSTILE), "deep");
  page = browser.pages()[0] ?? (await browser.newPage());
  client = await udt.signIn();
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "Virtual One");
  await debug.tab("Files").click();
  await row("Download").waitFor();
  return async () => {
    await browser.close();
    await udt.stop();
    rmSync(disk, { recursive: true });
  };
});

describe("the tree of folders", () => {
  it("follows the list, and is read as it is opened", async () => {
    await expect.poll(() => item("sdcard").getAttribute("aria-selected")).toBe("true");
    await row("Download").locator(".dbg-file-name").click();
    await expect.poll(() => item("Download").getAttribute("aria-selected")).toBe("true");
    expect(await item("Download").getAttribute("aria-level")).toBe("3");
    expect(await item("sdcard").getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => item("data").count()).toBe(1);
    expect(await item("local").count()).toBe(0);
  });

  it("is gone through by the keyboard, and opens in the list what is chosen", async () => {
    await item("data").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => item("local").count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).not.toBe("data");
    await item("local").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => item("tmp").count()).toBe(1);
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).toBe("tmp");
    await page.keyboard.press("Enter");
    await expect.poll(() => panel().locator(".dbg-crumbs [aria-current]").innerText()).toBe("tmp");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(focused).toBe("local");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(focused).toBe("data");
    await page.keyboard.press("Home");
    await expect.poll(focused).toBe("/");
    await page.keyboard.press("s");
    await expect.poll(focused).toMatch(/^s/);
    await panel().getByRole("button", { name: HOME }).click();
    await expect.poll(() => item("Download").getAttribute("aria-selected")).toBe("true");
  });

  it("leaves the room to the list where there is too little for both", async () => {
    const bar = page.getByRole("separator").first();
    const { x, y, height } = (await bar.boundingBox())!;
    const at = y + height / 4;
    const drag = async (from: number, to: number) => {
      await page.mouse.move(from, at);
      await page.mouse.down();
      await page.mouse.move(to, at, { steps: 4 });
      await page.mouse.up();
    };
    await drag(x, x + 400);
    await expect.poll(() => tree().isVisible()).toBe(false);
    await drag((await bar.boundingBox())!.x, x);
    await expect.poll(() => tree().isVisible()).toBe(true);
  });
});

describe("a folder", () => {
  it("is sent whole when it is dropped, whatever is in it", async () => {
    // Nothing is in it that it could open.
    await expect.poll(() => item("Download").getAttribute("aria-expanded")).toBeNull();
    await dropFolder(".dbg-files", join(disk, "mine"));
    await expect.poll(() => transfer("mine").getAttribute("data-transfer")).toBe("done");
    expect(await transfer("mine").innerText()).toContain(`3 of 3 files sent to ${HOME}`);
    expect(await listOf(`${HOME}/mine`)).toEqual([HOSTILE, "empty", "top.txt"].toSorted());
    expect(await listOf(`${HOME}/mine/${HOSTILE}`)).toEqual([HOSTILE]);
    expect(await listOf(`${HOME}/mine/empty`)).toEqual(["inner"]);
    await expect.poll(() => row("mine").count()).toBe(1);
    await expect.poll(() => item("Download").getAttribute("aria-expanded")).toBe("false");
    await item("Download").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => item("mine").count()).toBe(1);
  });

  it("names what the device refuses, sends the rest, and replaces what is there when it is told to", async () => {
    writeFileSync(join(disk, "mine", "later.txt"), "later");
    writeFileSync(join(disk, "mine", "top.txt"), "another");
    await dropFolder(".dbg-files", join(disk, "mine"));
    await expect.poll(() => transfer("mine").getAttribute("data-transfer")).toBe("done");
    const refused = transfer("mine").getByRole("alert", { name: "What was not sent" });
    await expect.poll(() => refused.innerText()).toContain("mine/top.txt · ");
    expect(await refused.innerText()).toContain("exists already");
    expect(await listOf(`${HOME}/mine`)).toContain("later.txt");
    expect(await debug.run(`cat ${HOME}/mine/top.txt`)).toContain("top");
    await debug.tab("Files").click();
    await transfer("mine").getByRole("button", { name: "Replace it" }).click();
    await expect.poll(() => refused.count()).toBe(0);
    await expect.poll(() => transfer("mine").innerText()).toContain("4 of 4 files");
    expect(await debug.run(`cat ${HOME}/mine/top.txt`)).toContain("another");
    await debug.tab("Files").click();
  });

  it("is chosen by a button as well", async () => {
    mkdirSync(join(disk, "chosen", "in"), { recursive: true });
    writeFileSync(join(disk, "chosen", "in", "a b.txt"), "1");
    const chooser = page.waitForEvent("filechooser");
    await panel().getByRole("button", { name: "Upload a folder" }).click();
    await (await chooser).setFiles(join(disk, "chosen"));
    await expect.poll(() => transfer("chosen").getAttribute("data-transfer")).toBe("done");
    expect(await listOf(`${HOME}/chosen/in`)).toEqual(["a b.txt"]);
  });

  it("stops where it is when it is called off", async () => {
    mkdirSync(join(disk, "long"));
    for (const name of ["1", "2", "3"]) writeFileSync(join(disk, "long", name), name);
    const puts: string[] = [];
    await page.context().route("**/v1/filebrowser/**/file?*", (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      puts.push(route.request().url());
      // The second is held until it is called off.
      return puts.length > 1 ? undefined : route.fallback();
    });
    await dropFolder(".dbg-files", join(disk, "long"));
    await expect.poll(() => puts.length).toBe(2);
    await transfer("long").getByRole("button", { name: "Cancel long" }).click();
    await expect.poll(() => transfer("long").innerText()).toContain("1 of 3 files are on the device");
    await page.context().unroute("**/v1/filebrowser/**/file?*");
    expect(puts).toHaveLength(2);
    expect(await listOf(`${HOME}/long`)).toHaveLength(1);
  });

  it("goes to the device's downloads when it is dropped on the screen", async () => {
    mkdirSync(join(disk, "on the screen"));
    writeFileSync(join(disk, "on the screen", "x"), "x");
    await dropFolder(".dbg-surface", join(disk, "on the screen"));
    await expect.poll(() => page.locator(".dbg-hint").innerText()).toContain(HOME);
    await expect.poll(() => listOf(`${HOME}/on the screen`).catch(() => [])).toEqual(["x"]);
  });
});

it.each(looks)("are whole in $language", { timeout: 240_000 }, async (at) => {
  await load(page, at, page.url());
  await debug.live();
  await page.locator('[data-tab="files"]').click();
  await row("Download").locator(".dbg-file-name").click();
  await row("mine").first().waitFor();
  await dropFolder(".dbg-files", join(disk, "mine"));
  await page.locator(".dbg-refused").waitFor();
  await look("debug-files", at, page);
});
