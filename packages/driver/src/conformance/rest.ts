import { expect, test } from "vitest";
import { capability, type ConformanceTarget, soon } from "./target.ts";

export function describeRest(target: () => ConformanceTarget): void {
  const rest = () => capability(target(), "rest");

  test("is as bright as before once it was dimmed, turned off and woken, and no lock is left in the way", async () => {
    const before = await rest().look(soon());
    await rest().dim(soon());
    expect(await rest().look(soon())).not.toEqual(before);
    await rest().off(soon());
    await rest().wake(before, soon());
    expect(await rest().look(soon())).toEqual(before);
    expect(await capability(target(), "health").lock(soon())).not.toBe("insecure");
  });
}
