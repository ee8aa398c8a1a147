import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { DeviceRefusal } from "../index.ts";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon, TIMEOUT_MS } from "./target.ts";

export function describeApps(target: () => ConformanceTarget): void {
  const app = () => given(target(), "app");
  const find = async () => {
    const list = await capability(target(), "apps").list(soon());
    return list.find(({ package_name }) => package_name === app().package_name);
  };

  test("installs, starts, stops, clears and uninstalls", async () => {
    const apps = capability(target(), "apps");
    const { bytes, package_name, version_name } = app();
    const progress: number[] = [];
    await apps.install({ bytes: streamOf(bytes), size_bytes: bytes.length }, (sent) => progress.push(sent), soon());
    expect(progress.at(-1)).toBe(bytes.length);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await find()).toMatchObject({ version_name, system: false, running: false });
    const md5 = createHash("md5").update(bytes).digest("hex");
    expect(await apps.builds([package_name, "no.such.package"], soon())).toEqual(new Map([[package_name, md5]]));

    const entry = await apps.entry(package_name, soon());
    expect(entry.startsWith(`${package_name}/`), entry).toBe(true);
    expect(await apps.entry("no.such.package", soon())).toBe("");
    await apps.start(package_name, soon());
    await expect.poll(async () => (await find())?.running, { timeout: TIMEOUT_MS }).toBe(true);
    await apps.stop(package_name, soon());
    await expect.poll(async () => (await find())?.running, { timeout: TIMEOUT_MS }).toBe(false);
    await apps.clear(package_name, soon());
    await apps.uninstall(package_name, soon());
    expect(await find()).toBeUndefined();
  });

  test("refuses in the device's own words", async () => {
    const apps = capability(target(), "apps");
    const garbage = new Uint8Array(5000).fill(7);
    const installing = apps.install({ bytes: streamOf(garbage), size_bytes: garbage.length }, () => undefined, soon());
    await expect(installing).rejects.toThrow(DeviceRefusal);
    await expect(installing).rejects.toThrow(/INSTALL_/);
    await expect(apps.uninstall("no.such.package", soon())).rejects.toThrow(DeviceRefusal);
    await expect(apps.start("no.such.package", soon())).rejects.toThrow(DeviceRefusal);
  });

  test("an installation that is cancelled leaves nothing", async () => {
    const cancel = new AbortController();
    const { bytes: whole } = app();
    const half = whole.slice(0, Math.ceil(whole.length / 2));
    const bytes = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(half);
      },
    });
    const installing = capability(target(), "apps").install(
      { bytes, size_bytes: whole.length },
      (sent) => sent === half.length && cancel.abort(new Error("changed my mind")),
      cancel.signal,
    );
    await expect(installing).rejects.toThrow("changed my mind");
    expect(await find()).toBeUndefined();
  });
}
