import { describe, expect, it, vi } from "vitest";
import { HandPeer, packetBytes } from "../test/peer.ts";
import { AdbDeviceConnection, type AdbServiceHandler, type AdbStream } from "./index.ts";

const VERSION = 0x01000001;
const text = (content: string) => Buffer.from(content, "latin1");

function start(services: Record<string, AdbServiceHandler> = {}) {
  const peer = new HandPeer();
  const errors: unknown[] = [];
  const connection = new AdbDeviceConnection(peer.transport, {
    banner: "device::features=shell_v2",
    resolve: (service) => services[service],
    onServiceError: (_service, error) => void errors.push(error),
  });
  return { peer, connection, errors };
}

async function online(services: Record<string, AdbServiceHandler> = {}, maxPayload = 1024 * 1024) {
  const started = start(services);
  started.peer.packet("CNXN", VERSION, maxPayload, text("host::\0"));
  await vi.waitFor(() => expect(started.peer.sent).toHaveLength(1));
  started.peer.sent.length = 0;
  return started;
}

/** A service that hands its stream out and serves until the stream is over. */
function held(): { streams: AdbStream[]; handler: AdbServiceHandler } {
  const streams: AdbStream[] = [];
  return {
    streams,
    handler: async (stream) => {
      streams.push(stream);
      await stream.closed;
    },
  };
}

describe("AdbDeviceConnection", () => {
  it("answers CNXN with its version, payload limit and banner, checksum and all", async () => {
    const { peer } = start();
    peer.packet("CNXN", VERSION, 1024 * 1024, text("host::features=cmd\0"));
    await vi.waitFor(() => expect(peer.sent).toHaveLength(1));
    expect(peer.sent[0]).toEqual(packetBytes("CNXN", VERSION, 1024 * 1024, text("device::features=shell_v2")));
  });

  it("ignores what comes before CNXN", async () => {
    const { peer } = start({ echo: held().handler });
    peer.packet("OPEN", 1, 0, text("echo\0"));
    peer.packet("CNXN", VERSION, 4096, text("host::\0"));
    await vi.waitFor(() => expect(peer.received()).toEqual(["CNXN 16777217 1048576 device::features=shell_v2"]));
  });

  it("opens a known service and refuses an unknown one", async () => {
    const { peer } = await online({ echo: held().handler });
    peer.packet("OPEN", 7, 0, text("echo\0"));
    peer.packet("OPEN", 8, 0, text("nothing\0"));
    await vi.waitFor(() => expect(peer.received()).toEqual(["OKAY 1 7", "CLSE 0 8"]));
  });

  it("sends the next part only after the peer's OKAY, and cuts to the peer's limit", async () => {
    const { peer } = await online({ say: (stream) => stream.write(text("abcdefgh")) }, 3);
    peer.packet("OPEN", 7, 0, text("say\0"));
    await vi.waitFor(() => expect(peer.received()).toEqual(["OKAY 1 7", "WRTE 1 7 abc"]));
    peer.packet("OKAY", 7, 1);
    await vi.waitFor(() => expect(peer.received().slice(2)).toEqual(["WRTE 1 7 def"]));
    peer.packet("OKAY", 7, 1);
    await vi.waitFor(() => expect(peer.received().slice(3)).toEqual(["WRTE 1 7 gh"]));
    peer.packet("OKAY", 7, 1);
    await vi.waitFor(() => expect(peer.received().slice(4)).toEqual(["CLSE 1 7"]));
  });

  it("keeps the OKAY back while nobody reads, and gives it when read", async () => {
    const { streams, handler } = held();
    const { peer } = await online({ sink: handler });
    peer.packet("OPEN", 7, 0, text("sink\0"));
    const large = Buffer.alloc(300 * 1024, 1);
    peer.packet("WRTE", 7, 1, large);
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    // The read-ahead is full, so only reading may free the peer.
    peer.packet("OPEN", 9, 0, text("unknown\0"));
    await vi.waitFor(() => expect(peer.received()).toEqual(["OKAY 1 7", "CLSE 0 9"]));
    const reader = streams[0]!.readable.getReader();
    expect((await reader.read()).value?.length).toBe(large.length);
    await vi.waitFor(() => expect(peer.received().slice(2)).toEqual(["OKAY 1 7"]));
  });

  it("ends the stream of a peer that sends without waiting for the OKAY", async () => {
    const { handler } = held();
    const { peer, connection } = await online({ sink: handler });
    peer.packet("OPEN", 7, 0, text("sink\0"));
    peer.packet("WRTE", 7, 1, Buffer.alloc(300 * 1024));
    peer.packet("WRTE", 7, 1, Buffer.alloc(1));
    await vi.waitFor(() => expect(peer.received()).toEqual(["OKAY 1 7", "CLSE 1 7"]));
    expect(connection.streamCount).toBe(0);
  });

  it("lets the reader have what came before the peer's CLSE, and fails writes after it", async () => {
    const { streams, handler } = held();
    const { peer } = await online({ sink: handler });
    peer.packet("OPEN", 7, 0, text("sink\0"));
    peer.packet("WRTE", 7, 1, text("last"));
    peer.packet("CLSE", 7, 1);
    await vi.waitFor(() => expect(peer.received()).toEqual(["OKAY 1 7", "OKAY 1 7", "CLSE 1 7"]));
    const parts: string[] = [];
    for await (const part of streams[0]!.readable) parts.push(Buffer.from(part).toString());
    expect(parts).toEqual(["last"]);
    await expect(streams[0]!.write(text("x"))).rejects.toThrow("closed");
  });

  it("fails a write that the peer never takes", async () => {
    const written = vi.fn<(error: unknown) => void>();
    const { peer, connection } = await online({ say: (stream) => stream.write(text("abc")).catch(written) });
    peer.packet("OPEN", 7, 0, text("say\0"));
    await vi.waitFor(() => expect(peer.received()).toContain("WRTE 1 7 abc"));
    peer.end();
    await connection.closed;
    await vi.waitFor(() => expect(written).toHaveBeenCalledOnce());
    expect(peer.isClosed).toBe(true);
  });

  it("does not let a packet with a foreign id reach a stream", async () => {
    const { streams, handler } = held();
    const { peer } = await online({ sink: handler });
    peer.packet("OPEN", 7, 0, text("sink\0"));
    peer.packet("WRTE", 6, 1, text("not yours"));
    peer.packet("WRTE", 7, 1, text("yours"));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    expect(Buffer.from((await streams[0]!.readable.getReader().read()).value!).toString()).toBe("yours");
  });

  it("opens streams to the host, and hears of a refusal", async () => {
    const { peer, connection } = await online();
    const opened = connection.open("tcp:27183");
    const refused = connection.open("tcp:1");
    expect(peer.received()).toEqual(["OPEN 1 0 tcp:27183\0", "OPEN 2 0 tcp:1\0"]);
    peer.packet("OKAY", 40, 1);
    peer.packet("CLSE", 0, 2);
    await expect(refused).rejects.toThrow("refused");
    const stream = await opened;
    const written = stream.write(text("hi"));
    await vi.waitFor(() => expect(peer.received().at(-1)).toBe("WRTE 1 40 hi"));
    peer.packet("OKAY", 40, 1);
    await written;
    expect(connection.streamCount).toBe(1);
  });

  it("drops every stream when the peer connects anew", async () => {
    const { streams, handler } = held();
    const { peer, connection } = await online({ sink: handler });
    peer.packet("OPEN", 7, 0, text("sink\0"));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    const opening = connection.open("tcp:1");
    peer.packet("CNXN", VERSION, 4096, text("host::\0"));
    await expect(opening).rejects.toThrow("ended");
    await streams[0]!.closed;
    expect(connection.streamCount).toBe(0);
  });

  it.each([
    ["a bad magic", Buffer.alloc(24, 1)],
    ["an oversized length", packetBytes("WRTE", 1, 1, Buffer.alloc(0)).fill(0xff, 12, 16)],
  ])("closes on %s", async (_what, bytes) => {
    const { streams, handler } = held();
    const { peer, connection } = await online({ sink: handler });
    peer.packet("OPEN", 7, 0, text("sink\0"));
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    peer.bytes(bytes);
    await connection.closed;
    await streams[0]!.closed;
    expect(peer.isClosed).toBe(true);
    expect(connection.streamCount).toBe(0);
  });

  it("reports a service that throws and closes its stream", async () => {
    const { peer, errors } = await online({ bad: () => Promise.reject(new Error("broken")) });
    peer.packet("OPEN", 7, 0, text("bad\0"));
    await vi.waitFor(() => expect(peer.received()).toEqual(["OKAY 1 7", "CLSE 1 7"]));
    expect(errors).toEqual([new Error("broken")]);
  });

  it("verifies and sends checksums with a peer of the old version", async () => {
    const { peer } = start({ say: (stream) => stream.write(text("a")) });
    peer.packet("CNXN", 0x01000000, 4096, text("host::\0"));
    peer.packet("OPEN", 7, 0, text("say\0"));
    await vi.waitFor(() => expect(peer.sent).toHaveLength(3));
    expect(peer.sent[2]).toEqual(packetBytes("WRTE", 1, 7, text("a")));
  });
});
