import { once } from "node:events";
import { createServer as createHttpServer, request } from "node:http";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GitProxy } from "./git-proxy.ts";

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
async function open(maxBytes = 1_000_000) {
  const addresses = [{ address: "127.0.0.1", family: 4 }] as const;
  const proxy = new GitProxy({ url: `http://git.invalid:${port}/x.git`, addresses }, maxBytes);
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
  const { get, tunnel, close } = await open();
  expect(await get(`http://git.invalid:${port}/x.git/info/refs?service=git-upload-pack`)).toEqual({
    status: 200,
    text: `git.invalid:${port} /x.git/info/refs?service=git-upload-pack`,
  });
  expect(await get(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 403 });
  expect(await get(`http://git.invalid:${port + 1}/`)).toMatchObject({ status: 403 });
  expect(await get("/relative")).toMatchObject({ status: 403 });
  expect(await tunnel(`git.invalid:${port}`)).toMatch(/ 200 /);
  expect(await tunnel(`127.0.0.1:${port}`)).toMatch(/ 403 /);
  close();
});

it("hangs up on a repository that is too large", async () => {
  const { proxy, get, close } = await open(100_000);
  await expect(get(`http://git.invalid:${port}/endless`)).rejects.toThrow();
  expect(proxy.isTooLarge).toBe(true);
  close();
});
