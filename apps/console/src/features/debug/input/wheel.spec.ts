import { describe, expect, it } from "vitest";
import { WheelAccumulator } from "./wheel.ts";

describe("wheel turns", () => {
  it("joins events into notches whose positive direction is further up", () => {
    const wheel = new WheelAccumulator();
    wheel.add(0, 100, 0);
    wheel.add(0, 50, 0);
    expect(wheel.take()).toEqual({ horizontal: 0, vertical: -1.5 });
    expect(wheel.take()).toBeUndefined();
  });

  it("counts lines and pages", () => {
    const wheel = new WheelAccumulator();
    wheel.add(3, -3, 1);
    expect(wheel.take()).toEqual({ horizontal: -1, vertical: 1 });
    wheel.add(0, -1, 2);
    expect(wheel.take()).toMatchObject({ vertical: 1 });
  });

  it("stays within what one message may carry", () => {
    const wheel = new WheelAccumulator();
    wheel.add(0, -100_000, 0);
    expect(wheel.take()).toMatchObject({ vertical: 16 });
  });
});
