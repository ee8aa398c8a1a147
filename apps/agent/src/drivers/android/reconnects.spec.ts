import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eventually, onEnd } from "../../../test/harness.ts";
import { watchAdbServer } from "./adb-server-watch.ts";
import { Reconnects } from "./reconnects.ts";

const said = (text: string) => `${Buffer.byteLength(text).toString(16).padStart(4, "0")}${text}`;

test("an adb server is asked to reconnect a phone that it goes on calling offline, and no phone by network", async () => {
  const asked: string[] = [];
  const list = [
    "ABC123 offline usb:1-1 transport_id:7",
    "10.0.0.7:5555 offline transport_id:8",
    "DEF unauthorized transport_id:9",
  ];
  // Its words, by https://android.googlesource.com/platform/packages/modules/adb/+/refs/tags/android-14.0.0_r1/SERVICES.TXT
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    onEnd(() => socket.destroy());
    socket.on("data", (data) => {
      const request = data.toString().slice(4);
      asked.push(request);
      if (request.startsWith("host:track-devices")) socket.write(`OKAY${said(`${list.join("\n")}\n`)}`);
      else socket.end(`OKAY${said(request === "host:version" ? "0029" : "reconnecting ABC123 [offline]\n")}`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onEnd(() => server.close());
  const stop = new AbortController();
  const told: string[] = [];
  const watch = watchAdbServer(
    { host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    {
      onDevice: () => Promise.reject(new Error("none is ready")),
      log: (_, message) => void told.push(message),
      signal: stop.signal,
    },
  );
  onEnd(async () => {
    stop.abort();
    await watch.catch(() => undefined);
  });
  const reconnected = () => asked.filter((request) => request.includes("reconnect"));
  await eventually(() => expect(reconnected()).toEqual(["host-transport-id:7:reconnect"]));
  expect(told.filter((message) => message === "a phone on the adb server cannot be used")).toHaveLength(list.length);
  expect(told).toContain("reconnecting a phone that is offline");
  expect(told).not.toContain("a phone that is offline could not be reconnected");
});

describe("how often", () => {
  let asked: bigint[] = [];
  let reconnects: Reconnects;
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    reconnects = new Reconnects({
      reconnect: (transportId) => Promise.resolve(void asked.push(transportId)),
      log: () => undefined,
    });
  });
  afterEach(() => {
    reconnects.dispose();
    vi.useRealTimers();
  });

  test("not one that comes by itself, and not while it is there", () => {
    reconnects.look([{ serial: "A", transportId: 1n }]);
    vi.advanceTimersByTime(9_000);
    reconnects.look([]);
    vi.advanceTimersByTime(600_000);
    expect(asked).toEqual([]);
  });

  test("each by its newest transport, and less and less often, also where it is there in between", () => {
    for (let at = 0, id = 1n; at < 3_600_000; at += 5_000) {
      reconnects.look(at % 20_000 === 0 ? [] : [{ serial: "A", transportId: id++ }]);
      vi.advanceTimersByTime(5_000);
    }
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.length).toBeLessThan(10);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
