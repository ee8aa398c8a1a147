import { expect, test } from "vitest";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon, TIMEOUT_MS } from "./target.ts";

export function describePerformance(target: () => ConformanceTarget): void {
  test("measures itself and an app", async () => {
    const app = given(target(), "app");
    const apps = capability(target(), "apps");
    const performance = capability(target(), "performance");
    const probe = performance.probe(app.package_name);
    expect(await probe.sample(soon())).toBeUndefined();
    const next = async () => {
      const values = (await probe.sample(soon()))?.values;
      for (const share of [values?.cpu_total, values?.cpu_app, values?.battery]) {
        if (typeof share !== "number") continue;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(100);
      }
      for (const rate of [values?.net_in, values?.net_out, values?.fps])
        if (typeof rate === "number") expect(rate).toBeGreaterThanOrEqual(0);
      return values;
    };
    // An app that is not there spends nothing that could be told.
    const poll = { timeout: TIMEOUT_MS };
    await expect.poll(next, poll).toMatchObject({ cpu_app: null, fps: null, mem_pss: null });

    await apps.install({ bytes: streamOf(app.bytes), size_bytes: app.bytes.length }, () => undefined, soon());
    await apps.start(app.package_name, soon());
    await expect
      .poll(next, poll)
      .toMatchObject({ cpu_app: expect.any(Number), fps: expect.any(Number), mem_pss: expect.any(Number) });
    await apps.uninstall(app.package_name, soon());
    await expect.poll(next, poll).toMatchObject({ cpu_app: null, mem_pss: null });
  });
}
