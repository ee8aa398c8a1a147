import type { Device, InputSink } from "@udt/driver";
import { expect, test } from "vitest";
import { ScreenKeeper } from "./screen-keeper.ts";

test("takes no input any more once its session ends", async () => {
  const sink = {} as InputSink;
  const device = {
    identity: { serial: "one" },
    capabilities: {
      screen: {
        open: () => Promise.reject(new Error("no video")),
        capture: () => Promise.resolve(new Uint8Array(8)),
      },
      input: { open: () => Promise.resolve(sink) },
    },
  } as unknown as Device;
  const keeper = new ScreenKeeper(device, () => undefined);
  await keeper.start();
  expect(keeper.input).toMatchObject({ sink, source: "shell" });
  const disposed = keeper.dispose();
  expect(keeper.input).toBeUndefined();
  await disposed;
  expect(keeper.input).toBeUndefined();
});
