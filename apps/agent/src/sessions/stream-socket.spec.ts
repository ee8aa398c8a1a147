import { once } from "node:events";
import { screenToBrowser } from "@udt/contract";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { sendMessage } from "./stream-socket.ts";

it("lets go of a peer that does not read what it is told", async () => {
  const far = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(far, "listening");
  const { port } = far.address() as { port: number };
  const connected = once(far, "connection") as Promise<[WebSocket]>;
  const peer = new WebSocket(`ws://127.0.0.1:${port}`);
  const [socket] = await connected;
  await once(peer, "open");
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
  peer.terminate();
  far.close();
});
