import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { logToBrowser } from "@udt/contract";
import type { LogCapability, LogEntry } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { makeReady, onEnd, openStream, startSession } from "../../test/harness.ts";
import { StreamTap } from "../../test/contract-server.ts";
import { CHANNEL_LIMITS } from "../screen/screen-channel.ts";
import { serveLog } from "./log.ts";

const MEGABYTE = 1024 ** 2;
/** What two sockets on one machine may hold between them, beside what this process keeps. */
const KERNEL_BYTES = 16 * MEGABYTE;

/** A phone whose encoder says what the spec tells it to. */
async function scriptedPhone() {
  const host = await startPhones({ count: 1, basePort: 0 });
  const { screen } = host.phones[0]!.phone;
  const script = { emit: (_kind: "key" | "delta", _bytes: number) => {}, resets: 0 };
  // SPS and PPS of a picture of 720 × 1600, as the phone's encoder writes them.
  const config = Buffer.from("000000016764002aacb405a064d080000003008000003c478c19500000000168ef3cb0", "hex");
  screen.record = (_options, onPacket) => {
    let pts = 0n;
    script.emit = (kind, bytes) => {
      pts += 1n;
      if (kind === "key") onPacket({ kind: "config", key_frame: false, pts_us: pts, data: config });
      onPacket({ kind: "data", key_frame: kind === "key", pts_us: pts, data: Buffer.alloc(bytes, 0x55) });
    };
    queueMicrotask(() => script.emit("key", 1000));
    return {
      size: { width: 720, height: 1600 },
      reset: () => {
        script.resets++;
        script.emit("key", 1000);
      },
    };
  };
  return { ...host, script };
}

test("a viewer that stops reading costs neither memory nor the others' picture, and goes on with a key frame", async () => {
  const { server, host, device } = await makeReady(scriptedPhone());
  const lease = await startSession(server, device);
  const slow = await openStream(server, lease, "screen");
  const fast = await openStream(server, lease, "screen");
  await slow.until((tap) => tap.binaries.length >= 2);
  await fast.until((tap) => tap.binaries.length >= 2);
  slow.socket.pause();
  const alreadyRead = slow.binaries.length;

  const frames = 400;
  const frameBytes = 100_000;
  const start = fast.binaries.length;
  for (let sent = 1; sent <= frames; sent++) {
    host.script.emit("delta", frameBytes);
    await fast.until((tap) => tap.binaries.length >= start + sent);
  }
  expect(fast.binaries.slice(start).every((frame) => frame[0] === 2)).toBe(true);

  slow.socket.resume();
  await slow.until((tap) => tap.binaries.slice(alreadyRead).some((frame) => frame[0] === 1));
  const seen = slow.binaries.slice(alreadyRead);
  const gap = seen.findIndex((frame) => frame[0] !== 2);
  expect(gap * frameBytes).toBeLessThan(KERNEL_BYTES + CHANNEL_LIMITS.viewer_high_bytes);
  expect(seen[gap]![0]).toBe(0);
  expect(seen[gap + 1]![0]).toBe(1);
  expect(host.script.resets).toBeGreaterThan(0);
  host.script.emit("delta", 10);
  await slow.until((tap) => tap.binaries.at(-1)![0] === 2 && tap.binaries.at(-1)!.length === 19);
});

test("a log that is read too slowly says how many lines it left out, and where", async () => {
  const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  onEnd(() => sockets.close());
  await once(sockets, "listening");
  const accepted = once(sockets, "connection") as Promise<[WebSocket]>;
  const browser = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`, {
    perMessageDeflate: false,
  });
  onEnd(() => browser.terminate());
  const [agentEnd] = await accepted;
  await once(browser, "open");
  browser.pause();

  const batches = 120;
  const total = batches * 1000;
  const flooded = Promise.withResolvers<void>();
  const flood: LogCapability = {
    async *follow(_backlog, signal) {
      for (let batch = 0; batch < batches; batch++) {
        yield Array.from({ length: 1000 }, (_, index): LogEntry => {
          return { time: batch * 1000 + index + 1, level: "I", tag: "t", pid: 1, tid: 1, message: "x".repeat(400) };
        });
        await setImmediate();
      }
      flooded.resolve();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    },
    clear: async () => undefined,
    clock: async () => 0,
  };
  const serving = serveLog(
    agentEnd,
    flood,
    () => undefined,
    new AbortController().signal,
    undefined,
    () => 0,
  );
  const tap = new StreamTap(browser);
  browser.pause();
  await flooded.promise;
  browser.resume();

  const count = () => {
    let lines = 0;
    let dropped = 0;
    let last = 0;
    for (const text of tap.texts) {
      const message = logToBrowser.parse(text);
      if (message.type === "dropped") dropped += message.count;
      else if (message.type === "lines") {
        lines += message.lines.length;
        for (const [time] of message.lines) {
          expect(time).toBeGreaterThan(last);
          last = time;
        }
      }
    }
    return { lines, dropped };
  };
  await tap.until(() => count().lines + count().dropped === total);
  expect(count().dropped).toBeGreaterThan(0);
  expect(count().lines).toBeGreaterThan(0);
  browser.terminate();
  await serving;
});
