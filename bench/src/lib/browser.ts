import { openBrowser, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";

/** A browser signed in as the administrator. Closing the context ends it. */
export async function signedInPage(udt: Pick<Udt, "url" | "admin">): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openBrowser();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${udt.url}/login`);
  await page.fill("input[name=email]", udt.admin.email);
  await page.fill("input[name=password]", udt.admin.password);
  await page.click("button[type=submit]");
  await page.waitForURL("**/home");
  return { context, page };
}

/** The page of a running session, once its screen shows decoded frames. */
export async function openDebugPage(page: Page, udt: Udt, test_id: string, device_id: string): Promise<void> {
  await page.goto(`${udt.url}/demo/remote/debug?test_id=${test_id}&device_id=${device_id}`);
  await page.waitForSelector(".dbg-glass[data-liveness=live]");
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLCanvasElement>(".dbg-glass canvas")?.dataset["frames"]) > 0,
  );
}
