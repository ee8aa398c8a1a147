/** A process of viewers: each has one `screen` stream open and counts what comes. */
import { once } from "node:events";
import { WebSocket } from "ws";
import { percentile } from "../lib/stats.ts";
import { ageMs } from "./frames.ts";
import type { FromViewers, ToViewers } from "./messages.ts";

const sockets: WebSocket[] = [];
let frames: number[] = [];
let ages: number[] = [];
const tell = (message: FromViewers) => process.send?.(message);

process.on("message", (message: ToViewers) => void receive(message));
process.on("disconnect", () => process.exit(0));

async function receive(message: ToViewers): Promise<void> {
  switch (message.type) {
    case "open":
      await Promise.all(message.urls.map((url, index) => view(url, index, message.cookie)));
      tell({ type: "opened" });
      break;
    case "reset":
      frames = sockets.map(() => 0);
      ages = [];
      tell({ type: "reset_done" });
      break;
    case "count":
      tell({ type: "counted", frames, p50_ms: percentile(ages, 0.5), p95_ms: percentile(ages, 0.95) });
      break;
    case "hang_up":
      for (const socket of sockets.splice(0)) socket.close();
      break;
  }
}

async function view(url: string, index: number, cookie: string): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false, headers: { cookie } });
  sockets[index] = socket;
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) return;
    frames[index] = (frames[index] ?? 0) + 1;
    ages.push(ageMs(data));
  });
  socket.on("close", (code, reason) => {
    if (sockets[index] === socket) console.error(`viewer ${index} was closed: ${code} ${reason.toString()}`);
  });
  await once(socket, "open");
}
