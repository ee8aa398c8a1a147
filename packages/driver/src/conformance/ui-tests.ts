import { expect, test } from "vitest";
import type { UiTestEvent, UiTestRequest } from "../index.ts";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon } from "./target.ts";

export function describeUiTests(target: () => ConformanceTarget): void {
  /** Works with the runner of the test package, which is there meanwhile. */
  const withRunner = async (work: (runner: string) => Promise<void>) => {
    const { bytes, package_name } = given(target(), "testPackage");
    const apps = capability(target(), "apps");
    const uiTests = capability(target(), "uiTests");
    expect(await uiTests.runners(package_name, soon())).toEqual([]);
    await apps.install({ bytes: streamOf(bytes), size_bytes: bytes.length }, () => undefined, soon());
    const runners = await uiTests.runners(package_name, soon());
    expect(runners).toHaveLength(1);
    await work(runners[0] ?? "");
    await apps.uninstall(package_name, soon());
    expect(await uiTests.runners(package_name, soon())).toEqual([]);
  };
  const run = async (about: Pick<UiTestRequest, "runner" | "tests">, signal = soon(), hear?: () => void) => {
    const told: UiTestEvent[] = [];
    let said = "";
    const onTest = (event: UiTestEvent) => {
      told.push(event);
      hear?.();
    };
    const request = { ...about, values: {}, packageNames: [] };
    const end = await capability(target(), "uiTests").run(request, onTest, (text) => (said += text), signal);
    return { end, told, said };
  };

  test("lists a package's tests, and runs those that are chosen", async () => {
    const { passes, fails, hangs } = given(target(), "testPackage");
    await withRunner(async (runner) => {
      const listed: UiTestEvent[] = [];
      const list = await capability(target(), "uiTests").list(runner, (event) => listed.push(event), soon());
      expect(list).toEqual({ isWhole: true, lastWords: "" });
      expect(new Set(listed.map(({ id }) => id))).toEqual(new Set([passes, fails, hangs]));

      const { end, told, said } = await run({ runner, tests: [passes, fails] });
      expect(end).toEqual({ isWhole: true, lastWords: "" });
      expect(told.filter(({ id }) => id === passes)).toMatchObject([
        { type: "started" },
        { type: "ended", outcome: "passed" },
      ]);
      const failed = told.filter(({ id }) => id === fails);
      expect(failed).toMatchObject([{ type: "started" }, { type: "ended", outcome: "failed" }]);
      expect(failed[1]).not.toMatchObject({ message: "" });
      expect(told.filter(({ id }) => id === hangs)).toEqual([]);
      expect(said).not.toBe("");
    });
  });

  test("stops tests that are given up, and runs others after them", async () => {
    const { passes, hangs } = given(target(), "testPackage");
    await withRunner(async (runner) => {
      const leaving = new AbortController();
      const signal = AbortSignal.any([leaving.signal, soon()]);
      const hanging = run({ runner, tests: [hangs] }, signal, () => leaving.abort(new Error("enough")));
      await expect(hanging).rejects.toThrow("enough");
      expect((await run({ runner, tests: [passes] })).end.isWhole).toBe(true);
    });
  });

  test("says why a runner that is not there comes to no end", async () => {
    const { end, told } = await run({ runner: "no.such.package/no.such.Runner", tests: null });
    expect(end.isWhole).toBe(false);
    expect(end.lastWords).not.toBe("");
    expect(told.filter(({ type }) => type === "started")).toEqual([]);
  });
}
