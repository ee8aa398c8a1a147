import { expect, test } from "vitest";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon, TIMEOUT_MS } from "./target.ts";

const SEED = 7;

export function describeRandomInput(target: () => ConformanceTarget): void {
  test("makes input at random for the apps named, until it is through or given up", async () => {
    const { bytes, package_name } = given(target(), "app");
    const apps = capability(target(), "apps");
    const randomInput = capability(target(), "randomInput");
    const isRunning = async () => (await apps.list(soon())).find((app) => app.package_name === package_name)?.running;
    await apps.install({ bytes: streamOf(bytes), size_bytes: bytes.length }, () => undefined, soon());
    const wish = { packageNames: [package_name], seed: SEED, throttle_ms: 1 };

    let said = "";
    const through = await randomInput.run({ ...wish, events: 30 }, (text) => (said += text), soon());
    expect(through).toEqual({ wasCut: false, finding: null, failure: null });
    expect(said).toContain(package_name);
    expect(await isRunning()).toBe(true);

    // As many as the time allows: nothing but giving up ends it.
    const leaving = new AbortController();
    const hear = () => leaving.abort(new Error("enough"));
    const endless = randomInput.run({ ...wish, events: null }, hear, AbortSignal.any([leaving.signal, soon()]));
    expect(await endless).toMatchObject({ wasCut: true, finding: null });
    // It does not bring the app back.
    await apps.stop(package_name, soon());
    await expect.poll(isRunning, { timeout: TIMEOUT_MS }).toBe(false);
    await apps.uninstall(package_name, soon());
  });

  test("says in the device's words why it makes none", async () => {
    const wish = { packageNames: ["no.such.package"], seed: null, throttle_ms: 0, events: 1 };
    const end = await capability(target(), "randomInput").run(wish, () => undefined, soon());
    expect(end).toMatchObject({ wasCut: false, finding: null });
    expect(end.failure?.words).not.toBe("");
    expect(end.failure?.said.code).toBe("device_exit");
  });
}
