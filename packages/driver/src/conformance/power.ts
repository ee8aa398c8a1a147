import { expect, test } from "vitest";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, REBOOT_TIMEOUT_MS, soon, TIMEOUT_MS } from "./target.ts";

const restarted = () => AbortSignal.timeout(REBOOT_TIMEOUT_MS);

export function describePower(target: () => ConformanceTarget): void {
  test("restarts, and is the same device afterwards", { timeout: REBOOT_TIMEOUT_MS }, async () => {
    const { device } = target();
    const power = capability(target(), "power");
    const before = device.identity;
    const { model, width, height } = await device.facts(soon());
    await power.reboot(restarted());
    await device.check(soon());
    expect(device.identity).toEqual(before);
    expect(await device.facts(soon())).toMatchObject({ model, width, height });
    const life = await Promise.race([device.gone.then(() => "gone"), Promise.resolve("there")]);
    expect(life).toBe("there");
  });
}

export function describeRestartedApps(target: () => ConformanceTarget): void {
  test("has after a restart what was installed, and nothing that ran", { timeout: REBOOT_TIMEOUT_MS }, async () => {
    const { bytes, package_name } = given(target(), "app");
    const apps = capability(target(), "apps");
    const isRunning = async () => (await apps.list(soon())).find((app) => app.package_name === package_name)?.running;
    await apps.install({ bytes: streamOf(bytes), size_bytes: bytes.length }, () => undefined, soon());
    await apps.start(package_name, soon());
    await expect.poll(isRunning, { timeout: TIMEOUT_MS }).toBe(true);
    await capability(target(), "power").reboot(restarted());
    expect(await isRunning()).toBe(false);
    await apps.uninstall(package_name, soon());
  });
}
