/** Requests that no client of ours makes: each is refused as the caller's fault, and costs nobody else anything. */
import { METHODS, request as dial } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestServer, until } from "./harness.ts";

let udt: TestServer;
beforeAll(async () => {
  udt = await TestServer.start();
});
afterAll(() => udt.dispose());

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = Buffer.alloc(0),
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = dial(`${udt.server.url}${path}`, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode!, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

const GIT = "/git/shop-ts.git";
const PATHS = [
  "/",
  "/healthz",
  "/v1/plat/user/info",
  "/v1/plat/project/x",
  `${GIT}/info/refs?service=git-upload-pack`,
  `${GIT}/git-upload-pack`,
];
// CONNECT asks for a tunnel, and a server that makes none hangs up.
it.each(METHODS.filter((method) => method !== "CONNECT"))("%s is nowhere the server's fault", async (method) => {
  for (const path of PATHS) {
    for (const headers of [{}, { "content-length": "0" }, { "content-type": "text/x" }] as Record<string, string>[]) {
      const { status, text } = await send(method, path, headers);
      expect(status, `${method} ${path} ${JSON.stringify(headers)}: ${text}`).toBeLessThan(500);
    }
  }
});

const WISH = { "content-type": "application/x-git-upload-pack-request" };
const ZIPPED = { ...WISH, "content-encoding": "gzip" };
it.each([
  ["nothing", WISH, Buffer.alloc(0)],
  ["nothing that is said to be zipped", ZIPPED, Buffer.alloc(0)],
  ["nothing, zipped", ZIPPED, gzipSync("")],
  ["what is cut off", ZIPPED, gzipSync("0000").subarray(0, 12)],
  ["what is not zipped", ZIPPED, Buffer.from("0000")],
  ["what inflates to more than a wish may be", ZIPPED, gzipSync(Buffer.alloc(8 * 1024 ** 2 + 1))],
  ["another coding", { ...WISH, "content-encoding": "br" }, Buffer.from("0000")],
  ["JSON", { "content-type": "application/json" }, Buffer.from("{}")],
  ["bytes of no type", {}, Buffer.from("0000")],
])("a reader of a repository that sends %s is refused", async (_name, headers, body) => {
  const { status, text } = await send("POST", `${GIT}/git-upload-pack`, headers, body);
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(status, text).toBeLessThan(500);
});

/** What a server says to these bytes until it hangs up. */
async function saidTo(begun: string): Promise<string> {
  const socket = connect(udt.server.port, "127.0.0.1");
  // Being hung up on may look like a reset.
  socket.on("error", () => {});
  socket.write(begun);
  let text = "";
  for await (const piece of socket.iterator({ destroyOnReturn: false })) text += String(piece);
  return text;
}

it("hangs up on who never ends the headers", { timeout: 60_000 }, async () => {
  expect(await saidTo("GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ")).toMatch(/^HTTP\/1\.1 408 /);
});

it.each([
  ["is refused before", "POST /v1/plat/user/password"],
  ["is to be read", "POST /v1/plat/user/login"],
])("hangs up on a stranger whose body does not come, which %s", async (_name, line) => {
  const head = `${line} HTTP/1.1\r\nhost: x\r\nx-requested-with: XMLHttpRequest\r\ncontent-type: application/json\r\n`;
  let isOver = false;
  void saidTo(`${head}content-length: 1000\r\n\r\n{`).finally(() => (isOver = true));
  await until(() => {
    udt.clock.turn(30_000);
    expect(isOver).toBe(true);
  });
});
