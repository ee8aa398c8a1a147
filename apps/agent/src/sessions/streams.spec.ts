import { STREAM_NAMES, STREAMS } from "@udt/contract";
import type { Capabilities, Device } from "@udt/driver";
import { expect, it } from "vitest";
import { demandStream } from "./streams.ts";

it.each(STREAM_NAMES)("refuses %s for a device that has all but what it needs, and for no other", (stream) => {
  const { needs } = STREAMS[stream];
  const device = (names: readonly string[]) =>
    ({ capabilities: Object.fromEntries(names.map((name) => [name, {}])) as Partial<Capabilities> }) as Device;
  const others = STREAM_NAMES.map((one) => STREAMS[one].needs).filter((name) => name !== needs);
  expect(() => demandStream({ serial: "S1", device: device(others) }, stream)).toThrow(
    expect.objectContaining({ code: "capability_missing", args: { device_id: "S1", capability: needs } }),
  );
  expect(() => demandStream({ serial: "S1", device: device([needs]) }, stream)).not.toThrow();
});
