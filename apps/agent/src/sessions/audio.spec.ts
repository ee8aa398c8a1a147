import { AUDIO_PACKET, BAD_MESSAGE, PACKET_HEADER_BYTES } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import { eventually, makeReady, openStream, startSession } from "../../test/harness.ts";
import { SessionAudio } from "./audio.ts";

async function ready() {
  const { server, host, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const lease = await startSession(server, device);
  const { phone } = host.phones[0]!;
  /** The scrcpy servers that give sound. */
  const tasks = () => phone.system.tasks.list().filter(({ words }) => words.join(" ").includes("video=false"));
  const servers = () => tasks().length;
  return { server, lease, tasks, servers, listen: () => openStream(server, lease, "audio") };
}
const kinds = (binaries: readonly Buffer[]) => binaries.map((frame) => frame[0]);

it("is encoded once for all who listen, from the first to the last of them", async () => {
  const { servers, listen } = await ready();
  expect(servers()).toBe(0);
  const first = await listen();
  await eventually(() => expect(first.binaries.length).toBeGreaterThan(3));
  const second = await listen();
  await eventually(() => expect(second.binaries.length).toBeGreaterThan(3));
  for (const { binaries } of [first, second]) {
    expect(kinds(binaries)[0]).toBe(AUDIO_PACKET.config);
    expect(binaries[0]!.toString("latin1", PACKET_HEADER_BYTES, PACKET_HEADER_BYTES + 8)).toBe("OpusHead");
    expect(new Set(kinds(binaries.slice(1)))).toEqual(new Set([AUDIO_PACKET.data]));
  }
  expect(servers()).toBe(1);
  first.socket.close();
  const heard = second.binaries.length;
  await eventually(() => expect(second.binaries.length).toBeGreaterThan(heard + 3));
  expect(servers()).toBe(1);
  second.socket.close();
  await eventually(() => expect(servers()).toBe(0));
});

it("lets who listens dial again when its server dies", async () => {
  const { tasks, servers, listen } = await ready();
  const tap = await listen();
  await eventually(() => expect(tap.binaries.length).toBeGreaterThan(3));
  for (const task of tasks()) task.signal(9);
  expect(await tap.closed).toMatchObject({ code: 1011 });
  const again = await listen();
  await eventually(() => expect(again.binaries.length).toBeGreaterThan(3));
  expect(servers()).toBe(1);
});

it("takes no words", async () => {
  const { listen } = await ready();
  const tap = await listen();
  tap.socket.send("{}");
  expect(await tap.closed).toMatchObject({ code: BAD_MESSAGE });
});

it("is gone with the session", async () => {
  const { server, lease, servers, listen } = await ready();
  const tap = await listen();
  await eventually(() => expect(tap.binaries.length).toBeGreaterThan(3));
  await server.request({ type: "session_stop", ...lease });
  await tap.closed;
  await eventually(() => expect(servers()).toBe(0));
});

it("refuses for good who would listen to a device that gives none", async () => {
  const audio = new SessionAudio(() => undefined);
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    CLOSED: 3,
    readyState: 1,
    resume: () => undefined,
    close: vi.fn(() => void socket.emit("close")),
  });
  const open = vi.fn(() => Promise.reject(new Error("the encoder is taken")));
  await audio.serve(socket as unknown as WebSocket, { open });
  expect(socket.close).toHaveBeenCalledWith(4409, "no_sound");
  expect(open).toHaveBeenCalledTimes(1);
  await audio.dispose();
});
