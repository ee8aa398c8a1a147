import { once } from "node:events";
import { buildApk } from "@udt/appfile/testing";
import { ENDPOINTS, type Handover } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import type { ContractServer } from "../../test/contract-server.ts";
import {
  eventually,
  keepPhones,
  makeFolder,
  makeReady,
  makeServer,
  spawnAgent,
  startSession,
  type Lease,
} from "../../test/harness.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
type Phone = Awaited<ReturnType<typeof startPhones>>["phones"][number]["phone"];
const body = ENDPOINTS.agentHandover.body ?? expect.fail("no body");

/** What an agent tells of hand-overs, as the contract has it. */
function listen(server: ContractServer): (Handover & { lease_token: number })[] {
  const told: (Handover & { lease_token: number })[] = [];
  server.onHttp = (request, response) => {
    if (!request.url?.endsWith("/handover")) return false;
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      told.push(body.parse(JSON.parse(text)) as (typeof told)[number]);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ret: 0, data: null, msg: "", request_id: "r" }));
    });
    return true;
  };
  return told;
}

const install = async (phone: Phone, packageName: string) =>
  expect(
    await phone.system.packages.install([buildApk({ packageName })], {
      refuseReplacing: false,
      allowDowngrade: false,
      grantPermissions: false,
    }),
  ).toMatchObject({ ok: true });
const stop = async (server: ContractServer, lease: Lease) => {
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
};
/** A session in which something is done to the phone, and what is told of the hand-over. */
async function handedOver(
  use: (phone: Phone) => unknown,
  prepare: (phone: Phone) => unknown = () => undefined,
  wish: Parameters<typeof startSession>[4] = {},
) {
  const { server, device, first } = await makeReady(onePhone());
  const told = listen(server);
  await prepare(first.phone);
  const lease = await startSession(server, device, 1, "debug", wish);
  await use(first.phone);
  await stop(server, lease);
  expect(told).toHaveLength(1);
  const [handover = expect.fail("nothing told")] = told;
  return { ...handover, phone: first.phone };
}
const remaining = ({ entries }: Pick<Handover, "entries">) =>
  entries.filter(({ remains }) => remains).map(({ change, name }) => [change, name]);

test("a session that leaves nothing hands over a device that is as it was", async () => {
  const { entries, more, is_whole, lease_token } = await handedOver(() => undefined);
  expect({ entries, more, is_whole, lease_token }).toEqual({ entries: [], more: 0, is_whole: true, lease_token: 1 });
});

test("what cleaning takes away is no difference: apps, files wherever they are, settings that can be put back", async () => {
  const { entries, phone } = await handedOver(
    async ({ system }) => {
      await install(phoneOf(system), "org.left.behind");
      system.files.mkdir("/sdcard/DCIM/Camera", true);
      system.files.write("/sdcard/DCIM/Camera/photo.jpg", "new");
      system.settings.put("system", "font_scale", "1.3");
      system.settings.put("global", "http_proxy", "10.0.0.1:8080");
    },
    ({ system }) => {
      system.files.mkdir("/sdcard/DCIM/Camera", true);
      system.files.write("/sdcard/DCIM/Camera/old.jpg", "old");
    },
  );
  expect(entries).toEqual([]);
  expect(phone.system.files.list("/sdcard/DCIM/Camera")).toEqual(["old.jpg"]);
  expect(phone.system.settings.get("system", "font_scale")).toBe("1.0");
  expect(phone.system.settings.get("global", "http_proxy")).toBeUndefined();
});

test.each([
  ["stays, and is told as no fault", ["/sdcard/DCIM/moved.jpg"], false],
  ["with more of them than are missing remains", ["/sdcard/DCIM/moved.jpg", "/sdcard/DCIM/new.jpg"], true],
] as const)("a file that may have been moved %s", async (_, added, remains) => {
  const { entries } = await handedOver(
    ({ system }) => {
      system.files.remove("/sdcard/DCIM/old.jpg", false);
      for (const path of added) system.files.write(path, "old");
    },
    ({ system }) => {
      system.files.mkdir("/sdcard/DCIM", true);
      system.files.write("/sdcard/DCIM/old.jpg", "old");
    },
  );
  expect(entries.map((entry) => [entry.change, entry.name, entry.remains]).toSorted()).toEqual([
    ...added.map((path) => ["file_added", path, remains]),
    ["file_removed", "/sdcard/DCIM/old.jpg", false],
  ]);
});

test("what cannot be cleaned remains: an app that stays, an account, the Wi-Fi that is off", async () => {
  const handover = await handedOver(async ({ system }) => {
    await install(phoneOf(system), "org.stays");
    system.faults.app_stays = true;
    system.accounts.set("ada@example.com", "com.example");
    system.settings.put("global", "wifi_on", "0");
    system.settings.put("system", "volume_music", "9");
  });
  expect(remaining(handover)).toEqual([
    ["app_added", "org.stays"],
    ["setting_changed", "global wifi_on"],
    ["account_added", "ada@example.com (com.example)"],
  ]);
  expect(handover.entries.find(({ name }) => name === "global wifi_on")).toMatchObject({ before: "1", after: "0" });
  // It is told, and nobody has to do anything about it.
  expect(handover.entries.find(({ name }) => name === "system volume_music")?.remains).toBe(false);
});

test("what was to stay is no difference, and what a session took away is told", async () => {
  const { entries } = await handedOver(
    async ({ system }) => {
      await install(phoneOf(system), "com.acme.tool");
      system.packages.uninstall("org.there");
      system.files.mkdir("/sdcard/Download/keep", true);
      system.files.write("/sdcard/Download/keep/a.txt", "a");
    },
    ({ system }) => install(phoneOf(system), "org.there"),
    { environment: { free_apps: ["com.acme.*"], free_paths: ["/sdcard/Download/keep"] } },
  );
  expect(entries.map(({ change, name, remains }) => [change, name, remains])).toEqual([
    ["app_removed", "org.there", false],
  ]);
});

test("what the device is brought to afterwards is nothing that was left, and is put back once", async () => {
  const settings = { locale: "ja-JP", font_scale: 1.3, dark_mode: true, density: 280 } as const;
  const scales: unknown[] = [];
  const handover = await handedOver(
    ({ system }) => {
      // Somebody sets the same by hand, and another thing beside it.
      system.settings.put("system", "font_scale", "1.3");
      system.settings.put("system", "system_locales", "fr-FR");
      system.settings.put("secure", "ui_night_mode", "2");
      system.settings.put("global", "wifi_on", "0");
      system.settings.changed.on(() => scales.push(system.settings.get("system", "font_scale")));
    },
    () => undefined,
    { profile: { project_id: "p-1", settings } },
  );
  expect(remaining(handover)).toEqual([["setting_changed", "global wifi_on"]]);
  expect(new Set(scales)).toEqual(new Set(["1.3"]));
  expect(handover.phone.system.settings.get("system", "system_locales")).toContain("ja-JP");
});

test("a phone whose storage comes while a session has it loses nothing that is on it", async () => {
  const { is_whole, phone } = await handedOver(
    ({ system }) => {
      system.files.mkdir("/sdcard/DCIM", true);
      system.files.mkdir("/sdcard/Download", true);
      system.files.write("/sdcard/DCIM/mine.jpg", "mine");
      system.files.write("/sdcard/Download/mine.txt", "mine");
    },
    ({ system }) => system.files.remove("/sdcard", true),
  );
  expect(is_whole).toBe(false);
  expect(phone.system.files.list("/sdcard/DCIM")).toEqual(["mine.jpg"]);
  expect(phone.system.files.list("/sdcard/Download")).toEqual(["mine.txt"]);
});

test("a check tells itself what it changed, and nothing of a hand-over", async () => {
  const { server, device } = await makeReady(onePhone());
  const told = listen(server);
  const lease = await startSession(server, device, 1, "inspection");
  await stop(server, lease);
  expect(told).toEqual([]);
});

test("an agent that is killed amid cleaning tells afterwards what its session left", async () => {
  const server = await makeServer();
  const told = listen(server);
  const host = await keepPhones(onePhone());
  const [{ phone, port } = expect.fail("no phone")] = host.phones;
  const dataDir = await makeFolder();
  const first = spawnAgent(server, port, dataDir);
  const { device } = await server.until("device", (one) => one.device.readiness === "ready");
  const lease = await startSession(server, device, 3);
  await install(phone, "org.left.behind");
  phone.system.accounts.set("ada@example.com", "com.example");
  let [waitMs, waiting] = [600_000, 0];
  Object.defineProperty(phone.system.faults, "package_wait_ms", { get: () => (waiting++, waitMs) });
  await server.request({ type: "session_stop", ...lease });
  await eventually(() => expect(waiting).toBeGreaterThan(0));
  first.kill("SIGKILL");
  await once(first, "exit");
  waitMs = 0;
  const from = server.received.length;
  const second = spawnAgent(server, port, dataDir);
  await server.until("device", (one) => one.device.readiness === "ready", from);
  expect(told.map((one) => [one.lease_token, remaining(one)])).toEqual([
    [3, [["account_added", "ada@example.com (com.example)"]]],
  ]);
  second.kill("SIGKILL");
  await once(second, "exit");
});

const phoneOf = (system: Phone["system"]) => ({ system }) as Phone;
