import { ENDPOINTS } from "@udt/contract";
import type { Client } from "@udt/client";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { PageWalk } from "./page-walk.ts";
import { makeShopRuns, startSeeded, type SeededReports, type ShopRuns } from "./seeded-reports.ts";
import { openWalked } from "./walk-setup.ts";

const query = { project: "demo" };
let udt: SeededReports;
let runs: ShopRuns;
let client: Client;
let page: Page;
let pages: PageWalk;

beforeAll(async () => {
  const walked = await openWalked(startSeeded);
  ({ udt, client, page, pages } = walked);
  runs = await makeShopRuns(udt);
  return walked.stop;
});

const records = (rest: string) => `demo/auto/records/${rest}`;
const at = (rest: string, there: string) => () => pages.go(records(rest), there);
/** A line of a log leads to its moment like every other; so do files, lanes and cards. */
const ALIKE = [
  ".tl-lines button",
  ".runs-file-rows > li",
  ".runs-lanes > *",
  ".runs-devices > li",
  ".runs-history > *",
];
/** The log comes by itself, and its lines are controls. */
const LOGGED = "main:has(.udt-chart canvas):has(.tl-lines button)";
const SPEEDS = {
  "Speed: #.#×": "walked below, for it shows while it plays",
  "Speed: #×": "walked below, for it shows while it plays",
};
/** The moment that a recording shows, beside the control that chose it. */
const moment = () =>
  page.evaluate(() => {
    const marks = [...document.querySelectorAll(".udt-chart-mark")].map((mark) => getComputedStyle(mark).transform);
    return [...marks, document.querySelector(".tl-time")?.textContent].join(" ");
  });

describe("each control of a report changes something", { timeout: 300_000 }, () => {
  it("in its list", async () => {
    const walked = await pages.walk({ open: at("list", "main tbody tr") });
    expect(walked).toEqual(expect.arrayContaining(['filter "State"', 'filter "Result"', 'link "Nightly smoke ##"']));
  });

  it("above its parts, and in its cases", async () => {
    const walked = await pages.walk({
      open: at(runs.failed.test_id, ".runs-cases tbody tr"),
      samples: { Order: "Slowest first" },
      alike: ALIKE,
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'button "Export: JUnit XML"',
        'button "Share"',
        'button "Run failed again"',
        'button "# flaky"',
        'button "Environment"',
        'button "Failed #"',
        'filter "Device"',
        'search "Name, file or error"',
      ]),
    );
  });

  it.each(["devices", "files", "environment"])("in its %s", async (tab) => {
    const open = at(`${runs.failed.test_id}?tab=${tab}`, `[data-tab=${tab}][aria-selected=true]`);
    expect(await pages.walk({ open, root: ".runs-panel", alike: ALIKE })).not.toEqual([]);
  });

  it("while it runs", async () => {
    const open = at(runs.running.test_id, ".runs-waiting");
    // How long it has run is told anew each second.
    const walked = await pages.walk({
      open,
      root: ".runs-head, .runs-panel",
      alike: ALIKE,
      restless: [".runs-summary", ".runs-where"],
    });
    expect(walked).toEqual(expect.arrayContaining(['button "Cancel test"', 'button "Cancel"']));
  });

  it("of a device", async () => {
    const walked = await pages.walk({
      open: at(`${runs.failed.test_id}/device/${udt.devices[0]!.device_id}`, LOGGED),
      samples: { Order: "Slowest first" },
      alike: ALIKE,
      seen: moment,
      skip: SPEEDS,
    });
    expect(walked).toEqual(
      expect.arrayContaining(['text "Position"', 'button "Play"', 'button "Debug on this device"', 'filter "Order"']),
    );
    expect(walked.join("\n")).toMatch(/Shop/);
  });

  it("of a device's speeds, each as fast as it says", async () => {
    await pages.load(records(`${runs.failed.test_id}/device/${udt.devices[0]!.device_id}`), ".udt-chart canvas");
    for (const [name, speed] of [
      ["0.5×", 0.5],
      ["2×", 2],
      ["4×", 4],
      ["1×", 1],
    ] as const) {
      await page.getByRole("radiogroup", { name: "Speed" }).getByText(name, { exact: true }).click();
      await page.getByRole("button", { name: "Play", exact: true }).click();
      const rate = await rateOf(page.getByLabel("Position"));
      await page.getByRole("button", { name: "Pause", exact: true }).click();
      // The next speed is twice that, or half.
      expect(rate / speed, name).toBeGreaterThan(0.75);
      expect(rate / speed, name).toBeLessThan(1.35);
    }
  });

  it("of a case", async () => {
    const walked = await pages.walk({
      open: at(`${runs.failed.test_id}/case/${runs.failed.failed_case}?sort=order`, LOGGED),
      alike: ALIKE,
      seen: moment,
      skip: SPEEDS,
    });
    expect(walked).toEqual(
      expect.arrayContaining([
        'link "Previous case"',
        'link "Next case"',
        'radio "What is shown: The whole device"',
        'button "Play"',
        'button "Run this case alone"',
      ]),
    );
  });

  it("of its links for people without an account", async () => {
    const params = { test_id: runs.failed.test_id };
    await client.call(ENDPOINTS.shareCreate, { params, query, body: { days: 7, language: "en" } });
    const open = async () => {
      await pages.goAnew(records(runs.failed.test_id), ".runs-cases tbody tr");
      await page.locator(".runs-actions").getByRole("button", { name: "Share" }).click();
      await page.locator(".runs-shares li").first().waitFor();
    };
    const anew = "each link is asked for anew";
    const walked = await pages.walk({
      open,
      root: ".ant-modal",
      alike: [".runs-shares > li"],
      skip: { "Language of the page: English": "it is what each link begins with" },
      saved: {
        save: () => page.getByRole("button", { name: "Make a link" }).click(),
        stored: async () => {
          const [newest] = (await client.call(ENDPOINTS.shareList, { params, query })).list;
          const days = Math.round((newest!.expires_at - newest!.created_at) / 86_400_000);
          return [newest!.language, days, newest!.with_video];
        },
        reload: open,
        hides: {
          "Expires after": anew,
          "Language of the page: 中文": anew,
          "Language of the page: 日本語": anew,
          "With the videos of failed cases": anew,
        },
      },
    });
    expect(walked).toEqual(expect.arrayContaining(['select "Expires after"', 'radio "Language of the page: 日本語"']));
    expect(walked.join("\n")).toMatch(/Revoke the link/);
  });

  it("of the page that a link leads to", async () => {
    const params = { test_id: runs.failed.test_id };
    const { path } = await client.call(ENDPOINTS.shareCreate, { params, query, body: { days: 1, language: "en" } });
    const walked = await pages.walk({
      open: async () => {
        await page.goto(udt.url + path);
        await page.locator("#rows button").first().waitFor();
      },
      root: "body",
      alike: ["#rows button"],
      seen: () => page.locator("#found").innerText(),
    });
    expect(walked.join("\n")).toMatch(/button "Failed/);
  });
});

/** How much of a recording passes in a time, while it plays. */
const rateOf = (position: Locator): Promise<number> =>
  position.evaluate(async (input: HTMLInputElement) => {
    const look = () =>
      new Promise<{ time: number; at: number }>((done) =>
        requestAnimationFrame((time) => done({ time, at: input.valueAsNumber })),
      );
    const first = await look();
    for (;;) {
      const now = await look();
      if (now.time - first.time >= 1500) return (now.at - first.at) / (now.time - first.time);
    }
  });
