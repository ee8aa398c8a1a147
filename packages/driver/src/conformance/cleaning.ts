import { expect, test } from "vitest";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon } from "./target.ts";

/** Leaves something on the device and cleans it, with a mark that went through an agent's restart. */
async function leaveAndClean({ device }: ConformanceTarget, leave: () => Promise<void>): Promise<void> {
  const mark = JSON.parse(JSON.stringify(await device.mark(soon()))) as Awaited<ReturnType<typeof device.mark>>;
  await leave();
  await device.clean(mark, soon());
}

/** What every device can: be cleaned, and be as well as before. */
export function describeCleaning(target: () => ConformanceTarget): void {
  test("is there after cleaning, as it was", async () => {
    const { device } = target();
    const { width, height } = await device.facts(soon());
    await leaveAndClean(target(), () => Promise.resolve());
    expect(await device.facts(soon())).toMatchObject({ width, height });
  });
}

export function describeAppCleaning(target: () => ConformanceTarget): void {
  test("has the apps that it had after cleaning", async () => {
    const app = given(target(), "app");
    const apps = capability(target(), "apps");
    const names = async () => (await apps.list(soon())).map(({ package_name }) => package_name).toSorted();
    const before = await names();
    await leaveAndClean(target(), async () => {
      await apps.install({ bytes: streamOf(app.bytes), size_bytes: app.bytes.length }, () => undefined, soon());
      await apps.start(app.package_name, soon());
    });
    expect(await names()).toEqual(before);
    expect(before).not.toContain(app.package_name);
  });

  test("keeps an app that is to stay", async () => {
    const { bytes, package_name } = given(target(), "app");
    const apps = capability(target(), "apps");
    const { device } = target();
    const mark = device.keeping(await device.mark(soon()), [package_name]);
    await apps.install({ bytes: streamOf(bytes), size_bytes: bytes.length }, () => undefined, soon());
    await device.clean(mark, soon());
    expect((await apps.list(soon())).map((app) => app.package_name)).toContain(package_name);
    await apps.uninstall(package_name, soon());
  });
}

export function describeFileCleaning(target: () => ConformanceTarget): void {
  test("keeps no files that were left behind after cleaning", async () => {
    const shell = capability(target(), "shell");
    const file = "/sdcard/Download/left behind.txt";
    const isThere = async () => (await shell.run(["ls", file], soon())).exit_code === 0;
    await leaveAndClean(target(), async () => {
      await shell.run(["touch", file], soon());
      expect(await isThere()).toBe(true);
    });
    expect(await isThere()).toBe(false);
  });
}

export function describeClipboardCleaning(target: () => ConformanceTarget): void {
  test("can be cleaned with something in its clipboard", async () => {
    await leaveAndClean(target(), async () => {
      const source = await capability(target(), "screen").open({ baseline: false }, () => undefined, soon());
      const sink = source.input ?? (await capability(target(), "input").open(soon()));
      await sink.setClipboard("secret", false);
      await source.dispose();
    });
  });
}
