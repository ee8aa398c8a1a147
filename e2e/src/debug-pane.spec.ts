/** The debug page as a place to be in: what an app's crash tells, where the keyboard goes, what has room, and leaving it. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { until, type Udt } from "@udt/testkit";
import { DebugPage } from "./console-pages.ts";
import { openDebugPage } from "./debug-setup.ts";
import { keepPicture, look, narrowLooks, load } from "./look.ts";

let udt: Udt;
let page: Page;
let debug: DebugPage;

const openTab = () => page.locator('[role="tab"][aria-selected="true"]').getAttribute("data-tab");
const typing = () => page.locator(".dbg-typing:focus");
const keyboard = () => page.locator('.dbg-key[data-key="keyboard"]');
const crash = () => page.locator("[data-crash]");

beforeAll(async () => {
  const opened = await openDebugPage({ phones: 2, model: "Virtual One" });
  ({ udt, page, debug } = opened);
  return opened.stop;
});

it("tells of a crash wherever one looks, and shows its stack in the log", async () => {
  await debug.startApp("dev.udt.shop");
  await debug.tapView("account_button");
  await debug.tapView("crash");
  await crash().getByText("Shop crashed.").waitFor();
  await crash()
    .getByText(/IllegalStateException: crashed on request/)
    .waitFor();
  expect(await openTab()).toBe("terminal");
  await debug.tab("Log").click();
  await page.getByLabel("Filter", { exact: true }).fill("tag:nothing-has-this");
  await page.getByText("No line passes the filter.").waitFor();
  await debug.tab("Apps").click();
  await page.locator('[data-package="dev.udt.shop"][data-app="installed"]').waitFor();
  await crash().getByRole("button", { name: "Show in the log" }).click();
  await page.locator(".dbg-line[data-selected]", { hasText: "SignInActivity.crashOnRequest" }).waitFor();
  for (const at of narrowLooks.slice(0, 1)) await look("debug-crash", at, page);
  // Which tab is open survives, and what was put away stays so.
  await crash().getByRole("button", { name: "Got it" }).click();
  await page.goto(page.url().replace("tab=log", "tab=apps"));
  await page.locator('[data-package="dev.udt.shop"]').waitFor();
  expect([await openTab(), await crash().count()]).toEqual(["apps", 0]);
  // Its reader has stopped the log at an older place, and looks at another tab.
  await debug.tab("Log").click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await debug.run(Array.from({ length: 60 }, (_, line) => `log -t Filler line${line}`).join("; "));
  await debug.startApp("dev.udt.notes");
  await debug.run("am crash dev.udt.notes");
  // The project has no package of it: the phone itself says what it is called.
  await crash().getByText("Notes crashed.").waitFor();
  expect(await crash().getByText("before it.").count()).toBe(0);
  await crash()
    .getByText(/CrashedByAdbException: shell-induced crash/)
    .waitFor();
  await crash().getByRole("button", { name: "Show in the log" }).click();
  const stack = page.locator(".dbg-line[data-selected]");
  await stack.filter({ hasText: "Process: dev.udt.notes" }).waitFor();
  // Of all that is drawn some is beyond what is in sight: the whole stack is not.
  const list = (await page.locator(".dbg-log-list").boundingBox())!;
  const last = (await stack.last().boundingBox())!;
  expect(last.y + last.height).toBeLessThanOrEqual(list.y + list.height);
  // What is gone is not offered.
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await crash().getByRole("button", { name: "Show in the log" }).waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: "Copy selected lines" }).count()).toBe(0);
  await debug.startApp("dev.udt.notes");
  await debug.run("am crash dev.udt.notes");
  await crash().getByText("1 more crash before it.").waitFor();
  await crash().getByRole("button", { name: "Got it" }).click();
});

it("gives the keyboard to the phone and takes it back, by the keyboard alone", async () => {
  const skip = page.getByRole("link", { name: "Skip to the phone" });
  await skip.focus();
  await page.keyboard.press("Enter");
  await typing().waitFor();
  expect(await keyboard().getAttribute("aria-pressed")).toBe("true");
  const described = page.locator(`[id="${await typing().getAttribute("aria-describedby")}"]`);
  expect(await described.textContent()).toContain("Alt+K leaves it");
  const told = page.getByText("Keys go to the phone · Alt+K leaves it");
  await told.waitFor();
  // It is on, which is nothing bad, and what is told of it stays in sight.
  const colour = (of: string) =>
    page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(${name})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, of);
  expect(await keyboard().evaluate((button) => getComputedStyle(button).color)).toBe(await colour("--udt-accent"));
  await keyboard().hover();
  await page.locator('.dbg-key[data-key="GoBack"]').hover();
  await page.getByRole("tooltip", { name: /^Back/ }).waitFor();
  await keyboard().hover();
  await page.getByRole("tooltip", { name: /^Back/ }).waitFor({ state: "hidden" });
  expect(await page.getByRole("tooltip", { name: /^Stop typing/ }).count()).toBe(0);
  // Tab and Esc are the phone's.
  for (const key of ["Tab", "Shift+Tab", "Escape"]) await page.keyboard.press(key);
  await typing().waitFor();
  await page.keyboard.press("Alt+k");
  await typing().waitFor({ state: "detached" });
  expect(await keyboard().evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await keyboard().getAttribute("aria-pressed")).toBe("false");
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Alt+K", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("Alt+k");
  await typing().waitFor();
  // The button does what it says, both ways.
  await keyboard().click();
  await typing().waitFor({ state: "detached" });
  await keyboard().click();
  await typing().waitFor();
});

it("has a menu of all tools where their tabs have no room", async () => {
  const all = page.getByRole("button", { name: "All tools" });
  const list = page.locator(".dbg-tablist");
  const cut = () => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  const whole = () =>
    page.locator('[role="tab"][aria-selected="true"]').evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      const room = tab.parentElement!.getBoundingClientRect();
      return left >= room.left && right <= room.right;
    });
  await page.setViewportSize({ width: 1920, height: 900 });
  await expect.poll(cut).toBe(false);
  await all.waitFor({ state: "detached" });
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect.poll(cut).toBe(true);
  expect(await list.getAttribute("data-hidden")).toMatch(/after|both/);
  await all.click();
  await page.getByRole("menuitem", { name: "Captures" }).click();
  await expect.poll(openTab).toBe("captures");
  await expect.poll(() => list.getAttribute("data-hidden")).toBe("before");
  for (const at of narrowLooks) {
    await load(page, at, page.url());
    await page.locator('[data-tab="captures"][aria-selected="true"]').waitFor();
    // Those that come late do not push the open one, the last, out of sight.
    await page.locator('[data-tab="inspect"]').waitFor();
    await expect.poll(whole).toBe(true);
    await keepPicture(page, `debug-tabs-${at.language}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await load(page, narrowLooks[0]!, page.url());
});

it("wraps long lines of the log when it is told to, and shows one whole", async () => {
  const words = "0123456789 ".repeat(60).trim();
  await debug.run(`log -t PaneWalk "${words}"`);
  await debug.tab("Log").click();
  const line = page.locator(".dbg-line", { hasText: "PaneWalk" });
  const heightOf = async () => (await line.boundingBox())?.height;
  const list = page.locator(".dbg-log-list");
  const isWider = () => list.evaluate((element) => element.scrollWidth > element.clientWidth);
  await expect.poll(heightOf).toBe(20);
  expect(await isWider()).toBe(true);
  await page.getByRole("button", { name: "Wrap" }).click();
  await expect.poll(heightOf).toBeGreaterThan(60);
  expect(await isWider()).toBe(false);
  await line.click();
  await page.getByRole("region", { name: "All of the line" }).getByText(words).waitFor();
  await look("debug-log-whole", narrowLooks[0]!, page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Wrap" }).click();
  await expect.poll(heightOf).toBe(20);
});

it("tells no latency of a picture that rests", async () => {
  await debug.startApp("dev.udt.notes");
  const stats = page.locator(".dbg-stats");
  // It rested before the app began, too.
  await until("a picture at rest, and no latency", async () => {
    const text = await stats.innerText();
    return (text.includes("at rest") && !/\d+ ms/.test(text)) || undefined;
  });
});

it("is left without an end, and found again", async () => {
  const { test_id } = debug;
  await page.getByRole("link", { name: "Leave: the session goes on" }).click();
  await page.getByRole("link", { name: "Back to session: Virtual One" }).click();
  await debug.live();
  expect(debug.test_id).toBe(test_id);
});

it("gives a folded-out device the room that it needs, and a folded one no more than that", async () => {
  await page.setViewportSize({ width: 1700, height: 900 });
  debug = await DebugPage.start(page, udt, "Virtual Fold");
  const wide = async () => (await debug.canvas.boundingBox())!.width;
  await expect.poll(wide).toBeGreaterThan(560);
  for (const at of narrowLooks) {
    await load(page, at, page.url());
    await debug.live();
    await look("debug-folded-out", at, page);
  }
  await load(page, narrowLooks[0]!, page.url());
  await debug.live();
  await page.getByRole("button", { name: "Fold or unfold" }).click();
  await expect.poll(wide).toBeLessThan(420);
});
