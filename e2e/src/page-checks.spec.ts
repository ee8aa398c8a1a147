import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "@udt/testkit";
import { findPageFaults } from "./page-checks.ts";

let browser: BrowserContext;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const faultsOf = async (html: string) => {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.setContent(`<body style="margin:0;background:#fff;color:#111;font:14px sans-serif">${html}</body>`);
  return (await findPageFaults(page)).map((fault) => fault.kind);
};

it("passes a clean page", async () => {
  expect(
    await faultsOf(
      '<p>Fine</p><button>Go</button><label>Name <input></label><p style="overflow:hidden;text-overflow:ellipsis;width:40px;white-space:nowrap">cut with dots</p>',
    ),
  ).toEqual([]);
});

it.each([
  ["overflow", '<p style="overflow:hidden;width:40px;white-space:nowrap">cut off without a sign</p>'],
  [
    "overflow",
    '<p class="udt-num" style="overflow:hidden;text-overflow:ellipsis;width:40px;white-space:nowrap">3 mins 11 secs</p>',
  ],
  ["overflow", '<div style="width:3000px;height:10px"></div>'],
  ["overflow", '<div class="udt-shell"></div><div style="height:3000px"></div>'],
  [
    "overflow",
    '<table style="table-layout:fixed;width:60px"><td style="overflow:hidden;text-overflow:ellipsis;white-space:nowrap"><button>more than fits</button></td></table>',
  ],
  ["missing_text", "<p>devices.empty_title</p>"],
  ["contrast", '<p style="color:#999">too faint</p>'],
  ["contrast", '<div style="background:#000"><p style="color:rgba(255,255,255,.3)">too faint on dark</p></div>'],
  ["icon_name", '<button><span role="img" aria-label="plus" class="anticon anticon-plus">+</span>新建</button>'],
  ["unnamed_control", "<button><svg width=20 height=20></svg></button>"],
])("finds %s", async (kind, html) => {
  expect(await faultsOf(html)).toEqual([kind]);
});
