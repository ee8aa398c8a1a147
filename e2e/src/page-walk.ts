import { until } from "@udt/testkit";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { listenTo } from "./control-listener.ts";
import { walkControls, type Walk } from "./control-walk.ts";
import { canLeave, forgetAnswers, shellOf } from "./left-behind.ts";
import { arrive, leave, load } from "./look.ts";

const ENGLISH = { language: "en", ways: [] };
/** What tells of something that was done, and goes by itself. */
const SAID = ".ant-message";

/** Walks the controls of the console's pages, in English, in the browser that is signed in. */
export class PageWalk {
  readonly #page: Page;
  readonly #url: string;
  /** What is around the screens, with nothing left behind there. */
  #shell: string | undefined;

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

  /**
   * The same without loading the console anew, which is a fraction of the work: the screen is another one, as it is at first.
   * Where the screen before would not let go, or leaves anything behind, it is loaded after all.
   */
  async go(path: string, there: string): Promise<void> {
    await this.#leave(path, there);
    await this.#arrive(path, there);
  }

  /** The same, where what it shows was changed by others than the console: it asks for all of it anew. */
  async goAnew(path: string, there: string): Promise<void> {
    await this.#leave(path, there);
    await forgetAnswers(this.#page);
    await this.#arrive(path, there);
  }

  /**
   * Shows a form as who comes anew sees it, once it was saved: it lets go then. That it was saved may still be said around
   * it, for of what is shown it is its fields alone that are judged.
   */
  async reload(path: string, there: string): Promise<void> {
    const page = this.#page;
    const isFree = () => canLeave(page, ENGLISH.language);
    await until("the form to let go", async () => (await isFree()) || undefined, 2_000).catch(() => undefined);
    await this.#leave(path, there, [SAID]);
    await forgetAnswers(page);
    await this.#arrive(path, there);
  }

  async #leave(path: string, there: string, leftOut: readonly string[] = []): Promise<void> {
    const page = this.#page;
    const isHere = page.url().startsWith(`${this.#url}/`) && (await canLeave(page, ENGLISH.language));
    if (isHere) await leave(page);
    if (isHere && (await shellOf(page, leftOut)) === this.#shell) return;
    await this.load(path, there);
    await leave(page);
    this.#shell = await shellOf(page);
  }

  async #arrive(path: string, there: string): Promise<void> {
    await arrive(this.#page, `${this.#url}/${path}`);
    // What was said around the screen before may be hidden there still.
    await this.#page.locator(there).filter({ visible: true }).first().waitFor();
  }

  /** Walks, finds no fault, and answers the controls that were changed. */
  async walk(wish: Walk): Promise<string[]> {
    const { walked, faults } = await walkControls(this.#page, wish);
    expect(faults).toEqual([]);
    return walked;
  }
}
