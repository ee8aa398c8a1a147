import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApk } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS, LIMITS, type Test, TOUCH_LEGS, type TouchLeg } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { DebugPage, enter, fixQuality } from "./console-pages.ts";

const project = "demo";
const MINUTE = 60_000;
const mimeType = "application/octet-stream";
const apk = (name: string, buffer: Uint8Array) => ({ name, mimeType, buffer: Buffer.from(buffer) });

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;
let debug: DebugPage;

const testNow = (): Promise<Test> =>
  client.call(ENDPOINTS.testGet, { params: { test_id: debug.test_id }, query: { project } });
const end = () => client.call(ENDPOINTS.testCancel, { params: { test_id: debug.test_id }, query: { project } });
const panel = () => page.locator(".dbg-tabpanel:not([hidden])");
const key = (name: string) => page.getByRole("toolbar", { name: "Keys of the device" }).getByRole("button", { name });
/** Gives files to the page as its file dialog would. */
async function upload(...files: ReturnType<typeof apk>[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await panel().getByRole("button", { name: "Upload and install" }).first().click();
  await (await chooser).setFiles(files);
}
/** How far the pictures of two windows are apart: mean of the brightness over a grid, 0 to 255. */
async function difference(one: DebugPage, other: DebugPage): Promise<number> {
  const [a, b] = await Promise.all([one.pixels(), other.pixels()]);
  if (a.width !== b.width || a.height !== b.height) return 255;
  let sum = 0;
  for (let y = 0; y < 100; y++)
    for (let x = 0; x < 100; x++) {
      const place = [Math.floor((x * a.width) / 100), Math.floor((y * a.height) / 100)] as const;
      sum += Math.abs(a.luma(...place) - b.luma(...place));
    }
  return sum / 10_000;
}
/** Where the view is, by the device's own word. */
const view = (attributes: string) =>
  debug.run(`uiautomator dump /sdcard/v.xml > /dev/null; grep -o '[^<]*${attributes}[^>]*' /sdcard/v.xml`);

beforeAll(async () => {
  udt = await startUdt();
  client = await udt.signIn();
  browser = await openBrowser({
    acceptDownloads: true,
    reducedMotion: "no-preference",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  await fixQuality(page, client);
  debug = await DebugPage.start(page, udt, "Virtual One");
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

describe("hands on the phone", () => {
  it("pinches with two fingers, and each is the other's mirror", async () => {
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence()).toBe(0);
    const box = (await debug.canvas.boundingBox())!;
    // A key that goes down elsewhere would come up where nobody waits for it.
    await page.getByLabel("Keyboard of the device").focus();
    await page.keyboard.down("Control");
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.4);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.35, { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up("Control");
    await debug.tab("Log").click();
    const downs = async () =>
      (await debug.logLines())
        .filter((line) => line.includes("TestPattern") && /action=(pointer_)?down/.test(line))
        .map((line) => ["pointer", "x", "y"].map((name) => Number(new RegExp(`${name}=(\\d+)`).exec(line)![1])));
    await expect.poll(async () => (await downs()).length).toBe(2);
    const [first, second] = await downs();
    expect(first![0]).not.toBe(second![0]);
    const { width, height } = await debug.size();
    expect(Math.abs(first![1]! + second![1]! - width)).toBeLessThanOrEqual(3);
    expect(Math.abs(first![2]! + second![2]! - height)).toBeLessThanOrEqual(3);
  });

  it("tells where the time of a touch goes, leg by leg", async () => {
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence()).toBeGreaterThanOrEqual(0);
    const shown = await debug.sequence();
    const box = (await debug.canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
    const stats = page.locator(".dbg-stats");
    const measured = async () =>
      JSON.parse((await stats.getAttribute("data-touch")) ?? "{}") as Record<TouchLeg, number>;
    // The pattern changes at each touch; that before this one is of another.
    const before = await measured();
    const startedAt = performance.now();
    await page.mouse.down();
    await expect.poll(() => debug.sequence()).toBe(shown + 1);
    await expect.poll(measured).not.toEqual(before);
    const took = performance.now() - startedAt;
    await page.mouse.up();
    const touch = await measured();
    expect(Object.keys(touch)).toEqual([...TOUCH_LEGS]);
    for (const leg of TOUCH_LEGS) expect(touch[leg], leg).toBeGreaterThanOrEqual(0);
    // The device draws and the browser decodes: neither takes no time, and all of it passed within the test's own.
    expect(touch.device).toBeGreaterThan(0.1);
    expect(touch.decode).toBeGreaterThan(0.1);
    expect(Object.values(touch).reduce((sum, ms) => sum + ms, 0)).toBeLessThan(took);
    await stats.hover();
    const tip = page.getByRole("tooltip");
    await tip.getByText("Where a touch's time goes").waitFor();
    await tip.getByText("Server to agent").waitFor();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
    await tip.waitFor({ state: "hidden" });
  });

  it("scrolls with the wheel", async () => {
    await debug.startApp("dev.udt.shop");
    await expect.poll(() => view("Aria Headphones")).toContain("bounds");
    const box = (await debug.canvas.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.6);
    await page.mouse.wheel(0, 900);
    await expect.poll(() => view("Aria Headphones"), { timeout: 60_000 }).not.toContain("bounds");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.6);
    await page.mouse.wheel(0, -1600);
    await expect.poll(() => view("Aria Headphones"), { timeout: 60_000 }).toContain("bounds");
  });

  it("sends Back, Home, Backspace and arrows from the keyboard", async () => {
    await debug.startApp("dev.udt.notes");
    await debug.tapView("create_note");
    await debug.tapView("edit_body");
    await page.keyboard.type("abcd");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("X");
    await page.keyboard.press("Home");
    await page.keyboard.type("Y");
    await expect.poll(() => view("edit_body")).toContain('text="YabXc"');
    await debug.tapView("edit_body");
    await page.keyboard.press("Alt+h");
    await expect.poll(() => debug.run("dumpsys activity activities | grep -m1 mResumedActivity")).toContain("launcher");
  });

  it("shares the clipboard both ways", async () => {
    await debug.startApp("dev.udt.notes");
    await debug.tapView("edit_body");
    await page.keyboard.press("Control+a");
    await page.evaluate(() => navigator.clipboard.writeText("pasted 貼り付け"));
    await page.keyboard.press("Control+v");
    await expect.poll(() => view("edit_body")).toContain('text="pasted 貼り付け"');
    await page.evaluate(() => navigator.clipboard.writeText("something else"));
    await debug.tapView("edit_body");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("pasted 貼り付け");
    await page.getByText("Copied from the device").waitFor();
  });

  it("turns with the device", async () => {
    const { width, height } = await debug.size();
    await key("Rotate").click();
    await expect.poll(() => debug.size()).toEqual({ width: height, height: width });
    const box = (await debug.canvas.boundingBox())!;
    expect(box.width).toBeGreaterThan(box.height);
    // Started anew it counts from 0, so that the number cannot be read off another app's picture.
    await debug.run("am force-stop dev.udt.testpattern");
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence()).toBe(0);
    await debug.tap(height / 2, width * 0.6);
    await expect.poll(() => debug.sequence()).toBe(2);
    await key("Rotate").click();
    await expect.poll(() => debug.size()).toEqual({ width, height });
  });

  it("keeps ? and Esc to the page outside the phone, and gives them to the phone inside", async () => {
    await debug.tab("Log").focus();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Shortcuts of the phone").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await debug.startApp("dev.udt.notes");
    await debug.tapView("edit_body");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("what?");
    await expect.poll(() => view("edit_body")).toContain('text="what?"');
    expect(await dialog.isVisible()).toBe(false);
  });
});

describe("the log", () => {
  const say = (level: string, tag: string, text: string) => debug.run(`log -p ${level} -t ${tag} "${text}"`);
  const filter = async (query: string) => {
    await page.getByLabel("Filter", { exact: true }).fill(query);
  };

  it("filters with its language and says what is wrong with a query", async () => {
    await say("i", "JourneyA", "alpha one");
    await say("w", "JourneyA", "alpha two");
    await say("e", "JourneyB", "beta three");
    await debug.tab("Log").click();
    const shown = async () => (await debug.logLines()).map((line) => line.split("\n").at(-1));
    await filter("tag:Journey*");
    await expect.poll(shown).toEqual(["alpha one", "alpha two", "beta three"]);
    await filter("tag:Journey* level:W");
    await expect.poll(shown).toEqual(["alpha two", "beta three"]);
    await filter("tag:Journey* -/two|one/");
    await expect.poll(shown).toEqual(["beta three"]);
    await filter("tag:Journey* /(/");
    await page.getByText("Not a regular expression").waitFor();
    expect(await shown()).toEqual(["beta three"]);
    await filter("tag:Journey* /alpha(?=.*two)/");
    await page.getByText("Look-around, back references").waitFor();
    expect(await shown()).toEqual(["beta three"]);
    await filter("tag:Journey* /^(alp|alpha )+(one)+$/");
    await expect.poll(shown).toEqual(["alpha one"]);
    await filter("tag:nothing-has-this");
    await page.getByText("No line passes the filter.").waitFor();
  });

  it("exports, pauses, follows and clears", async () => {
    await filter("tag:Journey*");
    await expect.poll(async () => (await debug.logLines()).length).toBe(3);
    await panel().getByRole("button", { name: "Export" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "Lines shown (3)" }).click();
    const lines = readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\n");
    expect(lines.map((line) => /(alpha|beta) \w+$/.exec(line)?.[0])).toEqual(["alpha one", "alpha two", "beta three"]);
    await panel().getByRole("button", { name: "Pause" }).click();
    await panel()
      .getByText(/^Paused ·/)
      .waitFor();
    await panel().getByRole("button", { name: "Follow", exact: true }).click();
    await panel()
      .getByText(/^Following ·/)
      .waitFor();
    await panel().getByRole("button", { name: "Clear", exact: true }).click();
    await expect.poll(async () => (await debug.logLines()).length).toBe(0);
    await say("i", "JourneyC", "after");
    await debug.tab("Log").click();
    await expect.poll(async () => (await debug.logLines()).length).toBe(1);
    await filter("");
  });
});

describe("apps", () => {
  it("refuses a wrong type and a name with spaces before anything is sent", async () => {
    await debug.tab("Apps").click();
    await upload(
      apk("notes.txt", new Uint8Array(3)),
      apk("my app.apk", buildApk()),
      apk("phone.ipa", new Uint8Array(3)),
    );
    await panel().getByText("Packages must be one of .apk").waitFor();
    await panel().getByText("File names must not contain spaces.").waitFor();
    await panel().getByText("Wrong file type: .ipa").waitFor();
    for (const _ of [1, 2, 3]) await panel().getByRole("button", { name: "Remove from this list" }).first().click();
    expect(await panel().locator(".uploads-row").count()).toBe(0);
  });

  it("calls what the phone came with as the phone does, and finds it so", async () => {
    await debug.tab("Apps").click();
    await panel().getByRole("checkbox", { name: "System apps" }).check();
    const row = panel().locator('[data-package="dev.udt.notes"]');
    await row.getByText("Notes", { exact: true }).waitFor();
    await row.getByText(/^dev\.udt\.notes · /).waitFor();
    const search = panel().getByRole("textbox", { name: "Search name, package or file" });
    const found = () => panel().locator("[data-package]").getAttribute("data-package");
    for (const words of ["notes", "UDT.NOTES"]) {
      await search.fill(words);
      await expect.poll(found).toBe("dev.udt.notes");
    }
    await search.fill("");
    await panel().getByRole("checkbox", { name: "System apps" }).uncheck();
  });

  it("tells why a broken package was refused, with its request id", async () => {
    await upload(apk("broken.apk", new TextEncoder().encode("PK\u0003\u0004 this is no package")));
    const row = panel().locator('[data-upload="failed"]');
    await row.getByText(/Upload failed: The package cannot be read:/).waitFor();
    await row.getByText(/Request id/).waitFor();
    expect(await row.locator(".udt-mono").innerText()).toMatch(/^\S{8,}$/);
    await row.getByRole("button", { name: "Remove from this list" }).click();
    const { list } = await client.call(ENDPOINTS.appList, { query: { project } });
    // The demo's own.
    expect(list.map(({ file_name }) => file_name)).toEqual(["shop-3.2.0.apk"]);
  });

  it("cancels an installation", async () => {
    await upload(apk("large.apk", buildApk({ packageName: "dev.udt.large", paddingBytes: 24 * 2 ** 20 })));
    // Its one row is the first of the list before anybody knows of what app it is.
    await panel().locator(".dbg-list > li:first-child", { hasText: "large.apk" }).waitFor();
    const row = panel().locator('.dbg-list > li:first-child[data-package="dev.udt.large"]');
    await row.getByRole("button", { name: "Cancel" }).click({ timeout: 60_000 });
    await panel().locator('[data-install="cancelled"]').waitFor();
    expect(await debug.run("pm list packages dev.udt.large")).toBe("");
    await debug.tab("Apps").click();
  });

  it("installs what was uploaded in one row, opens, stops, clears and uninstalls it", async () => {
    const offered = await debug.offers(panel(), "dev.udt.small");
    await upload(apk("small.apk", buildApk({ packageName: "dev.udt.small", labels: { en: "Small" }, label: "Small" })));
    const row = panel().locator('[data-package="dev.udt.small"]');
    await row.getByText("Installed", { exact: true }).waitFor({ timeout: 60_000 });
    expect([await row.count(), (await offered()).includes("Install")]).toEqual([1, false]);
    expect(await panel().locator(".uploads-row", { hasText: "small.apk" }).count()).toBe(0);
    await row.getByRole("button", { name: "Open: Small" }).click();
    await row.getByText("Running").waitFor();
    await row.getByRole("button", { name: "Stop: Small" }).click();
    await row.getByText("Running").waitFor({ state: "hidden" });
    await row.getByRole("button", { name: "Clear data: Small" }).click();
    await page.getByText("Clear the data of Small?").waitFor();
    await page.getByRole("tooltip").getByRole("button", { name: "Clear data", exact: true }).click();
    await page.getByText("Cleared Small").waitFor();
    await row.getByRole("button", { name: "Uninstall: Small" }).click();
    await page.getByText("Uninstall Small?").waitFor();
    await page.getByRole("tooltip").getByRole("button", { name: "Uninstall", exact: true }).click();
    // The project has it still.
    await row.getByText("Uninstalled", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Install", exact: true }).waitFor();
    // A page that is loaded anew shows the same tab, which knows the same.
    await page.reload();
    await row.getByText("Uninstalled", { exact: true }).waitFor();
    expect(await debug.run("pm list packages dev.udt.small")).toBe("");
  });
});

describe("the device's facts", () => {
  it("are what people know it by, without an id of ours", async () => {
    await debug.tab("Device").click();
    await panel().getByText("Serial number").waitFor();
    expect(await panel().innerText()).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });
});

describe("the terminal", () => {
  it("says that the shell ended, and nothing of a connection that was lost", async () => {
    await debug.run("true");
    const rows = async () => (await page.locator(".xterm-rows").innerText()).replaceAll("\u00a0", " ");
    await page.keyboard.insertText("exit 3");
    await page.keyboard.press("Enter");
    await panel().getByRole("button", { name: "New shell" }).click();
    // The next shell's prompt comes after whatever would have been said of the last one.
    await page.locator(".xterm-rows", { hasText: /for a new one.*[$#]/s }).waitFor();
    expect(await rows()).toContain("code 3");
    expect(await rows()).not.toMatch(/reconnect/i);
  });
});

describe("the terminal's lines", () => {
  it("are kept as many as were chosen, at once and ever after", async () => {
    await debug.run("true");
    await page.keyboard.insertText("seq 1 1500; echo DO''NE");
    await page.keyboard.press("Enter");
    await page.locator(".xterm-rows", { hasText: "DONE" }).waitFor();
    const kept = page.locator(".dbg-terminal-lines");
    const choose = async (lines: string) => {
      await page.getByRole("combobox", { name: "Lines kept" }).click();
      await page.locator(".ant-select-item-option", { hasText: new RegExp(`^${lines}$`) }).click();
    };
    /** The lines that show, a page further up each time. */
    const higher = async () => {
      await page.locator(".xterm-helper-textarea").focus();
      await page.keyboard.press("Shift+PageUp");
      return (await page.locator(".xterm-rows > div").allInnerTexts()).map((line) => line.trim());
    };
    await kept.getByText("5,000", { exact: true }).waitFor();
    await expect.poll(higher, { timeout: 30_000 }).toContain("1");
    await choose("1,000");
    // What is above the last thousand and the screen's own is gone, and there is nothing higher.
    await expect.poll(async () => Number((await higher())[0]), { timeout: 30_000 }).toBeGreaterThan(400);
    await page.reload();
    await debug.tab("Terminal").click();
    await kept.getByText("1,000", { exact: true }).waitFor();
    await choose("5,000");
  });
});

describe("two windows on one phone", () => {
  it("shows a late viewer the picture at once, and calls nobody their own onlooker", async () => {
    // A picture that rests: nothing new would come by itself.
    await debug.startApp("dev.udt.shop");
    const other = await openBrowser();
    try {
      const late = other.pages()[0] ?? (await other.newPage());
      await enter(late, udt);
      await late.goto(`${udt.url}/demo/remote/list`);
      await late.getByRole("link", { name: "Back to session: Virtual One" }).click();
      const second = new DebugPage(late);
      await second.live();
      await expect.poll(() => difference(debug, second)).toBeLessThan(2);
      expect((await second.pixels()).spread).toBeGreaterThan(20);
      // One person in two windows, and nobody else who watches.
      for (const window of [late, page]) {
        await window.locator(".dbg-avatar").waitFor();
        expect(await window.locator(".dbg-viewer-words").count()).toBe(0);
      }
      // A touch in one window is seen in both.
      const before = (await debug.pixels()).digest;
      await second.tapView("product_item");
      await expect.poll(async () => (await debug.pixels()).digest).not.toBe(before);
      await expect.poll(() => difference(debug, second)).toBeLessThan(2);
    } finally {
      await other.close();
    }
    await debug.live();
  });
});

describe("the session's time", () => {
  it("asks “Still there?” in time, and staying moves the deadline", async () => {
    const before = await testNow();
    const banner = page.getByRole("alertdialog", { name: "Still there?" });
    // What was done a moment ago counts already, and the server writes activity down only now and then.
    const stay = async () => {
      // The page's clock alone: the server's quarter of an hour is not waited out. What was written down meanwhile has moved it.
      await page.clock.setFixedTime((await testNow()).inactive_deadline! - 30_000);
      await banner.getByText("The session ends in").waitFor({ timeout: 5000 });
      await banner.getByRole("button", { name: "Keep the session" }).click({ timeout: 5000 });
      return (await testNow()).inactive_deadline;
    };
    await expect.poll(stay, { timeout: 45_000, interval: 1000 }).toBeGreaterThan(before.inactive_deadline!);
    await page.clock.setFixedTime(Date.now());
    await banner.waitFor({ state: "hidden" });
  });

  it("says when it ends at the latest, and when it ends unused", async () => {
    const time = page.locator(".dbg-time");
    await time.getByText(/^\d.* left at most$/).waitFor();
    await time.getByText(/^ends (\d+ [A-Z][a-z]+, )?\d\d:\d\d · (\d+ [A-Z][a-z]+, )?\d\d:\d\d if unused$/).waitFor();
  });

  it("warns before the end and extends from the warning", async () => {
    const before = await testNow();
    await page.clock.setFixedTime(before.deadline - 4 * MINUTE);
    const warning = page.locator(".dbg-banner", { hasText: "The session ends in" }).filter({ hasNotText: "Still" });
    await warning.getByRole("button", { name: "+15 min" }).click();
    await expect.poll(async () => (await testNow()).deadline).toBe(before.deadline + 15 * MINUTE);
    await warning.waitFor({ state: "hidden" });
    await page.clock.setFixedTime(Date.now());
  });

  it("extends by the menu's other steps up to the limit and no further", async () => {
    const choose = async (minutes: number) => {
      const { deadline } = await testNow();
      await page.getByRole("button", { name: "Other extensions" }).click();
      await page.getByRole("menuitem", { name: `${minutes} more minutes` }).click();
      await expect.poll(async () => (await testNow()).deadline).toBe(deadline + minutes * MINUTE);
    };
    for (const minutes of [5, 30, 120, 120, 120]) await choose(minutes);
    const { duration_minutes } = await testNow();
    expect(LIMITS.debug_minutes_max - duration_minutes).toBeLessThan(60);
    await page.getByRole("button", { name: "Other extensions" }).click();
    const tooLong = page.getByRole("menuitem", { name: "120 more minutes" });
    await expect.poll(() => tooLong.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    // Another window may have extended meanwhile: the server's refusal is told on the page.
    await page.route("**/v1/api/tests/*/extension*", async (route) =>
      route.continue({ postData: JSON.stringify({ minutes: 240 }) }),
    );
    await page.getByRole("button", { name: "+15 min" }).click();
    await page
      .locator(".dbg-hint", { hasText: `from ${LIMITS.debug_minutes_min} to ${LIMITS.debug_minutes_max} minutes` })
      .waitFor();
    expect((await testNow()).duration_minutes).toBe(duration_minutes);
    await page.unrouteAll();
    await end();
    expect(await debug.endReason()).toBe("user");
  });
});

describe("the foldable", () => {
  it("folds and unfolds in the picture", async () => {
    debug = await DebugPage.start(page, udt, "Virtual Fold");
    const open = await debug.size();
    await key("Fold or unfold").click();
    await expect.poll(async () => (await debug.size()).width).toBeLessThan(open.width);
    await debug.startApp("dev.udt.testpattern");
    await expect.poll(() => debug.sequence()).toBe(0);
    const { width, height } = await debug.size();
    await debug.tap(width / 2, height * 0.6);
    await expect.poll(() => debug.sequence()).toBe(2);
    await key("Fold or unfold").click();
    await expect.poll(() => debug.size()).toEqual(open);
    await end();
  });
});
