import { describe, expect, it } from "vitest";
import { QualitySteps, STEPS } from "./quality-steps.ts";

const calm = { excessMs: 20, undecoded: 0, rate: 900_000 };
const late = { ...calm, excessMs: 1_000 };

/** Reports every 250 ms from a moment on, for so long. Answers the moment after. */
function report(steps: QualitySteps, what: typeof calm, from: number, ms: number): number {
  for (let now = from; now < from + ms; now += 250) steps.report(what, now);
  return from + ms;
}

describe("auto", () => {
  it("goes within a second straight to what the way carries", () => {
    const steps = new QualitySteps();
    report(steps, late, 0, 1_000);
    expect(steps.level).toBe("low");
  });

  it("goes to the least where the way carries less than any", () => {
    const steps = new QualitySteps();
    report(steps, { ...late, rate: 100_000 }, 0, 1_000);
    expect(steps.level).toBe("least");
  });

  it("takes a single pause of the page for no trouble", () => {
    const steps = new QualitySteps();
    for (let now = 0; now < 60_000; now += 500) steps.report((now / 500) % 2 ? late : calm, now);
    expect(steps.level).toBe("high");
  });

  it("goes down step by step where it is the decoder that cannot follow", () => {
    const steps = new QualitySteps();
    const behind = { ...calm, undecoded: STEPS.undecoded_many + 1 };
    let now = report(steps, behind, 0, 500);
    expect(steps.level).toBe("balanced");
    now = report(steps, behind, now, STEPS.down_every_ms - 500);
    expect(steps.level).toBe("balanced");
    report(steps, behind, now, 500);
    expect(steps.level).toBe("low");
  });

  it("goes up one by one, each after a long calm", () => {
    const steps = new QualitySteps();
    let now = report(steps, late, 0, 1_000);
    now = report(steps, calm, now, STEPS.up_after_ms);
    expect(steps.level).toBe("low");
    now = report(steps, calm, now, 500);
    expect(steps.level).toBe("balanced");
    report(steps, calm, now, STEPS.up_after_ms + 500);
    expect(steps.level).toBe("high");
  });

  it("waits longer each time that a better picture was too much", () => {
    const steps = new QualitySteps();
    let now = report(steps, late, 0, 1_000);
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      const from = now;
      while (steps.level === "low") now = report(steps, calm, now, 250);
      waits.push(now - from);
      now = report(steps, late, now, STEPS.down_every_ms);
      expect(steps.level).toBe("low");
    }
    expect(waits.map((ms) => Math.floor(ms / 10_000))).toEqual([1, 2, 4, 8, 16, 16]);
  });

  it("neither climbs nor falls while it is neither calm nor late", () => {
    const steps = new QualitySteps();
    const now = report(steps, late, 0, 1_000);
    report(steps, { ...calm, excessMs: 250 }, now, 120_000);
    expect(steps.level).toBe("low");
  });
});
