import { AdbScrcpyClient } from "@yume-chan/adb-scrcpy";
import { startPhones } from "@udt/phone";
import { afterEach, expect, test, vi } from "vitest";
import { androidAt, eventually, keepPhones } from "../../../test/harness.ts";
import type { AndroidDevice } from "./android-device.ts";
import { startScrcpy } from "./scrcpy-source.ts";

const stray: unknown[] = [];
const onStray = (error: unknown) => stray.push(error);
afterEach(() => {
  process.off("unhandledRejection", onStray);
  vi.restoreAllMocks();
});

test("a stream that nobody came to read leaves nothing unheard", async () => {
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const provider = androidAt(host.phones[0]!.port);
  const device = await eventually(() => {
    expect(provider.list()).toHaveLength(1);
    return provider.list()[0] as AndroidDevice;
  });
  process.on("unhandledRejection", onStray);
  const sound = Promise.withResolvers<never>();
  vi.spyOn(AdbScrcpyClient, "start").mockResolvedValue({ audioStream: sound.promise } as never);
  const wish = { video: false, audio: true, control: false } as const;
  await startScrcpy(device.adb(), { path: "/data/server" }, wish, AbortSignal.timeout(20_000));
  sound.reject(new Error("its socket closed"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(stray).toEqual([]);
});
