import { gzipSync } from "node:zlib";
import { openBrowser } from "@udt/testkit";
import type { BrowserContext, Page, Response } from "playwright-core";
import { openDebugPage, signedInPage } from "./lib/browser.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { endSession, startMeasuredUdt, startSession } from "./lib/udt.ts";

const SIGN_IN_BUDGET_KB = 180;
const HOME_BUDGET_KB = 480;
const SCREEN_BUDGET_KB = 120;

/** Scripts by address with their size in KB (1024 bytes) after gzip. */
type Scripts = Map<string, number>;

/** Collects every script that the context fetches from now on, workers' too. */
function collectScripts(context: BrowserContext): { scripts: Scripts; settled(): Promise<void> } {
  const scripts: Scripts = new Map();
  const bodies: Promise<void>[] = [];
  const take = async (response: Response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js") || response.status() !== 200) return;
    scripts.set(pathname, gzipSync(await response.body()).length / 1024);
  };
  context.on("response", (response) => void bodies.push(take(response)));
  return {
    scripts,
    async settled() {
      await Promise.all(bodies);
    },
  };
}

/** The scripts of one page that is loaded anew, with nothing in the browser's cache. */
async function scriptsOf(context: BrowserContext, load: (page: Page) => Promise<void>): Promise<Scripts> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const { scripts, settled } = collectScripts(context);
  await load(page);
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await settled();
  const found = new Map(scripts);
  await page.close();
  return found;
}

const total = (scripts: Scripts): number => [...scripts.values()].reduce((sum, size) => sum + size, 0);
const without = (scripts: Scripts, known: Scripts): Scripts =>
  new Map([...scripts].filter(([path]) => !known.has(path)));
const heaviest = (what: string, scripts: Scripts): string =>
  `${what}: ${[...scripts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, 5)
    .map(([path, size]) => `${path.split("/").at(-1)} ${size.toFixed(1)} KB`)
    .join(", ")}`;

export default {
  title: "JavaScript that a browser really loads, gzip, one language",
  async run() {
    const udt = await startMeasuredUdt(1);
    try {
      const client = await udt.signIn();
      const [device] = await udt.idleDevices(1);
      const { device_id } = device!;
      const stranger = await openBrowser();
      const signIn = await scriptsOf(stranger, async (page) => {
        await page.goto(`${udt.url}/login`);
        await page.waitForSelector("input[name=password]");
      });
      await stranger.close();

      const { context, page: first } = await signedInPage(udt);
      await first.close();
      const visit = (path: string, selector: string) => (page: Page) =>
        page.goto(udt.url + path).then(() => page.waitForSelector(selector).then(() => undefined));
      const home = await scriptsOf(context, visit("/home", "h1:not(.udt-hidden)"));
      const devices = await scriptsOf(context, visit("/demo/remote/list", ".udt-table"));
      const records = await scriptsOf(context, visit("/demo/remote/record", "h1:not(.udt-hidden)"));
      const test_id = await startSession(client, device_id);
      const debug = await scriptsOf(context, (page) => openDebugPage(page, udt, test_id, device_id));
      const terminal = await scriptsOf(context, async (page) => {
        await openDebugPage(page, udt, test_id, device_id);
        await page.getByRole("tab", { name: "Terminal" }).click();
        await page.waitForSelector(".xterm");
      });
      await context.close();
      await endSession(client, test_id, device_id);

      // The video worker is a bundle of its own: it shares nothing with the page and brings the decoder in WASM along.
      const isWorker = (path: string) => path.includes("worker");
      const debugMore = without(debug, home);
      const page = new Map([...debugMore].filter(([path]) => !isWorker(path)));
      const workers = new Map([...debugMore].filter(([path]) => isWorker(path)));
      const screen = (what: string, scripts: Scripts): Row => ({
        what,
        unit: "KB",
        value: total(scripts),
        budget: SCREEN_BUDGET_KB,
      });
      return {
        rows: [
          { what: "sign-in, in all", unit: "KB", value: total(signIn), budget: SIGN_IN_BUDGET_KB },
          { what: "signed-in home, in all", unit: "KB", value: total(home), budget: HOME_BUDGET_KB },
          screen("devices, more than home", without(devices, home)),
          screen("records, more than home", without(records, home)),
          screen("debug, more than home, without its worker", page),
          { what: "debug, video worker with the WASM decoder", unit: "KB", value: total(workers) },
          { what: "terminal, on its first opening", unit: "KB", value: total(without(terminal, debug)) },
        ],
        notes: [
          heaviest("sign-in", signIn),
          heaviest("home", home),
          heaviest("devices", without(devices, home)),
          heaviest("debug", page),
        ],
      };
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
