import { buildApk, createSigner } from "@udt/appfile/testing";
import { startPhones } from "@udt/phone";
import { createHash, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { INSTALL_FINAL_STATES } from "@udt/contract";
import { eventually, makeReady, startSession } from "../test/harness.ts";

const PACKAGE = "org.example.app";

async function held() {
  const { server, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const lease = await startSession(server, device);
  const command = (command: Record<string, unknown>) => server.request({ type: "command", ...lease, command } as never);
  const told = (install_id: string) =>
    server.received.flatMap((message) =>
      message.type === "install" && message.install_id === install_id ? [message] : [],
    );
  const ended = (install_id: string) =>
    server.until("install", (step) => step.install_id === install_id && INSTALL_FINAL_STATES.includes(step.state));
  const install = async (apk: Uint8Array) => {
    const install_id = randomUUID();
    server.files.set(install_id, apk);
    const md5 = createHash("md5").update(apk).digest("hex");
    const size_bytes = apk.length;
    const answer = await command({
      name: "app_install",
      install_id,
      file_path: "",
      md5,
      size_bytes,
      package_name: PACKAGE,
    });
    expect(answer).toMatchObject({ error: null, data: null });
    return ended(install_id);
  };
  const uninstall = async (package_name: string, is_again = false) => {
    const install_id = randomUUID();
    await command({ name: "app_uninstall", install_id, package_name, is_again });
    return install_id;
  };
  return { server, lease, command, told, ended, install, uninstall, phone: first.phone };
}

test("each refusal of a real Android has its own text, with the phone's words beneath", async () => {
  const { install, phone } = await held();
  const signer = createSigner("one");
  const apk = (facts: object) => buildApk({ packageName: PACKAGE, signer, ...facts });
  const refused = (code: string, evidence: string) => ({
    state: "install_failed",
    reason: { code, args: {}, evidence },
  });
  expect(await install(apk({ versionCode: 5 }))).toMatchObject({ state: "installed" });
  expect(await install(apk({ versionCode: 4 }))).toMatchObject(
    refused(
      "install_downgrade",
      "INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected: Update version code 4 is older than current 5",
    ),
  );
  expect(await install(apk({ versionCode: 6, signer: createSigner("two") }))).toMatchObject(
    refused(
      "install_signature",
      `INSTALL_FAILED_UPDATE_INCOMPATIBLE: Existing package ${PACKAGE} signatures do not match newer version; ignoring!`,
    ),
  );
  const { sdk } = phone.system.profile;
  expect(await install(apk({ versionCode: 6, minSdk: 99 }))).toMatchObject(
    refused(
      "install_older_system",
      `INSTALL_FAILED_OLDER_SDK: Requires newer sdk version #99 (current version is #${sdk})`,
    ),
  );
  phone.system.faults.disk_full = true;
  expect(await install(apk({ versionCode: 6 }))).toMatchObject(
    refused(
      "install_storage",
      "INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to allocate because there is not enough space",
    ),
  );
  expect(phone.system.packages.find(PACKAGE)).toMatchObject({ version_code: 5 });
});

test("an uninstallation tells that it has begun, and how it ended", async () => {
  const { install, uninstall, ended, told, phone } = await held();
  await install(buildApk({ packageName: PACKAGE }));
  const install_id = await uninstall(PACKAGE);
  expect(await ended(install_id)).toMatchObject({ state: "uninstalled", percent: 100, reason: null });
  expect(told(install_id).map(({ state }) => state)).toEqual(["uninstalling", "uninstalled"]);
  expect(phone.system.packages.find(PACKAGE)).toBeUndefined();
  const reason = { code: "device_refused", args: {}, evidence: "DELETE_FAILED_INTERNAL_ERROR" };
  expect(await ended(await uninstall(PACKAGE))).toMatchObject({ state: "uninstall_failed", reason });
  // The answer to the first asking may have been lost with the link.
  expect(await ended(await uninstall(PACKAGE, true))).toMatchObject({ state: "uninstalled" });
  expect(await ended(await uninstall("dev.udt.notes", true))).toMatchObject({ state: "uninstall_failed", reason });
});

test("an uninstallation that hangs is called off, and the truth is told", async () => {
  const { server, install, uninstall, ended, told, command, phone } = await held();
  await install(buildApk({ packageName: PACKAGE }));
  const { packages, faults } = phone.system;
  faults.package_wait_ms = 3_600_000;
  const stays = await uninstall(PACKAGE);
  await eventually(() => expect(told(stays)).toHaveLength(1));
  await command({ name: "app_install_cancel", install_id: stays });
  const calledOff = { code: "uninstall_cancelled", args: {}, evidence: "" };
  expect(await ended(stays)).toMatchObject({ state: "uninstall_cancelled", reason: calledOff });
  expect(packages.find(PACKAGE)).toBeDefined();

  // Here the phone does it at once, and only its answer is long on its way.
  Object.assign(faults, { package_wait_ms: 0, delay_ms: 300 });
  const goes = await uninstall(PACKAGE);
  await eventually(() => expect(packages.find(PACKAGE)).toBeUndefined());
  await command({ name: "app_install_cancel", install_id: goes });
  expect(await ended(goes)).toMatchObject({ state: "uninstalled", reason: null });
  expect(told(goes).map(({ state }) => state)).toEqual(["uninstalling", "uninstalled"]);
  expect(server.takeFaults()).toEqual([]);
});
