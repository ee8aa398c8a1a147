import { once } from "node:events";
import { buildApk } from "@udt/appfile/testing";
import { BARE_ENVIRONMENT, DEFAULT_INSPECTION, type InspectionConfig } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { serveCheck } from "../../../test/checked.ts";
import { foundAt, type CheckedAs } from "../../../test/found.ts";
import {
  eventually,
  keepPhones,
  makeFolder,
  makeReady,
  makeServer,
  spawnAgent,
  startSession,
} from "../../../test/harness.ts";
import { clientOf, refuseWanted, serveWanted, wantedApk } from "../../../test/wanted.ts";

type Host = Awaited<ReturnType<typeof startPhones>>;
type Phone = Host["phones"][number]["phone"];

const OPTIONS = { refuseReplacing: false, allowDowngrade: false, grantPermissions: false };
const install = async (phone: Phone, packageName: string, versionCode = 1) =>
  expect(await phone.system.packages.install([buildApk({ packageName, versionCode })], OPTIONS)).toMatchObject({
    ok: true,
  });
const has = (phone: Phone, name: string): boolean => phone.system.packages.find(name) !== undefined;
const onePhone = () => startPhones({ count: 1, basePort: 0 });
const withApps = async (...names: string[]): Promise<Host> => {
  const host = await onePhone();
  for (const name of names) await install(host.phones[0]!.phone, name);
  return host;
};
const at = (levels: Partial<InspectionConfig["levels"]>) => ({
  config: { levels: { ...DEFAULT_INSPECTION.levels, ...levels } },
});
const CLEANING = at({ cleanup: "blocking" });
const cleaned = async (host: Promise<Host>, fault: string, checked: CheckedAs) => {
  const { first, evidence, ...rest } = await foundAt(host, fault, "cleanup", { ...CLEANING, ...checked });
  const text = evidence.find(({ name }) => name === "cleanup.txt");
  return { ...rest, phone: first.phone, text: text && new TextDecoder().decode(text.bytes) };
};

test("nothing is cleaned where nobody said so", async () => {
  const { result, first } = await foundAt(withApps("org.left.behind"), "reset", "cleanup");
  expect(result).toMatchObject({ state: "skipped", message: { code: "check_off" } });
  expect(has(first.phone, "org.left.behind")).toBe(true);
});

test("cleaning takes apps and files away, but for what is spared, and says which", async () => {
  const { result, phone, run, text } = await cleaned(
    withApps("org.left.behind", "com.acme.tool", "com.acme.other", "net.wanted"),
    "reset",
    {
      before: [
        "mkdir -p /sdcard/Download/keep/deep",
        "touch /sdcard/Download/old.txt '/sdcard/Download/keep/deep/a b.txt' /data/local/tmp/tool.sh /sdcard/DCIM/mine.jpg",
      ],
      environment: { free_apps: ["com.acme.*", "net.wanted"], free_paths: ["/storage/emulated/0/download/KEEP"] },
    },
  );
  expect(result).toMatchObject({
    state: "passed",
    message: { code: "check_cleaned", args: { apps: 1, files: 2 } },
    evidence_name: "cleanup.txt",
  });
  expect(text?.trim().split("\n").toSorted()).toEqual([
    "- /data/local/tmp/tool.sh",
    "- /sdcard/Download/old.txt",
    "- org.left.behind",
  ]);
  expect(["org.left.behind", "com.acme.tool", "com.acme.other", "net.wanted"].map((name) => has(phone, name))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  const { stdout } = await run("find /sdcard/Download /sdcard/DCIM /data/local/tmp -type f");
  expect(stdout.trim().split("\n").toSorted()).toEqual(["/sdcard/DCIM/mine.jpg", "/sdcard/Download/keep/deep/a b.txt"]);
});

test("a phone with nothing on it has nothing to clean", async () => {
  const { result, text } = await cleaned(onePhone(), "reset", {});
  expect(result).toMatchObject({ state: "passed", message: { code: "check_clean" }, evidence_name: null });
  expect(text).toBeUndefined();
});

test.each([
  ["blocking", "failed"],
  ["warning", "warning"],
] as const)("an app that cannot be removed is a fault of its level: %s", async (level, state) => {
  const { result, bad, text, phone } = await cleaned(withApps("org.left.behind"), "app_stays on", {
    ...at({ cleanup: level, install_check: "off" }),
    before: ["touch /sdcard/Download/old.txt"],
  });
  expect(result).toMatchObject({
    state,
    message: {
      code: "check_app_stays",
      args: { packages: "org.left.behind" },
      evidence: "DELETE_FAILED_DEVICE_POLICY_MANAGER",
    },
  });
  expect(bad).toEqual(["cleanup"]);
  // What can go goes all the same.
  expect(text).toContain("- /sdcard/Download/old.txt");
  expect(text).toContain("! org.left.behind: DELETE_FAILED_DEVICE_POLICY_MANAGER");
  expect(has(phone, "org.left.behind")).toBe(true);
});

const preinstalled = async (host: Promise<Host>, fault: string, files: ReturnType<typeof wantedApk>[]) => {
  const server = await makeServer();
  const asked = serveWanted(server, files);
  const { first, ...rest } = await foundAt(host, fault, "preinstall", {
    ...at({ install_check: "off" }),
    client: clientOf(server),
    environment: { wanted: files.map(({ app }) => app) },
  });
  return { ...rest, asked, phone: first.phone };
};

test("what is missing or another build is installed, and stays when the check is cleaned up after", async () => {
  const host = onePhone();
  const { phone } = (await host).phones[0]!;
  await install(phone, "org.old", 1);
  await install(phone, "org.newer", 9);
  await install(phone, "org.same", 4);
  const { result, asked, staying } = await preinstalled(host, "reset", [
    wantedApk("org.missing", 3),
    wantedApk("org.old", 2),
    wantedApk("org.newer", 5),
    wantedApk("org.same", 4),
  ]);
  expect(result).toMatchObject({
    state: "passed",
    message: {
      code: "check_apps_installed",
      args: { packages: "org.missing 3.0, org.old 2.0, org.newer 5.0, org.same 4.0" },
    },
  });
  const names = ["org.missing", "org.old", "org.newer", "org.same"];
  expect(asked).toEqual(names);
  expect(names.map((name) => phone.system.packages.find(name)?.version_code)).toEqual([3, 2, 5, 4]);
  expect(staying).toEqual(names);
});

test("what is there needs no installing, and a device of which nothing is wanted is not asked", async () => {
  const wanted = wantedApk("org.there");
  const host = onePhone();
  await (await host).phones[0]?.phone.system.packages.install([wanted.bytes], OPTIONS);
  const there = await preinstalled(host, "reset", [wanted]);
  expect(there.result).toMatchObject({ state: "passed", message: { code: "check_apps_there", args: { count: 1 } } });
  expect(there.asked).toEqual([]);
  const none = await preinstalled(onePhone(), "reset", []);
  expect(none.result).toMatchObject({ state: "skipped", message: { code: "check_none_wanted" } });
});

test("an app that the phone refuses is named, with the phone's words", async () => {
  const { result, evidence } = await preinstalled(onePhone(), "refuse_install INSTALL_FAILED_INTERNAL_ERROR", [
    wantedApk("org.missing", 3),
  ]);
  expect(result).toMatchObject({
    state: "failed",
    message: { code: "check_app_wanted", args: { packages: "org.missing 3.0" } },
    evidence_name: "preinstall.txt",
  });
  const [text] = evidence.filter(({ name }) => name === "preinstall.txt").map(({ bytes }) => Buffer.from(bytes));
  expect(text?.toString()).toContain("INSTALL_FAILED_INTERNAL_ERROR");
});

test("a session's cleaning leaves what is spared, and puts back what a session took away", async () => {
  const ready = await makeReady(onePhone());
  const { server, device } = ready;
  const { phone } = ready.first;
  const wanted = wantedApk("net.wanted");
  await phone.system.packages.install([wanted.bytes], OPTIONS);
  const asked = serveWanted(server, [wanted]);
  const lease = await startSession(server, device, 1, "debug", {
    environment: {
      free_apps: ["com.acme.*", "net.wanted"],
      free_paths: ["/sdcard/Download/keep"],
      wanted: [wanted.app],
    },
  });
  await install(phone, "com.acme.tool");
  await install(phone, "org.left.behind");
  for (const path of ["/sdcard/Download/keep", "/sdcard/Download/other"]) {
    phone.system.files.mkdir(path, true);
    phone.system.files.write(`${path}/a.txt`, new Uint8Array(1));
  }
  phone.system.packages.uninstall("net.wanted");
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(["com.acme.tool", "net.wanted", "org.left.behind"].map((name) => has(phone, name))).toEqual([
    true,
    true,
    false,
  ]);
  expect(asked).toEqual(["net.wanted"]);
  expect(phone.system.files.exists("/sdcard/Download/keep/a.txt")).toBe(true);
  expect(phone.system.files.exists("/sdcard/Download/other/a.txt")).toBe(false);
});

test("an app that cannot be put back keeps nobody waiting", async () => {
  const ready = await makeReady(onePhone());
  const { server, device, agent } = ready;
  refuseWanted(server);
  const lease = await startSession(server, device, 1, "debug", {
    environment: { wanted: [wantedApk("net.gone").app] },
  });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(agent.logged.map(({ message }) => message)).toContain("an app that is to be there cannot be installed");
});

test("an agent that is killed amid cleaning goes on with it: nothing spared goes, and what is wanted comes back", async () => {
  const server = await makeServer();
  const wanted = wantedApk("net.wanted");
  const asked = serveWanted(server, [wanted]);
  const host = await keepPhones(onePhone());
  const { phone, port } = host.phones[0]!;
  const dataDir = await makeFolder();
  const first = spawnAgent(server, port, dataDir);
  const { device } = await server.until("device", (told) => told.device.readiness === "ready");
  const lease = await startSession(server, device, 1, "debug", {
    environment: { free_apps: ["com.acme.*"], wanted: [wanted.app] },
  });
  await install(phone, "com.acme.tool");
  await install(phone, "org.left.behind");
  // Uninstalling comes to no end meanwhile.
  let [waitMs, waiting] = [600_000, 0];
  Object.defineProperty(phone.system.faults, "package_wait_ms", { get: () => (waiting++, waitMs) });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaning");
  await eventually(() => expect(waiting).toBeGreaterThan(0));
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(has(phone, "org.left.behind")).toBe(true);

  waitMs = 0;
  const from = server.received.length;
  const second = spawnAgent(server, port, dataDir);
  await server.until("device", (told) => told.device.readiness === "ready", from);
  const told = server.received.slice(from).flatMap((one) => (one.type === "device" ? [one.device.readiness] : []));
  expect(told).toEqual(["cleaning", "ready"]);
  expect(["org.left.behind", "com.acme.tool", "net.wanted"].map((name) => has(phone, name))).toEqual([
    false,
    true,
    true,
  ]);
  expect(asked).toEqual(["net.wanted"]);
  second.kill("SIGKILL");
  await once(second, "exit");
});

test("a check that is ended installs nothing that is missing: somebody wants the device", async () => {
  const { server, device } = await makeReady(onePhone());
  const wanted = wantedApk("net.wanted");
  const environment = { ...BARE_ENVIRONMENT, wanted: [wanted.app] };
  serveCheck(server, { environment });
  const asked = serveWanted(server, [wanted]);
  const lease = await startSession(server, device, 1, "inspection", { environment });
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(asked).toEqual([]);
});

test("an agent that is killed amid a check installs what is missing when it is back", async () => {
  const server = await makeServer();
  const wanted = wantedApk("net.wanted");
  const environment = { ...BARE_ENVIRONMENT, wanted: [wanted.app] };
  const told = serveCheck(server, { environment });
  const asked = serveWanted(server, [wanted]);
  const host = await keepPhones(onePhone());
  const { phone, port } = host.phones[0] ?? expect.fail("no phone");
  const dataDir = await makeFolder();
  const first = spawnAgent(server, port, dataDir);
  const { device } = await server.until("device", (one) => one.device.readiness === "ready");
  await startSession(server, device, 1, "inspection", { environment });
  // Installing comes to no end from the last step on.
  await eventually(() => expect(told.at(-1)?.step).toBe("recording_check"));
  phone.system.faults.stuck_installer = true;
  await eventually(() => expect(asked).toEqual(["net.wanted"]));
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(has(phone, "net.wanted")).toBe(false);

  phone.system.faults.stuck_installer = false;
  const from = server.received.length;
  const second = spawnAgent(server, port, dataDir);
  await server.until("device", (one) => one.device.readiness === "ready", from);
  expect(has(phone, "net.wanted")).toBe(true);
  second.kill("SIGKILL");
  await once(second, "exit");
});
