import { Emitter, say, type Said } from "@udt/base";
import type { Device, DeviceProvider } from "@udt/driver";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { DeviceMarks, type DirtyMark } from "../sessions/dirty-marks.ts";
import { DeviceRegistry } from "./device-registry.ts";

/** A device that an earlier life of the agent left unclean, while it is being handed back. */
async function amidHandingBack() {
  const marks = await DeviceMarks.open<DirtyMark>(await makeFolder(), (_, error) => expect.fail(String(error)));
  await marks.put({ serial: "S1", test_id: "t", lease_token: 1, mark: null });
  const gone = Promise.withResolvers<Said>();
  const device = {
    identity: { serial: "S1", boot_id: "b" },
    capabilities: {},
    gone: gone.promise,
    facts: async () => ({}),
  } as unknown as Device;
  const changed = new Emitter<void>();
  const provider: DeviceProvider = { name: "one", list: () => [device], changed, dispose: async () => undefined };
  const began = Promise.withResolvers<AbortSignal>();
  const done = Promise.withResolvers<void>();
  const registry = new DeviceRegistry({
    providers: [provider],
    marks,
    log: () => undefined,
    handBack: async (_, __, signal) => (began.resolve(signal), done.promise),
    cleanWhole: () => expect.fail("its mark can be read"),
    onDevice: () => undefined,
    onUnread: () => undefined,
    onGone: () => undefined,
  });
  return { marks, gone, done, registry, signal: await began.promise };
}

test("a device that was handed back is clean, and its mark is gone", async () => {
  const { marks, done, registry } = await amidHandingBack();
  done.resolve();
  await vi.waitFor(() => expect(registry.find("S1")?.ready).toBe(true));
  expect(marks.list()).toEqual([]);
  await registry.dispose();
});

test("a device that goes away while it is handed back is not done with", async () => {
  const { marks, gone, done, registry, signal } = await amidHandingBack();
  gone.resolve(say("device_connection_lost"));
  await vi.waitFor(() => expect(signal.aborted).toBe(true));
  done.resolve();
  await vi.waitFor(() => expect(registry.find("S1")).toBeUndefined());
  await registry.dispose();
  expect(marks.list()).toHaveLength(1);
});
