import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { DebugPage, enter } from "./console-pages.ts";

export interface OpenDebug {
  udt: Udt;
  browser: BrowserContext;
  page: Page;
  debug: DebugPage;
  stop(): Promise<void>;
}

/** A whole UDT, with one phone unless more are wanted, and the debug page of the one of this model live in a browser. */
export async function openDebugPage({ phones = 1, model = "" } = {}): Promise<OpenDebug> {
  const [udt, browser] = await Promise.all([startUdt({ phones }), openBrowser()]);
  const page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const debug = await DebugPage.start(page, udt, model);
  const stop = async () => {
    await browser.close();
    await udt.stop();
  };
  return { udt, browser, page, debug, stop };
}
