import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScreenEvent } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { dialDaemon } from "./drivers/android/adb-tcp.ts";
import { fileCredentialStore } from "./drivers/android/credential-store.ts";
import { openScreenrecord } from "./drivers/android/screenrecord-source.ts";
import { eventually, keepPhones, makeFolder, makeReady, onEnd, openStream, startSession } from "../test/harness.ts";

/** A phone that does not say that it brings a scrcpy server, as no phone with glass does. */
async function plainPhone() {
  const host = await startPhones({ count: 1, basePort: 0 });
  const { props } = host.phones[0]!.phone.system;
  const get = props.get.bind(props);
  props.get = (name) => (name.startsWith("ro.scrcpy.") ? "" : get(name));
  return host;
}

test("a phone without a scrcpy server of its own is given one", async () => {
  const scrcpy_server_path = join(await makeFolder(), "scrcpy-server");
  await writeFile(scrcpy_server_path, "the virtual phone runs any file that is pushed as its server");
  const { server, device, first } = await makeReady(plainPhone(), { scrcpy_server_path });
  const screen = await openStream(server, await startSession(server, device), "screen");
  await screen.until((tap) => tap.binaries.some((frame) => frame[0] === 1));
  expect(screen.texts[0]).toEqual({ type: "meta", source: "live", codec: "h264" });
  expect(first.phone.system.files.exists("/data/local/tmp/scrcpy-server.jar")).toBe(true);
});

test("without any, screenrecord shows the screen and input goes through the shell, and both say so", async () => {
  const { server, device, agent, first } = await makeReady(plainPhone(), { scrcpy_server_path: "/no/such/file" });
  const lease = await startSession(server, device);
  expect(agent.logged).toContainEqual(
    expect.objectContaining({
      message: "screen falls back to a worse source",
      facts: expect.objectContaining({ reason: expect.stringContaining("/no/such/file") }),
    }),
  );
  const screen = await openStream(server, lease, "screen");
  await screen.until((tap) => tap.binaries.some((frame) => frame[0] === 1));
  expect(screen.texts).toContainEqual({ type: "meta", source: "slow", codec: "h264" });
  expect(screen.texts).toContainEqual({ type: "size", width: 720, height: 1600 });

  const input = await openStream(server, lease, "input");
  expect(await input.until((tap) => tap.texts[0])).toEqual({ type: "ready", source: "commands" });
  first.phone.screen.start("dev.udt.notes");
  input.json({ type: "key", action: "press", key: "GoHome" });
  await eventually(() => expect(first.phone.screen.focused().package_name).toBe("dev.udt.launcher"));
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
});

test("a new recording takes over from the old one, by time and on demand, and nothing stays behind", async () => {
  const host = await keepPhones(plainPhone());
  const { port } = host.phones[0]!;
  const folder = await makeFolder();
  const adb = await dialDaemon(
    { host: "127.0.0.1", port },
    fileCredentialStore(join(folder, "key")),
    AbortSignal.timeout(10_000),
  );
  onEnd(() => adb.close());
  const events: ScreenEvent[] = [];
  const configs = () => events.filter((event) => event.type === "packet" && event.kind === "config").length;
  const timing = { renewMs: 1_000, keyFrameMinIntervalMs: 0 };
  const source = await openScreenrecord(
    () => adb,
    "high",
    (event) => events.push(event),
    AbortSignal.timeout(60_000),
    timing,
  );
  await eventually(() => expect(configs()).toBe(1));
  source.requestKeyFrame();
  await eventually(() => expect(configs()).toBeGreaterThanOrEqual(2));
  await eventually(() => expect(configs()).toBeGreaterThanOrEqual(3));
  const kinds = events.flatMap((event) => (event.type === "packet" ? [event.kind] : []));
  for (const [index, kind] of kinds.entries()) if (kind === "config") expect(kinds[index + 1] ?? "key").toBe("key");
  await source.dispose();
  expect(await source.ended).toBe("closed");
});
