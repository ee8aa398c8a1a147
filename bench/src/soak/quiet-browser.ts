import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM, until } from "@udt/testkit";
import { chromium, type BrowserContext } from "playwright-core";
import { WebSocket, WebSocketServer } from "ws";

export interface QuietBrowser {
  context: BrowserContext;
  close(): Promise<void>;
}

/**
 * A Chromium whose developer tools keep nothing. They keep what each page fetched, up to 100 MB, for who asks for it once more
 * (`maxTotalBufferSize` of https://chromedevtools.github.io/devtools-protocol/tot/Network/#method-enable): a page grew by it,
 * and nobody who has one open has these tools open. The library that drives it sets no limit, so what it says passes through here.
 */
export async function openQuietBrowser(permissions: string[]): Promise<QuietBrowser> {
  const program = findChromium();
  if (program === undefined) throw new Error(NO_CHROMIUM);
  const profile = mkdtempSync(join(process.env["UDT_TEST_FOLDER"] ?? tmpdir(), "udt-chromium-"));
  const own = ["--headless", "--mute-audio", "--hide-scrollbars", "--remote-debugging-port=0"];
  const browser = spawn(program, [...CHROMIUM_FLAGS, ...own, `--user-data-dir=${profile}`, "about:blank"], {
    stdio: "ignore",
  });
  const gone = once(browser, "exit");
  const tools = join(profile, "DevToolsActivePort");
  // The port, and the path below it.
  const [port, path] = await until("the developer tools", () => {
    const lines = existsSync(tools) ? readFileSync(tools, "utf8").trim().split("\n") : [];
    return lines.length === 2 ? lines : undefined;
  });
  const between = await relay(`ws://127.0.0.1:${port}${path}`);
  const driven = await chromium.connectOverCDP(between.url);
  const context = await driven.newContext({
    permissions,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    reducedMotion: "reduce",
  });
  return {
    context,
    async close() {
      await driven.close();
      between.close();
      browser.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Passes on all that is said to the developer tools, but has them keep nothing. */
async function relay(to: string): Promise<{ url: string; close(): void }> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  server.on("connection", (client) => {
    const tools = new WebSocket(to, { perMessageDeflate: false });
    const open = once(tools, "open");
    client.on("message", (said) => void open.then(() => tools.send(keepingNothing(said.toString()))));
    tools.on("message", (said) => client.send(said.toString()));
    client.on("close", () => tools.close());
    tools.on("close", () => client.close());
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function keepingNothing(message: string): string {
  if (!message.includes('"Network.enable"')) return message;
  const said = JSON.parse(message) as { params?: object };
  return JSON.stringify({ ...said, params: { ...said.params, maxTotalBufferSize: 0, maxResourceBufferSize: 0 } });
}
