/** Takes the pictures of the documentation: `node e2e/src/pictures.ts`. Wants the console built and Chromium there. */
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openBrowser, startUdt, until } from "@udt/testkit";
import { DebugPage, enter } from "./console-pages.ts";

const folder = fileURLToPath(new URL("../../docs/images/", import.meta.url));
mkdirSync(folder, { recursive: true });

const udt = await startUdt();
const browser = await openBrowser();
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await enter(page, udt);
  const debug = await DebugPage.start(page, udt, "Virtual One");
  const session = page.url();
  await debug.startApp("dev.udt.shop");
  for (const theme of ["light", "dark"]) {
    await page.evaluate((mode) => localStorage.setItem("theme-mode", mode), theme);
    await page.goto(session);
    await debug.live();
    await debug.tab("Log").click();
    await until(
      "the log's lines",
      async () => (await debug.logLines()).some((line) => line.includes("dev.udt.shop")) || undefined,
    );
    await page.locator(".dbg-stats").waitFor();
    await page.screenshot({ path: `${folder}debug-${theme}.png` });
  }
  await page.evaluate(() => localStorage.setItem("theme-mode", "light"));
  await page.goto(`${udt.url}/demo/remote/list`);
  await page.getByText("virtual-1", { exact: true }).waitFor();
  await page.screenshot({ path: `${folder}devices-light.png` });
} finally {
  await browser.close();
  await udt.stop();
}
