import { expect, it } from "vitest";
import { PHASE_LOOKS } from "./tones.ts";

it("each phase is told from every other without its colour", () => {
  const fills = Object.values(PHASE_LOOKS).map(({ fill }) => fill);
  expect(new Set(fills).size).toBe(fills.length);
});
