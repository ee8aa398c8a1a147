import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, type Udt, until } from "@udt/testkit";
import { addColleague } from "./colleague.ts";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";

const BEA = { email: "bea@example.com", password: "a-long-password-1", user_name: "Bea Colleague" };
const query = { project: "demo" };

let udt: Udt;
let client: Client;
let owner: BrowserContext;
let colleague: BrowserContext;
let stranger: BrowserContext;
let page: Page;
let hers: Page;
let mine: DebugPage;
let her: DebugPage;

const people = (on: Page) => on.getByRole("button", { name: "People in this session" });
const openList = async (on: Page) => {
  if (!(await on.locator(".dbg-people-list").isVisible())) await people(on).click();
};
/** One person's line in the list of who is here, which this opens. */
const person = async (on: Page, name: string) => {
  const row = on.locator(".dbg-people-list").getByRole("listitem", { name });
  await openList(on);
  await row.waitFor();
  return row;
};
const act = async (on: Page, name: string, what: string) => {
  await (await person(on, name)).getByRole("button", { name: what, exact: true }).click();
};
const notice = (on: Page, text: string) => on.locator(".dbg-banner", { hasText: text }).waitFor();
const surface = (on: Page) => on.locator(".dbg-surface");
const tapped = async (by: DebugPage, seen: number) => {
  const { width, height } = await by.size();
  await by.tap(width / 2, height * 0.6);
  await expect.poll(() => mine.sequence()).toBe(seen);
};

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
  await addColleague(client, BEA);
  [owner, colleague, stranger] = await Promise.all([openBrowser(), openBrowser(), openBrowser()]);
  page = owner.pages()[0] ?? (await owner.newPage());
  hers = colleague.pages()[0] ?? (await colleague.newPage());
  await enter(page, udt);
  await enter(hers, { url: udt.url, admin: BEA });
  mine = await DebugPage.start(page, udt, "Virtual One");
  await mine.startApp("dev.udt.testpattern");
  await until("the test pattern", async () => ((await mine.sequence()) === 0 ? true : undefined));
});
afterAll(async () => {
  await Promise.all([owner, colleague, stranger].map((browser) => browser?.close()));
  await udt?.stop();
});

it("is watched by name, and looking takes nothing away", async () => {
  await hers.goto(page.url());
  her = new DebugPage(hers);
  await hers.locator('.dbg-glass[data-liveness="live"]').waitFor();
  await hers.getByText("Watching only:").waitFor();
  await people(page).getByText(`${BEA.user_name} is watching`).waitFor();
  expect(await surface(hers).count()).toBe(0);
  // Nobody gives to whom it does not belong.
  expect(await (await person(hers, BEA.user_name)).getByRole("button").count()).toBe(0);
  await hers.keyboard.press("Escape");
  await tapped(mine, 2);
});

it("is asked for, and who asked is told that it is not given", async () => {
  await hers.getByRole("button", { name: "Ask for control" }).click();
  const asked = page.locator(`[data-asked="${BEA.user_name}"]`);
  await asked.getByText("asks for control of this device").waitFor();
  await asked.getByRole("button", { name: "Not now" }).click();
  await asked.waitFor({ state: "detached" });
  await hers.getByText("keeps control for now").waitFor();
  expect(await surface(hers).count()).toBe(0);
});

it("is asked for while the holder is elsewhere: a notice leads to the session, which asks", async () => {
  await page.getByRole("link", { name: "Members" }).click();
  await hers.getByRole("button", { name: "Ask again" }).click();
  const bar = page.locator(".udt-bar", { hasText: `${BEA.user_name} asks for control of a device.` });
  await bar.getByRole("link", { name: "Open the session" }).click();
  const asked = page.locator(`[data-asked="${BEA.user_name}"]`);
  await asked.getByRole("button", { name: "Not now" }).click();
  await asked.waitFor({ state: "detached" });
  expect(await bar.count()).toBe(0);
  await hers.getByText("keeps control for now").waitFor();
  await mine.live();
});

it("is asked for and given with one press", async () => {
  await hers.getByRole("button", { name: "Ask again" }).click();
  const asked = page.locator(`[data-asked="${BEA.user_name}"]`);
  await asked.getByRole("button", { name: "Share control" }).click();
  await notice(hers, "gave you control of this device");
  await asked.waitFor({ state: "detached" });
  await her.live();
  await act(page, BEA.user_name, "Take back");
  await surface(hers).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
});

it("is shared: both touch, and each sees where the other points", async () => {
  await act(page, BEA.user_name, "Share control");
  await notice(hers, "gave you control of this device");
  await her.live();
  await tapped(her, 4);
  await tapped(mine, 6);
  const box = (await her.canvas.boundingBox())!;
  const pointer = page.locator(".dbg-pointer", { hasText: BEA.user_name });
  // A mouse that rests is not shown for long.
  let turn = 0;
  const pointed = async () => {
    await hers.mouse.move(box.x + box.width * 0.25 + (turn++ % 2), box.y + box.height * 0.5);
    return pointer.evaluateAll((dots) => dots.map((dot) => (dot as HTMLElement).style.left));
  };
  await expect.poll(pointed).toEqual([expect.stringMatching(/^2[456]\./)]);
  // It goes when she takes her mouse away.
  await hers.mouse.move(box.x + box.width + 100, 5);
  await pointer.waitFor({ state: "detached" });
  // Her terminal, too.
  expect(await her.run("echo from-her")).toContain("from-her");
});

it("is taken back at once: she is told why, and what she does goes nowhere", async () => {
  const { device_id } = Object.fromEntries(new URL(page.url()).searchParams) as { device_id: string };
  await act(page, BEA.user_name, "Take back");
  await notice(hers, "took control back");
  await surface(hers).waitFor({ state: "detached" });
  await hers.getByText("Watching only:").waitFor();
  // By hand as well: the server refuses it.
  const answer = await colleague.request.fetch(
    `${udt.url}/v1/safety/assistd/test/${mine.test_id}/device/${device_id}/app/start?project=demo`,
    {
      method: "POST",
      headers: { "x-requested-with": "XMLHttpRequest" },
      data: { package_name: "dev.udt.notes" },
    },
  );
  expect(await answer.text()).toContain("not_driver");
  await tapped(mine, 8);
});

it("is handed over, given back, and taken back by whom it belongs to", async () => {
  await act(page, BEA.user_name, "Hand over");
  await notice(page, "You handed control over");
  await surface(page).waitFor({ state: "detached" });
  await her.live();
  await tapped(her, 10);
  await act(hers, BEA.user_name, "Give back");
  await notice(page, "You have control again");
  await mine.live();
  await tapped(mine, 12);
  await act(page, BEA.user_name, "Hand over");
  await surface(page).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  // Where the phone's keys were: who gave control away has the way back before their eyes.
  await page.locator(".dbg-observer").getByRole("button", { name: "Take back", exact: true }).click();
  await mine.live();
  await notice(hers, "took control back");
});

it("is watched by a link without an account until the link is revoked", async () => {
  await openList(page);
  await page.getByRole("button", { name: "Link to watch…" }).click();
  const dialog = page.getByRole("dialog", { name: "Links to watch this session" });
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const address = await dialog.getByLabel("Link to watch", { exact: true }).inputValue();
  expect(address).toContain("/watch/");

  const theirs = stranger.pages()[0] ?? (await stranger.newPage());
  const asked: string[] = [];
  theirs.on("request", (request) => asked.push(request.headers()["referer"] ?? ""));
  await theirs.goto(address);
  await theirs.locator('.watch-glass[data-liveness="live"]').waitFor();
  await theirs.getByText("in control").waitFor();
  await theirs.getByRole("timer").waitFor();
  // The picture, and nothing to do anything with.
  expect(await theirs.getByRole("button").count()).toBe(0);
  expect(await theirs.locator(".dbg-surface, textarea, input").count()).toBe(0);
  expect(asked.filter((referer) => referer.includes(address.split("/watch/")[1]!))).toEqual([]);
  await dialog.getByText("1 watching").waitFor();
  for (const at of narrowLooks) {
    await load(theirs, at, address);
    await theirs.locator('.watch-glass[data-liveness="live"]').waitFor();
    await look("co-driving link", at, theirs);
  }
  await dialog.getByRole("button", { name: /^Revoke the link/ }).click();
  await theirs.getByText("リンクは無効になりました").waitFor();
  await dialog.getByText("There are no links.").waitFor();

  // One that ends with the session ends with it.
  const { test_id } = mine;
  const made = await client.call(ENDPOINTS.watchLinkCreate, { query, params: { test_id }, body: { hours: null } });
  await theirs.goto(udt.url + made.path);
  await theirs.locator('.watch-glass[data-liveness="live"]').waitFor();
  await page.keyboard.press("Escape");
  await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
  await theirs.getByText("リンクは無効になりました").waitFor();
});

it("fits in every language", async () => {
  const debug = await DebugPage.start(page, udt, "Virtual One");
  const address = page.url();
  await hers.goto(address);
  await hers.locator('.dbg-glass[data-liveness="live"]').waitFor();
  for (const at of narrowLooks) {
    await load(page, at, address);
    await debug.live();
    await page.locator(".dbg-people").click();
    await page.locator(".dbg-people-list li").nth(1).waitFor();
    await look("co-driving people", at, page);
    await page.locator(".dbg-people-list > button").click();
    await page.getByRole("dialog").waitFor();
    await look("co-driving links", at, page);
    await page.keyboard.press("Escape");
  }
});
