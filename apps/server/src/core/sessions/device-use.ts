import { DEVICE_USE, UdtError, type DeviceCommand, type StreamName, type TestKind } from "@udt/contract";

/** What a person wants of the device of a test. */
export type Use = { stream: StreamName } | { command: DeviceCommand["name"] } | "extend";

/** @throws UdtError test_watched: people do not use the devices of such tests in this way, whoever they are */
export function assertUse({ test_id, kind }: { test_id: string; kind: TestKind }, use: Use): void {
  const { streams, commands, extend } = DEVICE_USE[kind];
  const isAllowed =
    use === "extend" ? extend : "stream" in use ? streams.includes(use.stream) : commands.includes(use.command);
  if (!isAllowed) throw new UdtError("test_watched", { test_id });
}
