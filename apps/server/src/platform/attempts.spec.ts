import { expect, it } from "vitest";
import { TurnableClock } from "../../test/turnable-clock.ts";
import { Attempts } from "./attempts.ts";

const clock = new TurnableClock();

it("takes each try back of many at one moment, however they end", () => {
  const attempts = new Attempts(clock, 5);
  for (let burst = 0; burst < 4; burst += 1) {
    const takeBack = [1, 2, 3, 4].map(() => attempts.take("somebody"));
    for (const one of takeBack) one();
  }
  expect(() => attempts.take("somebody")).not.toThrow();
});

it("refuses the one that is too many", () => {
  const attempts = new Attempts(clock, 2);
  attempts.take("somebody");
  attempts.take("somebody");
  expect(() => attempts.take("somebody")).toThrow();
  expect(() => attempts.take("another")).not.toThrow();
});

it("keeps who has had all their tries, however many others come once", () => {
  const attempts = new Attempts(clock, 3);
  for (let tries = 0; tries < 3; tries += 1) attempts.take("owner");
  for (let other = 0; other < 12_000; other += 1) attempts.take(`other ${other}`);
  expect(() => attempts.take("owner")).toThrow();
  // Memory has an end: of those that came once the first are forgotten.
  for (let tries = 0; tries < 3; tries += 1) attempts.take("other 0");
});
