import { expect, it } from "vitest";
import { remoteUseOf } from "./remote-services.ts";

it.each([
  "shell:",
  "shell,v2,TERM=xterm,raw:id",
  "exec:cmd package install -S 5",
  "abb_exec:package\0install",
  "sync:",
  "tcp:8080",
  "localabstract:scrcpy_0123",
  "localfilesystem:/data/local/tmp/debug.sock",
])("%j is done at the device by somebody", (service) => expect(remoteUseOf(service)).toEqual({ kind: "use" }));

it.each(["jdwp:123", "track-jdwp", "track-app"])("%j is asked by tools themselves", (service) =>
  expect(remoteUseOf(service)).toEqual({ kind: "quiet" }),
);

it.each(["tcpip:5555", "usb:", "root:", "unroot:", "remount:", "reboot:bootloader", "disable-verity:"])(
  "%j is refused in words",
  (service) => expect(remoteUseOf(service)).toMatchObject({ kind: "refused", says: expect.stringContaining("UDT") }),
);

it("adb reverse is refused as adbd refuses", () => {
  const use = remoteUseOf("reverse:forward:tcp:9000;tcp:9000");
  const says = use.kind === "refused" ? (use.says ?? "") : "";
  const [, length = "", reason = ""] = /^FAIL([0-9a-f]{4})(.*)$/s.exec(says) ?? [];
  expect(Number.parseInt(length, 16)).toBe(Buffer.byteLength(reason));
});

it.each([
  "tcp:80:10.0.0.1",
  "tcp:80 ",
  "dev:/dev/block/sda",
  "host:kill",
  "sideload:1",
  "constructor",
  "toString:",
  "",
])("%j is not there", (service) => expect(remoteUseOf(service)).toEqual({ kind: "refused" }));
