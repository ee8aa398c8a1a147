import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocketServer, type WebSocket as ServerSocket } from "ws";
import type { ConsoleEvent } from "@udt/contract";
import { connectEvents, type EventsConnection, type EventsState } from "./events.ts";

let server: WebSocketServer;
let connection: EventsConnection | undefined;
let urls: string[];
let sockets: ServerSocket[];
const events: ConsoleEvent[] = [];
const states: EventsState[] = [];

beforeEach(async () => {
  [urls, sockets, events.length, states.length] = [[], [], 0, 0];
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  server.on("connection", (socket, request) => {
    urls.push(request.url ?? "");
    sockets.push(socket);
  });
  await once(server, "listening");
  connection = connectEvents({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/udt`,
    project: "demo",
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
  await vi.waitFor(() => expect(states).toContain("open"));
});
afterEach(async () => {
  connection?.close();
  for (const socket of sockets) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

it("comes back after a break and asks for what it missed", async () => {
  sockets[0]!.send(JSON.stringify({ event_id: 7, type: "test.changed", test_id: "t1" }));
  sockets[0]!.send(JSON.stringify({ event_id: 9, type: "tick" }));
  await vi.waitFor(() => expect(events).toEqual([{ event_id: 7, type: "test.changed", test_id: "t1" }]));
  sockets[0]!.terminate();
  await vi.waitFor(() => expect(urls).toHaveLength(2), { timeout: 60_000 });
  expect(urls).toEqual(["/udt/v1/api/events?project=demo", "/udt/v1/api/events?project=demo&after=9"]);
  await vi.waitFor(() => expect(states).toEqual(["connecting", "open", "reconnecting", "reconnecting", "open"]));
});

it("asks from the first on for what came after what is known", async () => {
  const first = connectEvents({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    project: "demo",
    after: () => 5,
    onEvent: () => {},
  });
  await vi.waitFor(() => expect(urls.at(-1)).toBe("/v1/api/events?project=demo&after=5"));
  first.close();
});

it("follows what concerns the caller alone where there is no project", async () => {
  const own = connectEvents({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    project: undefined,
    after: () => 5,
    onEvent: () => {},
  });
  await vi.waitFor(() => expect(urls.at(-1)).toBe("/v1/api/own_events?after=5"));
  own.close();
});

it("turns what it cannot read into a resync", async () => {
  sockets[0]!.send("{not json");
  sockets[0]!.send(JSON.stringify({ event_id: 3, type: "from.the.future" }));
  await vi.waitFor(() => expect(events.map((event) => event.type)).toEqual(["resync", "resync"]));
});

it("takes a refusal as final", async () => {
  sockets[0]!.close(4403, "user_not_in_project");
  await vi.waitFor(() => expect(states.at(-1)).toBe("refused"));
  expect(urls).toHaveLength(1);
});
