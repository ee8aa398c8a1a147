import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { LIMITS } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { WebSocketServer, type WebSocket as ServerSocket } from "ws";
import { openStream, type Stream, type StreamState } from "./stream.ts";
import type { StreamIn } from "@udt/client";

const target = { test_id: "t1", device_id: "d1", project: "demo" };
let server: WebSocketServer;
let baseUrl: string;
let sockets: ServerSocket[];
let urls: string[];
let opened: { close(): void }[];

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  sockets = [];
  urls = [];
  opened = [];
  server.on("connection", (socket, request) => {
    sockets.push(socket);
    urls.push(request.url ?? "");
  });
});
afterEach(async () => {
  for (const stream of opened) stream.close();
  for (const socket of server.clients) socket.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** What its streams hold to be the time. */
let now = 0;
function openLog(retryMs: (attempt: number) => number = () => 1) {
  const states: StreamState[] = [];
  const messages: StreamIn<"log">[] = [];
  const bytes: Uint8Array[] = [];
  const stream = openStream(
    "log",
    target,
    {
      onState: (state) => states.push(state),
      onMessage: (message) => messages.push(message),
      onBytes: (frame) => bytes.push(frame),
    },
    { baseUrl, retryMs, now: () => now },
  );
  opened.push(stream);
  return { stream, states, messages, bytes };
}
const names = (states: StreamState[]) => states.map((state) => state.name);
const isOpen = (stream: Stream<"log">) => vi.waitFor(() => expect(stream.state.name).toBe("open"));

describe("a stream", () => {
  it("connects to its own address and tells what comes, text and bytes", async () => {
    const { stream, messages, bytes, states } = openLog();
    expect(stream.state).toEqual({ name: "connecting" });
    await isOpen(stream);
    expect(urls).toEqual(["/v1/api/tests/t1/devices/d1/streams/log?project=demo"]);
    sockets[0]!.send(JSON.stringify({ type: "lines", lines: [[1, "I", "T", 2, 3, "hello"]] }));
    sockets[0]!.send(Buffer.from([1, 2, 3]));
    await vi.waitFor(() => expect(bytes).toEqual([Uint8Array.of(1, 2, 3)]));
    expect(messages).toEqual([{ type: "lines", lines: [[1, "I", "T", 2, 3, "hello"]] }]);
    expect(names(states)).toEqual(["open"]);
  });

  it("asks for the screen's profile", async () => {
    const stream = openStream("screen", { ...target, profile: "baseline" }, {}, { baseUrl });
    opened.push(stream);
    await vi.waitFor(() => expect(urls[0]).toMatch(/streams\/screen\?project=demo&profile=baseline$/));
  });

  it("comes back by itself after a break, with longer and longer pauses until it lasts", async () => {
    const attempts: number[] = [];
    const { stream, states } = openLog((attempt) => {
      attempts.push(attempt);
      return 1;
    });
    await isOpen(stream);
    server.once("connection", (socket) => socket.terminate());
    sockets[0]!.terminate();
    await vi.waitFor(() => expect(sockets).toHaveLength(3));
    await isOpen(stream);
    expect(names(states)[1]).toBe("reconnecting");
    expect(attempts[0]).toBe(0);
    const before = attempts.length;
    // A server that takes each connection and drops it is not dialled at full speed for ever.
    sockets.at(-1)!.terminate();
    await vi.waitFor(() => expect(sockets).toHaveLength(4));
    await isOpen(stream);
    expect(attempts.at(-1)).toBe(before);
    now += 10_000;
    sockets.at(-1)!.terminate();
    await vi.waitFor(() => expect(sockets).toHaveLength(5));
    // It lasted: the pauses start anew.
    expect(attempts.at(-1)).toBe(0);
  });

  it.each([4400, 4403, 4409, 4499])("is closed for good by code %i, with the reason", async (code) => {
    const { stream, states } = openLog();
    await isOpen(stream);
    sockets[0]!.close(code, "test_ended");
    await vi.waitFor(() => expect(stream.state).toEqual({ name: "closed", code, reason: "test_ended" }));
    expect(names(states)).toEqual(["open", "closed"]);
    expect(sockets).toHaveLength(1);
  });

  it.each([1000, 1006, 1011, 4503, 4504])("takes code %i for a break", async (code) => {
    const { stream } = openLog();
    await isOpen(stream);
    if (code === 1006) sockets[0]!.terminate();
    else sockets[0]!.close(code, "");
    await vi.waitFor(() => expect(sockets).toHaveLength(2));
    await isOpen(stream);
  });

  it.each([
    [4504, "agent_timeout", "agent_timeout"],
    [4502, "device_command_failed", "device_command_failed"],
    // Whoever stands between may say anything.
    [1001, "going away", ""],
  ])("tells why the server broke it with %i while it tries again", async (code, said, reason) => {
    const { stream, states } = openLog();
    await isOpen(stream);
    sockets[0]!.close(code, said);
    await vi.waitFor(() => expect(sockets).toHaveLength(2));
    await isOpen(stream);
    expect(states).toEqual([{ name: "open" }, { name: "reconnecting", attempt: 1, reason }, { name: "open" }]);
  });

  it.each([["not JSON"], ['{"type":"unknown"}'], ['{"type":"dropped","count":"many"}']])(
    "closes with 4400 on a message that is not of the contract: %s",
    async (text) => {
      const { stream, messages } = openLog();
      await isOpen(stream);
      const closed = once(sockets[0]!, "close");
      sockets[0]!.send(text);
      expect((await closed)[0]).toBe(4400);
      expect(stream.state).toEqual({ name: "closed", code: 4400, reason: "invalid_param" });
      expect(messages).toEqual([]);
    },
  );

  it("sends while open and keeps nothing for later", async () => {
    const { stream } = openLog();
    expect(stream.send({ type: "clear" })).toBe(false);
    await isOpen(stream);
    const received = once(sockets[0]!, "message");
    expect(stream.send({ type: "clear" })).toBe(true);
    expect(JSON.parse(String((await received)[0]))).toEqual({ type: "clear" });
  });

  it("refuses to send what the other end would refuse", async () => {
    const stream = openStream("input", target, {}, { baseUrl });
    opened.push(stream);
    await vi.waitFor(() => expect(stream.state.name).toBe("open"));
    expect(() => stream.send({ type: "text", text: "x".repeat(LIMITS.text_max_chars + 1) })).toThrow();
  });

  it("dials anew when told that the connection is dead, and hears no more of the old one", async () => {
    const { stream, messages } = openLog();
    await isOpen(stream);
    stream.reconnect();
    sockets[0]!.send(JSON.stringify({ type: "dropped", count: 1 }));
    await vi.waitFor(() => expect(sockets).toHaveLength(2));
    await isOpen(stream);
    sockets[1]!.send(JSON.stringify({ type: "dropped", count: 2 }));
    await vi.waitFor(() => expect(messages).toEqual([{ type: "dropped", count: 2 }]));
  });

  it("is silent after close and does not come back", async () => {
    const { stream, states } = openLog();
    await isOpen(stream);
    const closed = once(sockets[0]!, "close");
    stream.close();
    expect((await closed)[0]).toBe(1000);
    expect(names(states)).toEqual(["open"]);
    expect(stream.state.name).toBe("closed");
    stream.reconnect();
    expect(stream.send({ type: "clear" })).toBe(false);
    expect(sockets).toHaveLength(1);
  });
});
