/** Of a device that several projects share: whose build of an app is on it. */
import { createHash } from "node:crypto";
import type { DeviceEnvironment } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { makeReady, startSession } from "../../test/harness.ts";
import { refuseWanted, serveWanted, wantedApk } from "../../test/wanted.ts";

type Phone = Awaited<ReturnType<typeof startPhones>>["phones"][number]["phone"];
type Apk = ReturnType<typeof wantedApk>;

const NAME = "org.helper";
const OPTIONS = { refuseReplacing: false, allowDowngrade: false, grantPermissions: false };
const install = async (phone: Phone, { bytes }: Apk) =>
  expect(await phone.system.packages.install([bytes], OPTIONS)).toMatchObject({ ok: true });
/** The MD5 of what is there. */
const there = (phone: Phone): string | undefined => {
  const found = phone.system.packages.find(NAME);
  return found && createHash("md5").update(phone.system.files.read(found.apk_path)).digest("hex");
};

async function shared(served: readonly Apk[]) {
  const ready = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const asked = serveWanted(ready.server, served);
  const { server, device, agent } = ready;
  const start = (lease_token: number, wanted: readonly Apk[]) => {
    const environment: Partial<DeviceEnvironment> = { free_apps: [NAME], preinstalled: [NAME] };
    environment.wanted = wanted.map(({ app }) => app);
    return startSession(server, device, lease_token, "debug", { environment });
  };
  const end = async (lease: Awaited<ReturnType<typeof start>>) => {
    await server.request({ type: "session_stop", ...lease });
    const { lease_token } = lease;
    await server.until("session", ({ session }) => session.state === "cleaned" && session.lease_token === lease_token);
  };
  return { phone: ready.first.phone, asked, start, end, agent, server };
}

/** Two projects' builds of one name and version. */
const own = wantedApk(NAME, 3);
const others = wantedApk(NAME, 3);

test("a project that wants an app has its own build of it, not another's of the same name and version", async () => {
  expect(own.app.md5).not.toBe(others.app.md5);
  const { phone, asked, start, end } = await shared([own]);
  await install(phone, others);
  const lease = await start(1, [own]);
  expect(there(phone)).toBe(own.app.md5);
  await end(lease);
  // What is there by its bytes needs no installing.
  await end(await start(2, [own]));
  expect(there(phone)).toBe(own.app.md5);
  expect(asked).toEqual([NAME]);
});

test("where its own build cannot be had, another's goes all the same", async () => {
  const { phone, start, agent, server } = await shared([]);
  refuseWanted(server);
  await install(phone, wantedApk(NAME, 9));
  await start(1, [own]);
  expect(there(phone)).toBeUndefined();
  expect(agent.logged.map(({ message }) => message)).toContain("an app that is to be there cannot be installed");
});

test("another project's build stays as it was, and goes where a session put something else in its place", async () => {
  const { phone, start, end } = await shared([]);
  await install(phone, others);
  await end(await start(1, []));
  expect(there(phone)).toBe(others.app.md5);

  const replacing = await start(2, []);
  phone.system.packages.uninstall(NAME);
  await install(phone, own);
  await end(replacing);
  expect(there(phone)).toBeUndefined();

  const adding = await start(3, []);
  await install(phone, own);
  await end(adding);
  expect(there(phone)).toBeUndefined();
});
