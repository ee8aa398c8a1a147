import { once } from "node:events";
import { createClient } from "@udt/client";
import type { Device } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { makeReady, startSession } from "../../test/harness.ts";
import { wantedApk } from "../../test/wanted.ts";
import { handBack, type HandBackRoom } from "./hand-back.ts";

const client = createClient({ baseUrl: "http://127.0.0.1:9" });
const linked = () => Promise.resolve();
const dirty = { serial: "S", test_id: "test-1", lease_token: 1, mark: null, device_id: "device-1", tells: true };
const device = (change: Partial<Device>) =>
  ({ capabilities: {}, clean: () => Promise.resolve(), ...change }) as unknown as Device;

test("a device that is clean and cannot be looked at is handed back all the same, and that is said", async () => {
  const said: string[] = [];
  const room: HandBackRoom = { client, dataDir: "", log: (_, message) => void said.push(message), linked };
  const difference = () => Promise.reject(new Error("dumpsys hangs"));
  await handBack(room, device({ difference }), dirty);
  expect(said).toEqual(["what a session left could not be seen"]);
});

test("a device that cannot be cleaned is not handed back", async () => {
  const room: HandBackRoom = { client, dataDir: "", log: () => undefined, linked };
  const clean = () => Promise.reject(new Error("pm hangs"));
  await expect(handBack(room, device({ clean }), dirty)).rejects.toThrow("pm hangs");
});

test("an app is put back once the server is there, that alone has it, and nothing is forgotten meanwhile", async () => {
  const up = Promise.withResolvers<void>();
  const builds = vi.fn(async () => new Map<string, string>());
  const room: HandBackRoom = { client, dataDir: "", log: () => undefined, linked: () => up.promise };
  const { app } = wantedApk("org.helper");
  const cleaned = Promise.withResolvers<void>();
  const clean = async () => cleaned.resolve();
  const capabilities = { apps: { builds } } as unknown as Device["capabilities"];
  const leaving = new AbortController();
  const back = handBack(
    room,
    device({ clean, capabilities }),
    { ...dirty, tells: false, wanted: [app] },
    leaving.signal,
  );
  await cleaned.promise;
  expect(builds).not.toHaveBeenCalled();
  up.resolve();
  await vi.waitFor(() => expect(builds).toHaveBeenCalled());
  leaving.abort(new Error("device gone"));
  await back;
});

test("what is on its way to a device that is lost is asked for no more", async () => {
  const { server, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const { app } = wantedApk("org.helper");
  const asked = Promise.withResolvers<{ over: Promise<unknown> }>();
  server.onHttp = (request, response) => {
    if (!request.url?.includes("/wanted/")) return false;
    asked.resolve({ over: once(response, "close") });
    return true;
  };
  const lease = await startSession(server, device, 1, "debug", { environment: { wanted: [app] } });
  await server.request({ type: "session_stop", ...lease });
  const { over } = await asked.promise;
  await first.phone.stop();
  await server.until("session", ({ session }) => session.state === "lost");
  await over;
});
