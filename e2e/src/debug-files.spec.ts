import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { DebugPage, enter } from "./console-pages.ts";

const HOSTILE = `it's "a" $(x) 写真 😀.txt`;
const query = { project: "demo" };

let page: Page;
let debug: DebugPage;
let udt: Udt;
let browser: BrowserContext;
let client: Client;

const panel = () => page.locator(".dbg-tabpanel:not([hidden])");
const row = (name: string) => panel().locator(".dbg-file-row").filter({ hasText: name });
const names = () => panel().locator(".dbg-file-name").allInnerTexts();
const transfer = (name: string) => panel().locator("[data-transfer]").filter({ hasText: name });
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(content),
});
const params = () => {
  const address = new URL(page.url()).searchParams;
  return { test_id: address.get("test_id")!, device_id: address.get("device_id")! };
};

async function upload(...files: ReturnType<typeof file>[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await panel().getByRole("button", { name: "Upload", exact: true }).click();
  await (await chooser).setFiles(files);
}

/** Drops files on an element as a file manager does. */
async function drop(selector: string, files: { name: string; content: string }[]): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const { name, content } of given) transfer.items.add(new File([content], name));
    return transfer;
  }, files);
  for (const type of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent(selector, type, { dataTransfer: data });
}

/** In the terminal's tab, and back. */
async function run(command: string): Promise<string> {
  const said = await debug.run(command);
  await debug.tab("Files").click();
  return said;
}

beforeAll(async () => {
  [udt, browser] = await Promise.all([startUdt({ phones: 1 }), openBrowser({ acceptDownloads: true })]);
  page = browser.pages()[0] ?? (await browser.newPage());
  client = await udt.signIn();
  await enter(page, udt);
  debug = await DebugPage.start(page, udt, "Virtual One");
  await debug.tab("Files").click();
  return async () => {
    await browser.close();
    await udt.stop();
  };
});

describe("the Files tab", () => {
  it("begins at the shared storage, and goes down and up", async () => {
    await expect.poll(names).toEqual(expect.arrayContaining(["DCIM", "Download"]));
    await row("DCIM").locator(".dbg-file-name").click();
    await expect.poll(() => panel().getByRole("heading", { name: "Nothing here" }).count()).toBe(1);
    await panel().getByRole("navigation", { name: "Folder" }).getByRole("button", { name: "sdcard" }).click();
    await expect.poll(names).toContain("Download");
    await panel().getByRole("button", { name: "/data/local/tmp" }).click();
    await expect.poll(() => panel().getByRole("button", { name: "tmp", exact: true }).count()).toBe(1);
  });

  it("makes a folder, and keeps its place while another tab is open", async () => {
    await panel().getByRole("button", { name: "/sdcard/Download" }).click();
    await panel().getByRole("button", { name: "New folder" }).click();
    await page.keyboard.type("mine 一");
    await page.keyboard.press("Enter");
    await row("mine 一").locator(".dbg-file-name").click();
    await debug.tab("Log").click();
    await debug.tab("Files").click();
    await expect.poll(() => panel().locator(".dbg-crumbs [aria-current]").innerText()).toBe("mine 一");
  });

  it("uploads several files by the button and by dropping them, whatever they are called", async () => {
    await upload(file(HOSTILE, "first"), file("two.txt", "second"));
    await expect.poll(names).toEqual(expect.arrayContaining([HOSTILE, "two.txt"]));
    await expect.poll(() => transfer(HOSTILE).getAttribute("data-transfer")).toBe("done");
    await drop(".dbg-files", [
      { name: "dropped.txt", content: "third" },
      { name: "-rf", content: "fourth" },
    ]);
    await expect.poll(names).toEqual(expect.arrayContaining(["dropped.txt", "-rf"]));
    expect(await run('cat "/sdcard/Download/mine 一/-rf"')).toContain("fourth");
  });

  it("asks before it replaces", async () => {
    await upload(file("two.txt", "another"));
    const refused = transfer("two.txt").filter({ hasText: "exists already" });
    await expect.poll(() => refused.count()).toBe(1);
    expect(await run('cat "/sdcard/Download/mine 一/two.txt"')).toContain("second");
    await refused.getByRole("button", { name: "Replace it" }).click();
    await expect.poll(() => run('cat "/sdcard/Download/mine 一/two.txt"')).toContain("another");
  });

  it("shows a text and a picture", async () => {
    await row(HOSTILE).locator(".dbg-file-name").click();
    const drawer = page.locator(".ant-drawer-open");
    await expect.poll(() => drawer.locator("pre").innerText()).toBe("first");
    await page.keyboard.press("Escape");
    await run('screencap -p "/sdcard/Download/mine 一/screen.png"');
    await panel().getByRole("button", { name: "Read again" }).click();
    await row("screen.png").locator(".dbg-file-name").click();
    const width = () => drawer.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(720);
    await page.keyboard.press("Escape");
    await expect.poll(() => drawer.count()).toBe(0);
  });

  it("downloads a file, and a folder as an archive", async () => {
    const download = async (name: string) => {
      const coming = page.waitForEvent("download");
      await row(name).hover();
      await panel()
        .getByRole("button", { name: `Download ${name}`, exact: true })
        .click();
      const got = await coming;
      return { name: got.suggestedFilename(), bytes: await readFile(await got.path()) };
    };
    expect((await download("dropped.txt")).bytes.toString()).toBe("third");
    await panel().getByRole("button", { name: "/sdcard/Download" }).click();
    const archive = await download("mine 一");
    expect(archive.name).toBe("mine 一.tar");
    expect(archive.bytes.includes("mine 一/dropped.txt")).toBe(true);
    expect(archive.bytes.includes("third")).toBe(true);
  });

  it("renames in its place, and deletes after naming what is lost, by the keyboard", async () => {
    await row("mine 一").locator(".dbg-file-name").focus();
    await page.keyboard.press("Enter");
    await row("dropped.txt").locator(".dbg-file-name").focus();
    await page.keyboard.press("F2");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("renamed.txt");
    await page.keyboard.press("Enter");
    await expect.poll(names).toEqual(expect.arrayContaining(["renamed.txt"]));
    await row("renamed.txt").locator(".dbg-file-name").focus();
    await page.keyboard.press("Delete");
    const question = page.getByRole("dialog");
    await expect.poll(() => question.innerText()).toContain("/sdcard/Download/mine 一/renamed.txt");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect.poll(names).not.toContain("renamed.txt");
    await row("-rf").locator(".dbg-file-name").focus();
    await page.keyboard.press("Backspace");
    await expect.poll(names).toContain("mine 一");
  });

  it("says what the device refuses, in words and the device's own", async () => {
    await panel().getByRole("navigation", { name: "Folder" }).getByRole("button", { name: "/", exact: true }).click();
    await row("system").locator(".dbg-file-name").click();
    await panel().getByRole("button", { name: "New folder" }).click();
    await page.keyboard.type("no");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => panel().getByRole("alert").innerText())
      .toContain("/system/no lies where the device can only be read");
    await page.keyboard.press("Escape");
    await run("udt-fault disk_full true");
    await panel().getByRole("button", { name: "/sdcard/Download" }).click();
    await upload(file("big.bin", Buffer.alloc(300_000)));
    await expect
      .poll(() => transfer("big.bin").getByRole("alert").innerText())
      .toContain("no space left for /sdcard/Download/big.bin");
    expect(await transfer("big.bin").innerText()).toContain("No space left on device");
    await run("udt-fault reset");
  });

  it("calls an upload off, and nothing of it stays", async () => {
    await page.context().route("**/v1/filebrowser/**/file?*", async (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      // Held until it is called off.
      return undefined;
    });
    await upload(file("slow.bin", Buffer.alloc(1_000_000)));
    await transfer("slow.bin").getByRole("button", { name: "Cancel slow.bin" }).click();
    await expect.poll(() => transfer("slow.bin").getAttribute("data-transfer")).toBe("cancelled");
    await page.context().unroute("**/v1/filebrowser/**/file?*");
    expect(await names()).not.toContain("slow.bin");
  });

  it("scrolls through ten thousand entries", async () => {
    const body = { path: "/sdcard/Download/many" };
    await client.call(ENDPOINTS.fileFolder, { params: params(), query, body });
    await run("cd /sdcard/Download/many; i=0; while [ $i -lt 10000 ]; do > f$i; i=$((i+1)); done");
    await panel().getByRole("button", { name: "/sdcard/Download" }).click();
    await row("many").locator(".dbg-file-name").click();
    await expect.poll(() => names()).toContain("f0");
    expect(await panel().locator(".dbg-file-row").count()).toBeLessThan(80);
    await panel().locator(".dbg-file-name").first().focus();
    await page.keyboard.press("End");
    await expect.poll(names).toContain("f9999");
  });

  it("takes what is dropped on the screen and no app, and says where it went", async () => {
    await drop(".dbg-surface", [{ name: "notes ' 1.txt", content: "for the device" }]);
    await expect.poll(() => page.locator(".dbg-hint").innerText()).toContain("/sdcard/Download");
    await expect.poll(() => run(`cat "/sdcard/Download/notes ' 1.txt"`)).toContain("for the device");
  });

  it("leaves nothing on the device when the session ends", async () => {
    const call = { params: params(), query };
    await client.call(ENDPOINTS.testCancel, call);
    await udt.idleDevices(1);
    const { list } = await client.call(ENDPOINTS.deviceList, { query });
    const body = { kind: "debug" as const, device_id: list[0]!.device_id, duration_minutes: 10 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    const read = () =>
      client.call(ENDPOINTS.fileList, {
        params: { test_id, device_id: list[0]!.device_id },
        query: { ...query, path: "/sdcard/Download" },
      });
    await expect.poll(() => read().catch(() => undefined)).toMatchObject({ list: [] });
  });
});
