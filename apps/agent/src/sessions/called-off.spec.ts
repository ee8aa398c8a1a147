import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, makeReady, startSession } from "../../test/harness.ts";
import { refuseWanted, wantedApk } from "../../test/wanted.ts";

test("a session that is called off while it prepares tells which settings it put", async () => {
  const { server, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const { packages, settings } = first.phone.system;
  const [own, others] = [wantedApk("org.helper", 3), wantedApk("org.helper", 3)];
  await packages.install([others.bytes], { refuseReplacing: false, allowDowngrade: false, grantPermissions: false });
  const asked = Promise.withResolvers<void>();
  // It waits for the app that is to be there, and gets nothing.
  server.onHttp = ({ url }) => {
    if (!url?.includes("/wanted/")) return false;
    asked.resolve();
    return true;
  };
  const wish = {
    profile: { project_id: "p", settings: { proxy: "10.66.6.6:3128" } },
    environment: { preinstalled: ["org.helper"], wanted: [own.app], free_apps: [], free_paths: [] },
  };
  // It never runs.
  void startSession(server, device, 1, "debug", wish).catch(() => undefined);
  await asked.promise;
  expect(settings.get("global", "http_proxy")).toBe("10.66.6.6:3128");
  refuseWanted(server);
  const { session } = await server.until("session");
  await server.request({ type: "session_stop", serial: device.serial, lease_token: 1, test_id: session.test_id });
  await server.until("session", (message) => message.session.state === "cleaned");
  await eventually(() =>
    expect(
      server.received.flatMap((message) => (message.type === "device" ? [message.device.profile] : [])),
    ).toContainEqual(expect.objectContaining({ project_id: "p", lease_token: 1 })),
  );
});
