import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { LibraryFramework } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { makeFolder, makeReady, onEnd, startSession } from "../../test/harness.ts";
import { LIBRARY, makeCase, RunServer } from "../../test/run-server.ts";
import { prepareEnvironment } from "../environments/environment.ts";
import { detectIsolation } from "../isolation/isolation.ts";
import { COLLECTORS } from "../runners/collectors.ts";

async function collect(framework: LibraryFramework, folder: string, cache_dir: string) {
  const signal = AbortSignal.timeout(120_000);
  const isolation = await detectIsolation();
  const environments = { cache_dir, install_hosts: [] };
  const environment = await prepareEnvironment({ framework, library: folder, environments, isolation, signal });
  const place = await isolation.open({ folder: join(await makeFolder(), "place"), environment });
  onEnd(() => place.close());
  await cp(folder, place.library, { recursive: true });
  return (await COLLECTORS[framework](place, signal)).cases;
}

test.for([
  ["node_test", "shop-ts", 16, "the cart > keeps its content when the product is left"],
  ["pytest", "shop-pytest", 12, "test_keeps_its_content_when_the_product_is_left"],
] as const)(
  "the example for %s tests the phone's shop: one case fails on purpose, one passes when tried again",
  { timeout: 240_000 },
  async ([framework, name, count, flakyName]) => {
    const data_dir = await makeFolder();
    const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }), { data_dir });
    const folder = fileURLToPath(new URL(`../../../../examples/${name}/`, import.meta.url));
    const found = await collect(framework, folder, join(data_dir, "environments"));
    expect(found).toHaveLength(count);
    const cases = found.map(({ case_key }) => makeCase(case_key));
    const flaky = makeCase(found.find(({ case_key }) => case_key.endsWith(flakyName))!.case_key, 2);
    const run = new RunServer(server, { library: LIBRARY, config: { framework } }, [...cases, flaky]);
    run.snapshot = (await promisify(execFile)("tar", ["-czf", "-", "-C", folder, "."], { encoding: "buffer" })).stdout;
    await startSession(server, device, 1, "job");
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    const failed = cases.map(({ case_run_id }) => run.last.get(case_run_id)!).filter(({ state }) => state === "failed");
    expect(failed.map(({ cause }) => cause)).toEqual(["assertion", "assertion"]);
    const errors = failed.map(({ error }) => error).join("\n");
    expect(errors).toContain("there is nowhere to enter SPRING");
    expect(errors).toContain("the badge was given no time to show");
    expect(run.last.get(flaky.case_run_id)).toMatchObject({ state: "success" });
    for (const { case_run_id } of cases) {
      const { steps } = run.last.get(case_run_id)!.detail!;
      expect(steps[0]).toMatchObject({ name: "open the shop", ok: true });
      for (const { screenshot } of steps) expect(run.files.get(screenshot)?.kind).toBe("screenshot");
    }
    const place = failed.find(({ error }) => error.includes("SPRING"))!.detail!.location;
    expect(place!.file).toMatch(/^tests\/.*cart/);
  },
);

test(
  "the example of low-code steps tests the phone's shop: one case fails on purpose",
  { timeout: 240_000 },
  async () => {
    const data_dir = await makeFolder();
    const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }), { data_dir });
    const folder = fileURLToPath(new URL("../../../../examples/shop-lowcode/", import.meta.url));
    const found = await collect("low_code", folder, join(data_dir, "environments"));
    expect(found.map(({ case_key }) => case_key)).toEqual([
      "cases/cart.yaml::counts what is in it",
      "cases/cart.yaml::adds up what is in it",
      "cases/cart.yaml::is empty after the last is removed",
      "cases/cart.yaml::takes a coupon",
      "cases/sign-in.yaml::refuses what is no sign-in [an address without a domain]",
      "cases/sign-in.yaml::refuses what is no sign-in [a short password]",
      "cases/sign-in.yaml::shows who is signed in",
    ]);
    const cases = found.map(({ case_key }) => makeCase(case_key));
    const run = new RunServer(server, { library: LIBRARY, config: { framework: "low_code" } }, cases);
    run.snapshot = (await promisify(execFile)("tar", ["-czf", "-", "-C", folder, "."], { encoding: "buffer" })).stdout;
    await startSession(server, device, 1, "job");
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    const failed = cases.filter(({ case_run_id }) => run.last.get(case_run_id)?.state !== "success");
    expect(failed.map(({ name }) => name)).toEqual(["takes a coupon"]);
    const coupon = run.last.get(failed[0]!.case_run_id)!;
    expect(coupon.reason).toMatchObject({ code: "low_code_not_found", evidence: expect.stringContaining("checkout") });
    expect(coupon.detail!.location).toMatchObject({ file: "cases/cart.yaml", line: 87 });
    expect(coupon.detail!.steps.at(-1)).toMatchObject({
      ok: false,
      locator: 'id: coupon_input, text: "Check the coupon"',
      candidates: [expect.stringContaining("id: checkout")],
    });
    for (const { case_run_id } of cases) {
      const { steps } = run.last.get(case_run_id)!.detail!;
      expect(steps[0]).toMatchObject({ name: expect.stringContaining("open the shop"), ok: true });
      for (const { screenshot } of steps) expect(run.files.get(screenshot)?.kind).toBe("screenshot");
    }
  },
);
