import { screenToBrowser } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { makeReady, openStream, startSession } from "../test/harness.ts";

test("finds a virtual phone, registers, and shows its screen in a session", async () => {
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  expect(device).toMatchObject({
    os: "android",
    os_version: "14",
    brand: "UDT",
    is_virtual: true,
    width: 720,
    height: 1600,
  });
  expect(device.capabilities).toEqual(
    expect.arrayContaining(["screen", "input", "shell", "log", "apps", "clipboard", "rotation"]),
  );

  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  const texts = await screen.until(
    (tap) => tap.binaries.length >= 2 && tap.texts.map((text) => screenToBrowser.parse(text)),
  );
  expect(texts).toContainEqual({ type: "meta", source: "live", codec: "h264" });
  expect(texts).toContainEqual({ type: "size", width: 720, height: 1600 });
  const [config, key] = screen.binaries;
  expect([config![0], key![0]]).toEqual([0, 1]);
  // Annex B start codes with an SPS (NAL type 7) and, in the key frame, an IDR slice.
  expect(config!.subarray(9, 13)).toEqual(Buffer.from([0, 0, 0, 1]));
  expect(config![13]! & 0x1f).toBe(7);

  const reply = await server.request({ type: "session_stop", ...lease });
  expect(reply.error).toBeNull();
  expect(await screen.closed).toEqual({ code: 4409, reason: "test_ended" });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(server.takeFaults()).toEqual([]);
});
