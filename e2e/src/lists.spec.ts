import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import { DebugPage, debugButton, enter } from "./console-pages.ts";

const project = "demo";
const NOBODY = "00000000-0000-4000-8000-000000000000";

let udt: Udt;
let client: Client;
let browser: BrowserContext;
let page: Page;

const row = (model: string) => page.getByRole("row", { name: model });
const query = () => new URL(page.url()).searchParams;
const drawer = () => page.getByRole("dialog");
const goto = (path: string) => page.goto(udt.url + path);
const start = async (model: string): Promise<string> => {
  const { list } = await client.call(ENDPOINTS.deviceList, { query: { project } });
  const { device_id } = list.find((device) => device.model === model)!;
  const body = { kind: "debug" as const, device_id, duration_minutes: 5 };
  return (await client.call(ENDPOINTS.testCreate, { query: { project }, body })).test_id;
};
const end = async (test_id: string) => {
  await client.call(ENDPOINTS.testCancel, { params: { test_id }, query: { project } });
};
const choose = async (filter: string, value: string) => {
  await page
    .locator(".udt-toolbar")
    .getByRole("button", { name: new RegExp(`^${filter}`) })
    .click();
  await page.getByRole("menuitem", { name: value, exact: true }).click();
};

beforeAll(async () => {
  udt = await startUdt();
  client = await udt.signIn();
  browser = await openBrowser({ reducedMotion: "no-preference" });
  page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
});

describe("the device list", () => {
  it("keeps search and filters in the address, through a reload and Back", async () => {
    await goto("/demo/remote/list");
    await row("Virtual Fold").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("virtual-2");
    await row("Virtual One").waitFor({ state: "hidden" });
    await expect.poll(() => query().get("keyword")).toBe("virtual-2");
    await page.reload();
    await row("Virtual Fold").waitFor();
    expect(await row("Virtual One").count()).toBe(0);
    expect(await page.getByRole("searchbox").inputValue()).toBe("virtual-2");
    await page.getByRole("searchbox").press("Escape");
    await row("Virtual One").waitFor();
    await choose("State", "Busy");
    await page.getByText("No device matches").waitFor();
    expect(query().get("state")).toBe("busy");
    await choose("System", "Android");
    expect([query().get("state"), query().get("os")]).toEqual(["busy", "android"]);
    await page.reload();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await row("Virtual One").waitFor();
    await page.goBack();
    await page.getByText("No device matches").waitFor();
    await goto("/demo/remote/list");
    const names = () => page.locator("main tbody tr td.udt-mono").allTextContents();
    await expect.poll(names).toEqual(["virtual-2", "virtual-1"]);
    await page.locator("main thead").getByRole("button", { name: "Serial" }).click();
    await expect.poll(names).toEqual(["virtual-1", "virtual-2"]);
    expect([query().get("sort"), query().get("order")]).toEqual(["serial", "asc"]);
    await page.reload();
    await expect.poll(names).toEqual(["virtual-1", "virtual-2"]);
    await goto("/demo/remote/list?state=nonsense&os=ios&page_num=-3");
    await row("Virtual One").waitFor();
  });

  it("tells all that is known of a device, at an address of its own", async () => {
    await row("Virtual Fold").getByRole("button", { name: "Virtual Fold", exact: true }).click();
    await drawer().getByText("1080 × 1200").waitFor();
    await drawer().getByText("virtual-2").waitFor();
    expect(query().get("device_id")).toMatch(/^[0-9a-f-]{36}$/);
    await page.reload();
    await drawer().getByText("1080 × 1200").waitFor();
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "hidden" });
    expect(query().get("device_id")).toBeNull();
  });

  it("shows what is on each device, in the list and larger in its drawer, or outlines alone", async () => {
    await goto("/demo/remote/list");
    const width = (picture: Locator) => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    const inRow = row("Virtual One").getByAltText("Last picture of Virtual One");
    // It is taken once the phone is ready, which may be later than the page.
    await inRow.waitFor();
    await expect.poll(() => width(inRow)).toBe(108);
    await row("Virtual One").getByRole("button", { name: "Virtual One", exact: true }).click();
    const large = drawer().getByAltText("Last picture of Virtual One");
    await expect.poll(() => width(large)).toBe(108);
    const box = await large.boundingBox();
    expect(box!.height).toBeGreaterThan(200);
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "hidden" });
    const choice = page.getByRole("button", { name: "Pictures", exact: true });
    await choice.click();
    await inRow.waitFor({ state: "detached" });
    await page.reload();
    await row("Virtual One").waitFor();
    expect([await choice.getAttribute("aria-pressed"), await inRow.count()]).toEqual(["false", 0]);
    await choice.click();
    await inRow.waitFor();
  });

  it("has several devices inspected at once, and tells what came of each", async () => {
    await goto("/demo/remote/list");
    await row("Virtual Fold").waitFor();
    await page.getByRole("checkbox", { name: "Choose all devices" }).check();
    await page.getByRole("toolbar", { name: "Chosen devices" }).getByRole("button", { name: "Inspect now…" }).click();
    await drawer().getByText("Inspect 2 devices").waitFor();
    await drawer().getByRole("button", { name: "Inspect", exact: true }).click();
    await drawer().getByText("2 asked, done once free", { exact: true }).waitFor();
    await drawer().getByRole("button", { name: "Close", exact: true }).last().click();
    await until("both to be checked", async () => {
      const { list } = await client.call(ENDPOINTS.deviceList, { query: { project, state: "idle" } });
      return list.filter(({ last_check }) => last_check?.state === "passed").length === 2 || undefined;
    });
    await page.getByRole("checkbox", { name: "Choose all devices" }).uncheck();
  });

  it("keeps what people note on a device, for the next", async () => {
    await goto("/demo/remote/list");
    await row("Virtual One").getByRole("button", { name: "Virtual One", exact: true }).click();
    const notes = drawer().getByRole("region", { name: "Notes" });
    await notes.getByLabel("New note").fill("Wi-Fi is flaky");
    await notes.getByRole("button", { name: "Add" }).click();
    await notes.getByRole("listitem").filter({ hasText: "Wi-Fi is flaky" }).waitFor();
    await expect.poll(() => notes.getByLabel("New note").inputValue()).toBe("");
    // What somebody else notes comes by itself.
    const { list } = await client.call(ENDPOINTS.deviceList, { query: { project, keyword: "Virtual One" } });
    const params = { device_id: list[0]!.device_id };
    await client.call(ENDPOINTS.deviceNoteCreate, { params, query: { project }, body: { text: "loose USB plug" } });
    await notes.getByRole("listitem").filter({ hasText: "loose USB plug" }).waitFor();
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "hidden" });
    await row("Virtual One").getByText("2 notes. admin: loose USB plug").waitFor({ state: "attached" });
    await row("Virtual One").getByRole("button", { name: "Virtual One", exact: true }).click();
    for (const text of ["loose USB plug", "Wi-Fi is flaky"]) {
      await notes.getByRole("button", { name: `Delete: ${text}` }).click();
      await notes.getByText(text).waitFor({ state: "detached" });
    }
    await page.keyboard.press("Escape");
    await drawer().waitFor({ state: "hidden" });
    await row("Virtual One")
      .getByText(/\d+ notes?\./)
      .waitFor({ state: "detached" });
  });

  it("is reached whole on a small screen", async () => {
    const usual = page.viewportSize()!;
    const small = { width: 390, height: 800 };
    await page.setViewportSize(small);
    await goto("/demo/remote/list");
    const action = debugButton(page, "Virtual One");
    await action.waitFor();
    const right = async (control: typeof action) => {
      const box = (await control.boundingBox())!;
      return box.x + box.width;
    };
    for (const control of [action, page.locator(".udt-header button").last()])
      expect(await right(control)).toBeLessThanOrEqual(small.width);
    await row("Virtual One").getByRole("button", { name: "Virtual One", exact: true }).click();
    await drawer().getByText("virtual-1").waitFor();
    await drawer().getByRole("button", { name: "Close" }).click();
    await drawer().waitFor({ state: "hidden" });
    await page.setViewportSize(usual);
  });

  it("takes durations from 5 to 480 minutes and no other", async () => {
    const virtualOne = row("Virtual One");
    await virtualOne.getByRole("button", { name: "Other durations" }).click();
    const minutes = page.getByLabel("Other duration, minutes");
    const go = page.getByRole("button", { name: "Start", exact: true });
    for (const [value, accepted] of [
      ["4", false],
      ["481", false],
      ["0", false],
      ["480", true],
      ["5", true],
    ] as const) {
      await minutes.fill(value);
      expect([value, await go.isEnabled()]).toEqual([value, accepted]);
      expect([value, await minutes.getAttribute("aria-invalid")]).toEqual([value, String(!accepted)]);
    }
    await minutes.fill("7 minutes");
    expect(await minutes.inputValue()).toBe("7");
    await minutes.press("Enter");
    const debug = new DebugPage(page);
    await debug.live();
    const test = await client.call(ENDPOINTS.testGet, { params: { test_id: debug.test_id }, query: { project } });
    expect(test.duration_minutes).toBe(7);
    await goto("/demo/remote/list");
    await virtualOne.getByRole("link", { name: "Back to session: Virtual One" }).click();
    await debug.live();
    await end(debug.test_id);
  });

  it("hears of what changed between its first answers and its events", async () => {
    const [device] = await udt.idleDevices(1);
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const late = await browser.newPage();
    await late.routeWebSocket(/\/v1\/api\/events\?/, async (socket) => {
      isHeld.resolve();
      await held.promise;
      socket.connectToServer();
    });
    await late.goto(`${udt.url}/demo/remote/list`);
    await debugButton(late, device!.model).waitFor();
    await isHeld.promise;
    const body = { kind: "debug" as const, device_id: device!.device_id, duration_minutes: 30 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query: { project }, body });
    expect(await late.getByRole("link", { name: `Back to session: ${device!.model}` }).count()).toBe(0);
    held.resolve();
    await late.getByRole("link", { name: `Back to session: ${device!.model}` }).waitFor();
    await late.close();
    await end(test_id);
    await udt.idleDevices(2);
  });

  it("follows sessions of others without a reload: busy, cleaning, idle", async () => {
    await goto("/demo/remote/list");
    await debugButton(page, "Virtual One").waitFor();
    await page.evaluate(() => {
      Object.assign(globalThis, { stayed: true, seen: [] as string[] });
      const seen = (globalThis as unknown as { seen: string[] }).seen;
      const note = () => {
        const line = [...document.querySelectorAll("tbody tr")].find((tr) => tr.textContent.includes("Virtual One"));
        const state = line?.querySelector(".udt-pill")?.textContent ?? "";
        if (state && seen.at(-1) !== state) seen.push(state);
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    const other = await openBrowser();
    try {
      const window = other.pages()[0] ?? (await other.newPage());
      await enter(window, udt);
      const debug = await DebugPage.start(window, udt, "Virtual One");
      await row("Virtual One").getByRole("link", { name: "Back to session" }).waitFor();
      await row("Virtual One").getByText("You").waitFor();
      // Idleness may end it sooner.
      await row("Virtual One")
        .getByText(/until ([A-Z][a-z]+ \d+, )?\d\d:\d\d at most/)
        .waitFor();
      // Cleaning a virtual phone is over before a page could show it, so this one is made slow.
      await debug.run("udt-fault delay_ms 300");
      await end(debug.test_id);
    } finally {
      await other.close();
    }
    await debugButton(page, "Virtual One").waitFor();
    const { seen, stayed } = await page.evaluate(() => {
      const { seen, stayed } = globalThis as unknown as { seen: string[]; stayed: boolean };
      return { seen, stayed };
    });
    expect(stayed).toBe(true);
    expect(seen.slice(-3)).toEqual(["Debugging", "Cleaning", "Idle"]);
    // A phone that starts anew is as quick as ever, which a session on the slow one would take long to make it.
    await udt.phones.kill();
    await row("Virtual One").getByText("Offline").waitFor();
    await udt.restart("phones");
  });
});

describe("records", () => {
  beforeAll(() => udt.idleDevices(2));

  it("filters by state and by how it ended, and remembers that in the address", async () => {
    await goto("/demo/remote/record");
    await row("Virtual One").first().waitFor();
    await choose("Ended", "By the user");
    await row("Virtual One").first().waitFor();
    expect(query().get("end_reason")).toBe("user");
    await choose("Ended", "Device was lost");
    await page.getByText("No record matches").waitFor();
    await page.reload();
    await page.getByText("No record matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByRole("button", { name: "Only mine" }).click();
    await row("Virtual One").first().waitFor();
    expect(query().get("mine")).toBe("1");
  });

  it("shows where the time went and debugs again from there", async () => {
    await row("Virtual One").first().getByRole("button", { name: "Details" }).click();
    const phases = drawer().locator(".records-phases");
    for (const phase of ["Prepare", "Use", "Clean"]) await phases.getByText(phase, { exact: true }).waitFor();
    await drawer().getByText("By the user").waitFor();
    await drawer().getByRole("button", { name: "Debug again" }).click();
    const debug = new DebugPage(page);
    await debug.live();
  });

  it("ends a session that is under way, after saying what is lost", async () => {
    const { test_id } = new DebugPage(page);
    await goto(`/demo/remote/record?test_id=${test_id}`);
    await drawer().getByRole("button", { name: "End", exact: true }).click();
    const ask = page.getByRole("dialog", { name: "End this session?" });
    await ask.getByText("You lose the device Virtual One at once.").waitFor();
    await ask.getByRole("button", { name: "End", exact: true }).click();
    await drawer().getByRole("button", { name: "Debug again" }).waitFor();
    const test = await client.call(ENDPOINTS.testGet, { params: { test_id }, query: { project } });
    expect(test.end_reason).toBe("user");
    await udt.idleDevices(2);
  });
});

describe("addresses that lead nowhere", () => {
  it.each([
    ["no test at all", "/demo/remote/debug", /No session chosen/],
    ["a device that is not there", `/demo/remote/list?device_id=${NOBODY}`, /device does not exist/],
    ["a record that is not there", `/demo/remote/record?test_id=${NOBODY}`, /session does not exist/],
  ])("says so honestly: %s", async (_, path, words) => {
    await goto(path);
    await page.getByText(words).first().waitFor({ timeout: 60_000 });
    expect(new URL(page.url()).pathname).toBe(path.split("?")[0]);
  });

  it.each([NOBODY, "no-id"])(
    "keeps the address of a session that is not there, and goes on to the devices at a click: %s",
    async (test_id) => {
      const address = `/demo/remote/debug?test_id=${test_id}&device_id=${NOBODY}`;
      await goto(address);
      await page.getByText("There is no such debug session").waitFor();
      expect(page.url()).toBe(`${udt.url}${address}`);
      await page.getByRole("link", { name: "Go now" }).click();
      await page.waitForURL((url) => url.pathname === "/demo/remote/list");
    },
  );

  it("keeps an address that is not there, says which, and goes on to the projects at a click", async () => {
    await goto("/demo/remote/nowhere");
    await page.getByText("Nothing is to be found at /demo/remote/nowhere.").waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByRole("timer").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/demo/remote/nowhere");
    await page.getByRole("link", { name: "Go now" }).click();
    await page.waitForURL((url) => url.pathname === "/project/manage");
  });

  it("shows that a project is not there, counts down, and goes on to the projects", async () => {
    await goto("/no-such-project/remote/list");
    await page.getByText("Nothing is to be found at no-such-project.").waitFor();
    expect(new URL(page.url()).pathname).toBe("/no-such-project/remote/list");
    await page.getByRole("timer").waitFor();
    await page.waitForURL((url) => url.pathname === "/project/manage");
  });

  it("names the device that the session does not use", async () => {
    const test_id = await start("Virtual One");
    const { list } = await client.call(ENDPOINTS.deviceList, { query: { project } });
    const { device_id } = list.find((device) => device.model === "Virtual Fold")!;
    await goto(`/demo/remote/debug?test_id=${test_id}&device_id=${device_id}`);
    await page.getByText("This session does not use that device").waitFor();
    await end(test_id);
  });
});

describe("signing in again", () => {
  const login = async () => {
    await page.getByLabel("Email").fill(udt.admin.email);
    await page.locator("input[type=password]").fill(udt.admin.password);
    await page.locator("button[type=submit]").click();
  };

  it("comes back to the page on which the session ended", async () => {
    await goto("/demo/remote/list?os=android");
    await row("Virtual Fold").waitFor();
    await browser.clearCookies({ name: "udt_session_id" });
    await row("Virtual Fold").getByRole("button", { name: "Virtual Fold", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/login");
    await login();
    await page.waitForURL((url) => url.pathname === "/demo/remote/list" && url.searchParams.get("os") === "android");
    await row("Virtual Fold").waitFor();
  });

  it.each(["https://example.com/", "//example.com/", "/\\example.com", "/.//example.com", "javascript:alert(1)"])(
    "does not follow a redirect to %s",
    async (redirect) => {
      await browser.clearCookies({ name: "udt_session_id" });
      await goto(`/login?redirect=${encodeURIComponent(redirect)}`);
      await login();
      await until("a page of the console", () => (page.url().startsWith(`${udt.url}/home`) ? true : undefined));
    },
  );
});
