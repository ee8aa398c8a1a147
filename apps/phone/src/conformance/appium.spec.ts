import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApk, createSigner } from "@udt/appfile/testing";
import { ADB } from "appium-adb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AdbHost, findAdb } from "../../test/adb-host.ts";
import { type PhoneHost, startPhones } from "../index.ts";

const adbPath = findAdb();

/** Appium's own ADB class, unmodified, over the real adb: what its Android drivers ask of a device. */
describe.skipIf(!adbPath)("appium-adb", () => {
  let phones: PhoneHost;
  let host: AdbHost;
  let adb: ADB;
  let folder: string;
  let serial: string;
  const packageName = "org.example.appium";

  beforeAll(async () => {
    phones = await startPhones({ count: 1, basePort: 0 });
    serial = `127.0.0.1:${phones.phones[0]!.port}`;
    host = await AdbHost.start(adbPath!, serial);
    folder = await mkdtemp(join(tmpdir(), "udt-appium-"));
    // It looks for adb where an SDK has it.
    await mkdir(join(folder, "platform-tools"));
    await symlink(adbPath!, join(folder, "platform-tools", "adb"));
    adb = await ADB.createADB({ sdkRoot: folder, adbPort: host.port, suppressKillServer: true });
    await host.run(["connect", serial]);
    adb.setDeviceId(serial);
  });

  afterAll(async () => {
    await host?.stop();
    await phones?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("finds the device", async () => {
    expect(await adb.getConnectedDevices()).toEqual([{ udid: serial, state: "device" }]);
    expect(await adb.getApiLevel()).toBe(34);
    expect(await adb.getPlatformVersion()).toBe("14");
    expect(await adb.getModel()).toBe("Virtual One");
    expect(await adb.getManufacturer()).toBe("UDT");
    expect(await adb.ping()).toBe(true);
    await adb.waitForDevice(5);
  });

  it("reads the screen", async () => {
    expect(await adb.getScreenSize()).toBe("720x1600");
    expect(await adb.getScreenDensity()).toBe(320);
    expect(await adb.getScreenOrientation()).toBe(0);
    expect(await adb.isScreenLocked()).toBe(false);
    expect((await adb.takeScreenshot()).subarray(1, 4).toString()).toBe("PNG");
  });

  it("runs shell commands and reports their exit codes", async () => {
    expect(await adb.shell(["echo", "hello"])).toBe("hello");
    await expect(adb.shell(["ls", "/absent"])).rejects.toThrow(/No such file or directory/);
    expect(await adb.getDeviceProperty("ro.serialno")).toBe("virtual-1");
    await adb.setSetting("global", "window_animation_scale", "0");
    expect(await adb.getSetting("global", "window_animation_scale")).toBe("0");
  });

  it("moves files", async () => {
    const local = join(folder, "note.txt");
    await writeFile(local, "a note");
    await adb.push(local, "/sdcard/Download/note.txt");
    expect(await adb.fileExists("/sdcard/Download/note.txt")).toBe(true);
    expect(await adb.fileSize("/sdcard/Download/note.txt")).toBe(6);
    expect(await adb.ls("/sdcard/Download")).toContain("note.txt");
    await adb.pull("/sdcard/Download/note.txt", join(folder, "back.txt"));
    expect(await readFile(join(folder, "back.txt"), "utf8")).toBe("a note");
    await adb.rimraf("/sdcard/Download/note.txt");
    expect(await adb.fileExists("/sdcard/Download/note.txt")).toBe(false);
  });

  it("installs, starts, stops and removes an app", async () => {
    const apk = join(folder, "app.apk");
    const permissions = ["android.permission.CAMERA"];
    await writeFile(
      apk,
      buildApk({ packageName, versionCode: 3, versionName: "1.2", permissions, signer: createSigner() }),
    );
    expect(await adb.isAppInstalled(packageName)).toBe(false);
    await adb.install(apk, { replace: true, timeout: 60_000 });
    expect(await adb.isAppInstalled(packageName)).toBe(true);
    expect(await adb.getPackageInfo(packageName)).toMatchObject({
      name: packageName,
      versionCode: 3,
      versionName: "1.2",
    });
    const activity = await adb.resolveLaunchableActivity(packageName);
    expect(activity).toMatch(new RegExp(`^${packageName.replaceAll(".", "\\.")}/`));

    await adb.grantPermission(packageName, "android.permission.CAMERA");
    expect(await adb.getGrantedPermissions(packageName)).toEqual(permissions);

    await adb.startApp({ pkg: packageName, activity: activity.split("/")[1]!, waitDuration: 10_000 });
    const focused = await adb.getFocusedPackageAndActivity();
    expect(focused.appPackage).toBe(packageName);
    expect(await adb.processExists(packageName)).toBe(true);
    expect(await adb.getProcessIdsByName(packageName)).toHaveLength(1);

    await adb.keyevent(3);
    await vi.waitFor(async () => expect((await adb.getFocusedPackageAndActivity()).appPackage).toContain("launcher"));
    await adb.activateApp(packageName);
    await vi.waitFor(async () => expect((await adb.getFocusedPackageAndActivity()).appPackage).toBe(packageName));
    await adb.forceStop(packageName);
    expect(await adb.processExists(packageName)).toBe(false);
    expect(await adb.uninstallApk(packageName)).toBe(true);
    expect(await adb.isAppInstalled(packageName)).toBe(false);
    expect(await adb.uninstallApk(packageName)).toBe(false);
  });

  it("follows the log", async () => {
    await adb.startLogcat({ format: "threadtime" });
    phones.phones[0]!.phone.system.log.write("I", "Appium", "followed");
    await vi.waitFor(() =>
      expect((adb.getLogcatLogs() ?? []).map(({ message }) => message).join("\n")).toContain("Appium  : followed"),
    );
    await adb.stopLogcat();
  });

  it("forwards ports", async () => {
    await adb.forwardPort(0, 6790);
    expect((await adb.getForwardList()).join("\n")).toContain("tcp:6790");
    await adb.reversePort(6791, 6792);
    expect((await adb.getReverseList()).join("\n")).toContain("tcp:6791 tcp:6792");
    await adb.removePortReverse(6791);
  });
});
