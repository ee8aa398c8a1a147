import { createClient, type Client } from "@udt/client";
import { openBrowser } from "@udt/testkit";
import type { Page } from "playwright-core";
import { enter } from "./console-pages.ts";
import { PageWalk } from "./page-walk.ts";

/** A server whose console is walked by its administrator. */
type Walked = { url: string; admin: { email: string; password: string }; stop(): Promise<void> };

export interface WalkedConsole<Server extends Walked = Walked> {
  udt: Server;
  /** Calls as who is signed in. */
  client: Client;
  page: Page;
  pages: PageWalk;
  /** Presses the button of this name. */
  press: (name: string) => Promise<void>;
  /** Closes the browser, then the server. */
  stop: () => Promise<void>;
}

/** Starts a server, and signs its administrator in with a browser. */
export async function openWalked<Server extends Walked>(start: () => Promise<Server>): Promise<WalkedConsole<Server>> {
  await using begun = new AsyncDisposableStack();
  const udt = begun.adopt(await start(), (server) => server.stop());
  const browser = begun.use(await openBrowser({ acceptDownloads: true }));
  const page = browser.pages()[0] ?? (await browser.newPage());
  const pages = new PageWalk(page, udt.url);
  await enter(page, udt);
  const cookies = await browser.cookies(udt.url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const all = begun.move();
  return {
    udt,
    client: createClient({ baseUrl: udt.url, headers: () => ({ cookie }) }),
    page,
    pages,
    press: (name) => page.getByRole("button", { name, exact: true }).click(),
    stop: () => all.disposeAsync(),
  };
}
