import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Client } from "@udt/client";
import type { Device, DeviceFacts } from "@udt/driver";
import { expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { WorkRoom } from "../../sessions/session-work.ts";
import { serveStream, type StreamRoom } from "../../sessions/streams.ts";
import { workOn } from "../../tasks/task-kinds.ts";
import type { TaskRoom } from "../../tasks/task-room.ts";
import { KINDS } from "../kinds.ts";

const facts = { battery_level: 80 } as DeviceFacts;
const device = { facts: () => Promise.resolve(facts) } as Partial<Device> as Device;

it("tells the server what the device said", async () => {
  const calls: unknown[] = [];
  const call = async ({ name }: { name: string }, { params, body }: { params: unknown; body: unknown }) =>
    void calls.push({ name, params, body });
  const room = {
    client: { call } as Partial<Client> as Client,
    device,
    device_id: "D1",
    lease: { test_id: "T1", serial: "S1", lease_token: 7 },
  } as WorkRoom;
  await KINDS.checkup!(room).run(new AbortController().signal);
  const params = { test_id: "T1", device_id: "D1" };
  expect(calls).toEqual([{ name: "agentCheckupFinish", params, body: { lease_token: 7, battery_percent: 80 } }]);
});

it("says on its stream how full the battery is, until the session ends", async () => {
  const sockets = new WebSocketServer({ port: 0 });
  await once(sockets, "listening");
  const browser = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  const [socket] = (await once(sockets, "connection")) as [WebSocket];
  const session = new AbortController();
  const said = once(browser, "message");
  const served = serveStream("battery", socket, { device, signal: session.signal } as StreamRoom);
  expect(String((await said)[0])).toBe('{"type":"level","percent":80}');
  session.abort();
  await served;
  browser.terminate();
  sockets.close();
});

it("says how busy its computer is", async () => {
  const end = await workOn("load", { task_id: "A1", kind: "load", payload: {} }, {} as TaskRoom);
  expect(end).toMatchObject({ kind: "load", failure: null, result: { percent: expect.any(Number) } });
});
