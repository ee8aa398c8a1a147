import { expect, test } from "vitest";
import { capability, type ConformanceTarget, soon } from "./target.ts";

export function describeFold(target: () => ConformanceTarget): void {
  test("folds and opens", async () => {
    const fold = capability(target(), "fold");
    await fold.set(true, soon());
    expect(await fold.get(soon())).toBe(true);
    await fold.set(false, soon());
    expect(await fold.get(soon())).toBe(false);
  });
}
