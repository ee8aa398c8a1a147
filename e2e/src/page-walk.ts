import type { Page } from "playwright-core";
import { expect } from "vitest";
import { listenTo } from "./control-listener.ts";
import { walkControls, type Walk } from "./control-walk.ts";
import { follow, load } from "./look.ts";

const ENGLISH = { language: "en", ways: [] };
/** What stays open over the next screen. */
const LEFT_OPEN = ".ant-modal-root, .ant-drawer, .ant-message-notice, .ant-notification-notice";

/** Walks the controls of the console's pages, in English, in the browser that is signed in. */
export class PageWalk {
  readonly #page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
    // What the console asks at first it asks again by itself, at any time.
    listenTo(page);
  }

  /** Loads a page of the console and waits until `there` is there. */
  async load(path: string, there: string): Promise<void> {
    await load(this.#page, ENGLISH, `${this.#url}/${path}`);
    await this.#page.locator(there).first().waitFor();
  }

  /** The same without loading the console anew, where nothing is left open. */
  async go(path: string, there: string): Promise<void> {
    const page = this.#page;
    const isGone = !page.url().startsWith(this.#url);
    if (isGone || (await page.locator(LEFT_OPEN).count()) > 0) return this.load(path, there);
    await follow(page, `${this.#url}/${path}`);
    await page.locator(there).first().waitFor();
  }

  /** Walks, finds no fault, and answers the controls that were changed. */
  async walk(wish: Walk): Promise<string[]> {
    const { walked, faults } = await walkControls(this.#page, wish);
    expect(faults).toEqual([]);
    return walked;
  }
}
