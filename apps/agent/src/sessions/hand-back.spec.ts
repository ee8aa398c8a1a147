import { createClient } from "@udt/client";
import type { Device } from "@udt/driver";
import { expect, test } from "vitest";
import { handBack, type HandBackRoom } from "./hand-back.ts";

const client = createClient({ baseUrl: "http://127.0.0.1:9" });
const dirty = { serial: "S", test_id: "test-1", lease_token: 1, mark: null, device_id: "device-1", tells: true };
const device = (change: Partial<Device>) =>
  ({ capabilities: {}, clean: () => Promise.resolve(), ...change }) as unknown as Device;

test("a device that is clean and cannot be looked at is handed back all the same, and that is said", async () => {
  const said: string[] = [];
  const room: HandBackRoom = { client, dataDir: "", log: (_, message) => void said.push(message) };
  const difference = () => Promise.reject(new Error("dumpsys hangs"));
  await handBack(room, device({ difference }), dirty);
  expect(said).toEqual(["what a session left could not be seen"]);
});

test("a device that cannot be cleaned is not handed back", async () => {
  const room: HandBackRoom = { client, dataDir: "", log: () => undefined };
  const clean = () => Promise.reject(new Error("pm hangs"));
  await expect(handBack(room, device({ clean }), dirty)).rejects.toThrow("pm hangs");
});
