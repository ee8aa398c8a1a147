import { once } from "node:events";
import { createServer as createHttpServer, request } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { wayTo } from "../tasks/clone.ts";
import { GuardProxy, type GuardSpec } from "./guard-proxy.ts";
import { upstreamProxy } from "./upstream-proxy.ts";

const host = createHttpServer((asked, answer) => {
  if (asked.url === "/endless") {
    const push = () => {
      while (answer.write(Buffer.alloc(10_000)));
    };
    answer.on("drain", push);
    push();
  } else answer.end(`${asked.headers.host} ${asked.url}`);
});
let port: number;
beforeAll(async () => {
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  port = (host.address() as AddressInfo).port;
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

/** What an agent opens for git, with the repository at a name that no resolver knows. */
async function open(maxBytes = 1_000_000, change: Partial<GuardSpec> = {}) {
  const addresses = [{ address: "127.0.0.1", family: 4 }] as const;
  const target = { url: `http://git.invalid:${port}/x.git`, addresses };
  const proxy = new GuardProxy({ wayTo: wayTo(target), maxBytes, ...change });
  const server = createServer((socket) => proxy.take(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  const get = (url: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const call = request({ port: own, path: url }, (answer) => {
        let text = "";
        answer.on("data", (piece: Buffer) => (text += piece.toString()));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
        answer.on("error", reject);
        answer.on("aborted", () => reject(new Error("cut off")));
      });
      call.on("error", reject);
      call.end();
    });
  const tunnel = async (target: string): Promise<string> => {
    const socket = connect(own, "127.0.0.1");
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    return answer.toString().split("\r\n")[0]!;
  };
  const close = () => {
    proxy.close();
    server.close();
  };
  return { proxy, get, tunnel, close };
}

it("dials the repository's host at the addresses that were allowed, and nobody else", async () => {
  const { proxy, get, tunnel, close } = await open();
  expect(await get(`http://git.invalid:${port}/x.git/info/refs?service=git-upload-pack`)).toEqual({
    status: 200,
    text: `git.invalid:${port} /x.git/info/refs?service=git-upload-pack`,
  });
  expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 403 });
  expect(await get(`http://git.invalid:${port + 1}/`)).toMatchObject({ status: 403 });
  expect(await get("/relative")).toMatchObject({ status: 403 });
  expect(await tunnel(`git.invalid:${port}`)).toMatch(/ 200 /);
  expect(await tunnel(`127.0.0.1:${port}`)).toMatch(/ 403 /);
  expect(proxy.refused).toEqual(["127.0.0.1", "git.invalid"]);
  close();
});

it("hangs up on a repository that is too large", async () => {
  const { proxy, get, close } = await open(100_000);
  await expect(get(`http://git.invalid:${port}/endless`)).rejects.toThrow();
  expect(proxy.isTooLarge).toBe(true);
  close();
});

it.each([
  ["names a trailer beside a length", "HTTP/1.1 200 OK\r\nTrailer: X\r\nContent-Length: 2\r\n\r\nhi", 200],
  ["has a status that is none", "HTTP/1.1 099 X\r\nContent-Length: 2\r\n\r\nhi", 502],
  ["changes the protocol", "HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", 502],
  ["is no HTTP", "SSH-2.0-x\r\n\r\n", 502],
])("outlives a host whose answer %s", async (_what, words, status) => {
  const odd = createServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(words)));
  odd.listen(0, "127.0.0.1");
  await once(odd, "listening");
  const { get, close } = await open(1_000_000, {
    wayTo: () => ({ host: "127.0.0.1", port: (odd.address() as AddressInfo).port }),
  });
  expect(await get("http://git.invalid/x")).toMatchObject({ status });
  close();
  odd.close();
});

it("hangs up where an answer is cut off", async () => {
  const cut = createServer((socket) =>
    socket
      .on("error", () => {})
      .once("data", () => {
        socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhi");
      }),
  );
  cut.listen(0, "127.0.0.1");
  await once(cut, "listening");
  const { get, close } = await open(1_000_000, {
    wayTo: () => ({ host: "127.0.0.1", port: (cut.address() as AddressInfo).port }),
  });
  await expect(get("http://git.invalid/x")).rejects.toThrow();
  close();
  cut.close();
});

it("goes by the proxy that leads out, and signs in there", async () => {
  const heard: string[] = [];
  const away = createHttpServer((asked, answer) => {
    heard.push(`${asked.method} ${asked.url} ${asked.headers["proxy-authorization"]}`);
    answer.end("by the proxy");
  });
  away.on("connect", (asked, socket) => {
    heard.push(`CONNECT ${asked.url} ${asked.headers["proxy-authorization"]}`);
    if (asked.url === "closed.invalid:443") socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    else socket.end("HTTP/1.1 200 OK\r\n\r\n");
  });
  away.listen(0, "127.0.0.1");
  await once(away, "listening");
  const upstream = upstreamProxy(`http://ada:s%40cret@127.0.0.1:${(away.address() as AddressInfo).port}`)!;
  // As some write it: nobody has encoded this one.
  expect(upstreamProxy("http://ada:100%@127.0.0.1:1")!.headers).toEqual({
    "proxy-authorization": `Basic ${Buffer.from("ada:100%").toString("base64")}`,
  });
  const { get, tunnel, close } = await open(1_000_000, { wayTo: (host, to) => ({ host, port: to, upstream }) });
  const signedIn = `Basic ${Buffer.from("ada:s@cret").toString("base64")}`;
  expect(await get("http://pears.invalid/x?y")).toEqual({ status: 200, text: "by the proxy" });
  expect(await tunnel("pears.invalid:443")).toMatch(/ 200 /);
  expect(await tunnel("closed.invalid:443")).toMatch(/ 502 /);
  expect(heard).toEqual([
    `GET http://pears.invalid/x?y ${signedIn}`,
    `CONNECT pears.invalid:443 ${signedIn}`,
    `CONNECT closed.invalid:443 ${signedIn}`,
  ]);
  close();
  away.close();
});
