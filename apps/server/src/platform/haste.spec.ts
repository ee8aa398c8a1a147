import { expect, it } from "vitest";
import { Haste } from "./haste.ts";

const told = (started: readonly string[]) => {
  const flags: string[] = [];
  return { flags, haste: new Haste(started, (flag) => flags.push(flag)) };
};

it("lets V8 take room from the first who hurries to the last", () => {
  const { flags, haste } = told(["--max-semi-space-size=8", "--optimize-for-size"]);
  const ends = [haste.begin(), haste.begin()];
  expect(flags).toEqual(["--no-optimize-for-size"]);
  ends[0]!();
  ends[0]!();
  expect(flags).toHaveLength(1);
  ends[1]!();
  expect(flags).toEqual(["--no-optimize-for-size", "--optimize-for-size"]);
  haste.begin();
  expect(flags).toHaveLength(3);
});

it("leaves a server alone that was not told to be small", () => {
  const { flags, haste } = told([]);
  haste.begin()();
  expect(flags).toEqual([]);
});
