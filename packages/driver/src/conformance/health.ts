import { expect, test } from "vitest";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, soon } from "./target.ts";

export function describeHealth(target: () => ConformanceTarget): void {
  const health = () => capability(target(), "health");

  test("says how much room it has", async () => {
    const { free_bytes, total_bytes, words } = await health().storage(soon());
    expect(total_bytes).toBeGreaterThan(0);
    expect(free_bytes).toBeGreaterThanOrEqual(0);
    expect(free_bytes).toBeLessThanOrEqual(total_bytes);
    expect(words).not.toBe("");
  });

  test("has no lock that asks for no code, once that was put away", async () => {
    await health().unlock(soon());
    expect((await health().lock(soon())).state).not.toBe("insecure");
  });

  test("says its language", async () => {
    const { language, words } = await health().language(soon());
    expect(Intl.getCanonicalLocales(language)).toHaveLength(1);
    expect(words).not.toBe("");
  });

  test("says in what time a host answers, or that none does", async () => {
    const host = await health().gateway(soon());
    if (host === undefined) return;
    const { ms, words } = await health().ping(host, soon());
    expect(words).toContain(host);
    if (ms !== null) expect(ms).toBeGreaterThan(0);
  });

  test("gives up when it is told to", async () => {
    await expect(health().storage(AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
  });
}

export function describeSampleApp(target: () => ConformanceTarget): void {
  test("takes its sample app, and lets it go", async () => {
    const { bytes, package_name } = capability(target(), "health").sampleApp();
    const apps = capability(target(), "apps");
    const has = async () => (await apps.list(soon())).some((app) => app.package_name === package_name);
    await apps.install({ bytes: streamOf(bytes), size_bytes: bytes.length }, () => undefined, soon());
    expect(await has()).toBe(true);
    await apps.uninstall(package_name, soon());
    expect(await has()).toBe(false);
  });
}
