import { once } from "node:events";
import { logToAgent, screenToBrowser } from "@udt/contract";
import type { LogCapability, LogEntry } from "@udt/driver";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { serveLog } from "./log.ts";
import { readMessages, refuse, sendMessage } from "./stream-socket.ts";

/** A socket and its peer; both go with the test. */
async function connected() {
  const far = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(far, "listening");
  const { port } = far.address() as { port: number };
  const connection = once(far, "connection") as Promise<[WebSocket]>;
  const peer = new WebSocket(`ws://127.0.0.1:${port}`);
  const [socket] = await connection;
  await once(peer, "open");
  onTestFinished(() => {
    peer.terminate();
    far.close();
  });
  return { socket, peer };
}

it("carries out nothing more of what a peer sent once it was refused", async () => {
  const { socket, peer } = await connected();
  const done: number[] = [];
  readMessages(socket, logToAgent, () => {
    done.push(done.length);
    refuse(socket, "device_command_failed");
  });
  const closed = once(socket, "close");
  for (let n = 0; n < 50; n++) peer.send(JSON.stringify({ type: "clear" }));
  await closed;
  expect(done).toEqual([0]);
});

it("ends a log that cannot be told, and nothing else", async () => {
  const { socket, peer } = await connected();
  const entry: LogEntry = { time: Number.POSITIVE_INFINITY, level: "I", tag: "t", pid: 1e20, tid: 1, message: "" };
  const capability: LogCapability = {
    async *follow(_backlog, signal) {
      yield [entry];
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    },
    clear: async () => undefined,
    clock: async () => 0,
  };
  const warned: string[] = [];
  const closed = once(peer, "close");
  const log = (_level: unknown, text: string) => void warned.push(text);
  await serveLog(socket, capability, log, new AbortController().signal, undefined, () => 0);
  expect((await closed)[1].toString()).toBe("device_command_failed");
  expect(warned).toEqual(["log broke off"]);
});

it("lets go of a peer that does not read what it is told", async () => {
  const { socket, peer } = await connected();
  peer.pause();
  const closed = once(socket, "close");
  let most = 0;
  while (socket.readyState === socket.OPEN) {
    for (let n = 0; n < 1_000; n++) sendMessage(socket, screenToBrowser, { type: "pong", seq: n });
    most = Math.max(most, socket.bufferedAmount);
    await new Promise(setImmediate);
  }
  expect(most).toBeLessThan(5 * 1024 * 1024);
  await closed;
});
