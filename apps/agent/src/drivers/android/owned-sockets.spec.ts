import { AdbBanner, Adb, type AdbSocket, type AdbTransport } from "@yume-chan/adb";
import { expect, test } from "vitest";
import { ownSockets } from "./owned-sockets.ts";

/** A device that opens what is asked for once it is let, and notes what was closed. */
function device() {
  const closed: string[] = [];
  const gates: (() => void)[] = [];
  let reverse: ((socket: AdbSocket) => unknown) | undefined;
  const socket = (service: string): AdbSocket => {
    const end = Promise.withResolvers<undefined>();
    return {
      service,
      readable: new ReadableStream(),
      writable: new WritableStream(),
      closed: end.promise,
      close: () => {
        closed.push(service);
        end.resolve(undefined);
      },
    } as AdbSocket;
  };
  const transport: AdbTransport = {
    serial: "one",
    maxPayloadSize: 1024,
    banner: AdbBanner.parse("device::"),
    disconnected: new Promise(() => undefined),
    clientFeatures: [],
    connect: (service) => new Promise((resolve) => gates.push(() => resolve(socket(service)))),
    addReverseTunnel: (handler, address) => {
      reverse = handler;
      return address ?? "";
    },
    removeReverseTunnel: () => undefined,
    clearReverseTunnels: () => undefined,
    close: () => void closed.push("the device"),
  };
  return {
    adb: new Adb(transport),
    closed,
    opens: () => gates.shift()?.(),
    dials: (service: string) => reverse?.(socket(service)),
  };
}

test("what was opened is closed, from either side, and the device is not", async () => {
  const { adb, closed, opens, dials } = device();
  const owned = ownSockets(adb);
  const server = owned.adb.createSocket("exec:server");
  opens();
  await server;
  const taken: AdbSocket[] = [];
  await owned.adb.transport.addReverseTunnel((socket) => void taken.push(socket), "localabstract:video");
  await dials("video");
  const other = adb.createSocket("exec:other");
  opens();
  await other;
  expect(taken).toHaveLength(1);
  await owned.adb.close();
  await owned.close();
  expect(closed).toEqual(["exec:server", "video"]);
});

test("what opens only afterwards is closed as well", async () => {
  const { adb, closed, opens, dials } = device();
  const owned = ownSockets(adb);
  await owned.adb.transport.addReverseTunnel(() => undefined, "localabstract:video");
  const late = owned.adb.createSocket("exec:server");
  await owned.close();
  expect(closed).toEqual([]);
  opens();
  await late;
  await dials("video");
  expect(closed).toEqual(["exec:server", "video"]);
});
