import { expect, test } from "vitest";
import { type ConformanceTarget, soon } from "./target.ts";

export function describeFacts(target: () => ConformanceTarget): void {
  const device = () => target().device;
  test("says what it is", async () => {
    const facts = await device().facts(soon());
    expect(device().identity.serial).not.toBe("");
    expect(device().identity.boot_id).not.toBe("");
    for (const field of ["os_version", "brand", "model", "hardware_model", "cpu_name", "cpu_arch", "gpu"] as const) {
      expect(facts[field], field).not.toBe("");
    }
    for (const field of ["width", "height", "cpu_cores", "memory_bytes"] as const)
      expect(facts[field], field).toBeGreaterThan(0);
    if (facts.battery_level !== null) expect(facts.battery_level).toBeGreaterThanOrEqual(0);
  });

  test("names what scripts reach it by, each once", () => {
    const names = device()
      .endpoints()
      .map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.includes("adb")).toBe(device().capabilities.adb !== undefined);
  });

  test("says that it is well", async () => {
    await expect(device().check(soon())).resolves.toBeUndefined();
    await expect(device().check(AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
  });

  test("rejects at once when the signal has aborted", async () => {
    await expect(device().facts(AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
  });
}
