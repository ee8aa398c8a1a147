/** The least that a server in the middle can do: two raw sockets, each message handed on, nothing else. */
import type { AddressInfo } from "node:net";
import { WebSocketServer, type WebSocket } from "ws";
import type { FromPipe } from "./messages.ts";

const viewers = new Map<string, WebSocket>();
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket, request) => {
  const [, side, index = ""] = (request.url ?? "").split("/");
  if (side === "viewer") viewers.set(index, socket);
  else socket.on("message", (data, isBinary) => viewers.get(index)?.send(data, { binary: isBinary }));
});
server.on("listening", () => {
  const message: FromPipe = { type: "listening", port: (server.address() as AddressInfo).port };
  process.send?.(message);
});
process.on("disconnect", () => process.exit(0));
