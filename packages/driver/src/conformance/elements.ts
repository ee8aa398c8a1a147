import { expect, test } from "vitest";
import { capability, type ConformanceTarget, given, soon } from "./target.ts";

export function describeElements(target: () => ConformanceTarget): void {
  test("tells the button that is shown, where it is and that it can be pressed", async () => {
    const at = await given(target(), "showButton")();
    const { list, width, height } = await capability(target(), "elements").read(soon());
    const { width: shown_width, height: shown_height } = await target().device.facts(soon());
    expect([width, height].toSorted()).toEqual([shown_width, shown_height].toSorted());
    const there = list.filter(
      ({ bounds }) => bounds.left <= at.x && at.x < bounds.right && bounds.top <= at.y && at.y < bounds.bottom,
    );
    expect(there.some(({ states }) => states.includes("clickable") && states.includes("enabled"))).toBe(true);
  });

  test("has parents before their children", async () => {
    const { list } = await capability(target(), "elements").read(soon());
    expect(list.length).toBeGreaterThan(0);
    for (const [at, { parent }] of list.entries()) if (parent !== null) expect(parent).toBeLessThan(at);
  });
}
