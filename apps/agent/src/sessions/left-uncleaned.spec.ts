import { BARE_ENVIRONMENT, say } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { inMinutes, makeReady, startSession } from "../../test/harness.ts";
import { wantedApk } from "../../test/wanted.ts";

/** A phone on which another agent's session left apps and files. */
const left = async () => {
  const ready = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const { packages, files, faults } = ready.first.phone.system;
  for (const name of ["org.left", "org.kept"]) {
    const { bytes } = wantedApk(name);
    await packages.install([bytes], { refuseReplacing: false, allowDowngrade: false, grantPermissions: false });
  }
  files.write("/sdcard/Download/left.txt", "theirs");
  files.mkdir("/sdcard/Download/kept", true);
  files.write("/sdcard/Download/kept/mine.txt", "kept");
  const there = () => packages.list().map(({ package_name }) => package_name);
  return { ...ready, files, faults, there };
};
const SPARED = { free_apps: ["org.kept"], free_paths: ["/sdcard/Download/kept"] };

test("what another agent had no time to clean goes before a session has the device, but for what a tag keeps", async () => {
  const { server, device, files, there } = await left();
  await startSession(server, device, 1, "debug", { left_uncleaned: SPARED });
  expect(there()).toContain("org.kept");
  expect(there()).not.toContain("org.left");
  expect(files.exists("/sdcard/Download/kept/mine.txt")).toBe(true);
  expect(files.exists("/sdcard/Download/left.txt")).toBe(false);
  const running = await server.until("session", ({ session }) => session.state === "running");
  expect(running.session).toMatchObject({ is_swept: true });
});

test("a session that nobody asked to do so takes nothing that was there, and says nothing of it", async () => {
  const { server, device, files, there } = await left();
  await startSession(server, device);
  expect(there()).toContain("org.left");
  expect(files.exists("/sdcard/Download/left.txt")).toBe(true);
  const running = await server.until("session", ({ session }) => session.state === "running");
  expect(running.session.is_swept).toBeUndefined();
});

test("where something of it stays, nobody gets the device, and it says what", async () => {
  const { server, device, faults } = await left();
  faults.app_stays = true;
  await server.request({
    type: "session_start",
    test_id: "test-1",
    serial: device.serial,
    lease_token: 1,
    device_id: `device-${device.serial}`,
    kind: "debug",
    check: null,
    boot_id: device.boot_id,
    deadline: inMinutes(30),
    left_uncleaned: SPARED,
    environment: BARE_ENVIRONMENT,
  });
  const failed = await server.until("session", ({ session }) => session.state === "failed");
  expect(failed.session.error).toMatchObject({ code: say("device_left_uncleaned").code });
  expect(failed.session.error?.evidence).toContain("org.left");
  const { session } = await server.until("session", (message) => message.session.state === "cleaned");
  expect(session.is_swept).toBeUndefined();
});
