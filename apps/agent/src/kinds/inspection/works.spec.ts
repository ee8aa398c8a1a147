import { buildApk } from "@udt/appfile/testing";
import { STEPS_OF_WORK, type DeviceWork } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { serveCheck } from "../../../test/checked.ts";
import { foundAt } from "../../../test/found.ts";
import { eventually, makeReady, startSession } from "../../../test/harness.ts";
import { AndroidDevice } from "../../drivers/android/android-device.ts";
import { ScreenKeeper } from "../../screen/screen-keeper.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
type Phone = Awaited<ReturnType<typeof onePhone>>["phones"][number]["phone"];

const install = async (phone: Phone, packageName: string) => {
  const options = { refuseReplacing: false, allowDowngrade: false, grantPermissions: false };
  expect(await phone.system.packages.install([buildApk({ packageName })], options)).toMatchObject({ ok: true });
};
const has = (phone: Phone, name: string): boolean => phone.system.packages.find(name) !== undefined;

/** An agent that was asked for this, once it has told that it is done. */
const done = async (work: DeviceWork, prepare: (phone: Phone) => unknown = () => undefined) => {
  const { server, device, first } = await makeReady(onePhone());
  const { phone } = first;
  await install(phone, "org.example.kept");
  const bootId = phone.system.bootId;
  await prepare(phone);
  const told = serveCheck(server, { work });
  const lease = await startSession(server, device, 1, "inspection");
  const { results } = await eventually(() => told.find(({ step }) => step === null) ?? expect.fail("not over"));
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  return { told, results, server, phone, bootId };
};

test("a device restarts and is the same one afterwards, with what was on it", async () => {
  const { told, results, server, phone, bootId } = await done("restart");
  expect(told.map(({ step }) => step)).toEqual(["restart", "ready", null]);
  expect(results).toMatchObject([
    { step: "restart", state: "passed" },
    { step: "ready", state: "passed" },
  ]);
  expect(phone.system.bootId).not.toBe(bootId);
  expect(has(phone, "org.example.kept")).toBe(true);
  expect(server.received.filter(({ type }) => type === "device_gone")).toEqual([]);
});

test("a phone whose connection breaks once more while it starts up has restarted all the same", async () => {
  const add = AndroidDevice.prototype.addWay;
  const { results, server } = await done("restart", (phone) =>
    vi.spyOn(AndroidDevice.prototype, "addWay").mockImplementationOnce(function (this: AndroidDevice, way) {
      add.call(this, way);
      phone.drop(2_500);
    }),
  );
  expect(results).toMatchObject([{ state: "passed" }, { state: "passed" }]);
  expect(server.received.filter(({ type }) => type === "device_gone")).toEqual([]);
});

test("a phone whose screen cannot be opened can be restarted all the same", async () => {
  vi.spyOn(ScreenKeeper.prototype, "start").mockRejectedValueOnce(new Error("no encoder"));
  const { results, phone, bootId } = await done("restart");
  expect(results).toMatchObject([{ state: "passed" }, { state: "passed" }]);
  expect(phone.system.bootId).not.toBe(bootId);
});

test("a device that does not come back in time is told so, is seen to the end of its restart, and stays the same", async () => {
  const { result, device, first } = await foundAt(onePhone(), "reset", "restart", {
    work: "restart",
    limits: { restart: 300, ready: 300 },
  });
  expect(result).toMatchObject({ state: "failed", message: { code: "check_time_over" } });
  const gone = vi.fn();
  void device.gone.then(gone);
  // Who hands it on meanwhile waits until it is back.
  await device.clean(device.sparing({ packages: [] }, { apps: [], paths: [] }), AbortSignal.timeout(30_000));
  expect(first.phone.system.bootId).not.toBe(device.identity.boot_id);
  await device.check(AbortSignal.timeout(5_000));
  expect(gone).not.toHaveBeenCalled();
});

test.each(["restart", "clean"] as const)(
  "a device that cannot %s failed it: nobody reads that all went well",
  async (work) => {
    const step = work === "clean" ? "cleanup" : work;
    const { result, bad } = await foundAt(onePhone(), "reset", step, {
      work,
      upset(device) {
        Object.assign(device.capabilities, { power: undefined, health: undefined });
      },
    });
    expect(result).toMatchObject({ state: "failed", message: { code: "check_cannot" } });
    expect(bad).toEqual([step]);
  },
);

test("a device is cleaned though no tag has that in its checks, but for what is spared", async () => {
  const { results, phone } = await done("clean", async (full) => {
    full.system.files.write("/sdcard/Download/old.txt", new Uint8Array(1));
  });
  expect(results).toMatchObject(STEPS_OF_WORK.clean.map((step) => ({ step })));
  expect(results.map(({ state }) => state)).toEqual(["passed", "passed", "skipped"]);
  expect(results[1]).toMatchObject({ message: { code: "check_cleaned", args: { apps: 1, files: 1 } } });
  expect(has(phone, "org.example.kept")).toBe(false);

  const { first, result } = await foundAt(
    onePhone().then(async (host) => {
      await install(host.phones[0]?.phone ?? expect.fail("no phone"), "org.example.free");
      return host;
    }),
    "reset",
    "cleanup",
    { work: "clean", environment: { free_apps: ["org.example.*"] } },
  );
  expect(result).toMatchObject({ state: "passed", message: { code: "check_clean_but" } });
  expect(has(first.phone, "org.example.free")).toBe(true);
});
