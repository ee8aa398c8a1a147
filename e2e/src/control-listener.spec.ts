import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openBrowser } from "@udt/testkit";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listenTo } from "./control-listener.ts";
import { walkControls } from "./control-walk.ts";

let browser: BrowserContext;
let server: Server;
let url: string;
let isTold = false;

beforeAll(async () => {
  browser = await openBrowser();
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://localhost");
    // A page is told at once what is; there never is any news after that.
    if (pathname === "/news") isTold = false;
    if (pathname === "/v1/news" && isTold) return;
    if (pathname === "/v1/news") isTold = true;
    if (pathname === "/assets/slow-worker-1.js") return;
    response.writeHead(200, { "content-type": "text/html" }).end(SCREENS[pathname] ?? "");
  });
  // An open line on which nothing is ever answered.
  server.on("upgrade", (request, socket) => {
    const key = `${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash("sha1").update(key).digest("base64");
    socket.on("error", () => socket.destroy());
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const SCREENS: Record<string, string> = {
  // What asks by itself happens to ask again while any control is tried.
  "/asks": `<main><p>not asked</p><button>Dead</button><button id="live">Live</button></main><script>
    const ask = () => fetch("/v1/notice");
    ask().then(() => (document.querySelector("p").textContent = "asked"));
    document.addEventListener("click", ask);
    document.getElementById("live").onclick = () => fetch("/v1/else");
  </script>`,
  // As it asks, but with other words each time, as by a call that is no GET.
  "/posts": `<main><p>not posted</p><button>Dead</button><button id="live">Live</button></main><script>
    let times = 0;
    const post = () => fetch("/v1/notice", { method: "POST", body: String(++times) });
    post().then(post).then(() => (document.querySelector("p").textContent = "posted"));
    document.addEventListener("click", post);
    document.getElementById("live").onclick = () => fetch("/v1/else", { method: "POST" });
  </script>`,
  "/speaks": `<main><p>closed</p><button>Dead</button><button id="live">Live</button></main><script>
    const line = new WebSocket(location.origin.replace("http", "ws") + "/v1/line");
    let beats = 0;
    const beat = () => line.send(JSON.stringify({ type: "beat", number: ++beats }));
    line.onopen = () => (beat(), (document.querySelector("p").textContent = "open"));
    document.addEventListener("click", beat);
    document.getElementById("live").onclick = () => line.send(JSON.stringify({ type: "key" }));
  </script>`,
  // After its first answer it waits for news, and so never is without a question.
  "/news": `<title>ended</title><main><button>Dead</button></main><script>
    const ask = () => fetch("/v1/news").then(ask);
    ask();
  </script>`,
  // It is done with its worker before that has come.
  "/hires": `<main><button>Dead</button></main><script>
    const worker = new Worker("/assets/slow-worker-1.js");
    setTimeout(() => (worker.terminate(), (document.title = "ended")), 100);
  </script>`,
};

const deadOf = async (path: string, there: string) => {
  const page = await browser.newPage();
  listenTo(page);
  await page.goto(url + path);
  await page.locator(there).waitFor();
  const { walked, faults } = await walkControls(page, {
    open: () => page.locator(there).waitFor(),
    patience_ms: 1_000,
  });
  await page.close();
  return { walked, faults };
};

it.each([
  ["asks", "p:text-is('asked')"],
  ["posts", "p:text-is('posted')"],
  ["speaks", "p:text-is('open')"],
])("takes nothing that a page %s by itself for an effect", { timeout: 60_000 }, async (path, there) => {
  const { walked, faults } = await deadOf(`/${path}`, there);
  expect(walked).toEqual(['button "Dead"', 'button "Live"']);
  expect(faults).toEqual(['button "Dead" changes nothing']);
});

it.each([
  ["waits for news", "news"],
  ["ends a worker before it has come", "hires"],
])("is not held up by a page that %s", { timeout: 90_000 }, async (_, path) => {
  const page = await browser.newPage();
  const open = async () => {
    await page.goto(`${url}/${path}`);
    await page.waitForFunction(() => document.title === "ended");
  };
  const { faults } = await walkControls(page, { open, patience_ms: 1_000 });
  expect(faults).toEqual(['button "Dead" changes nothing']);
  await page.close();
});
