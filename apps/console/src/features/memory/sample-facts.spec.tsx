// @vitest-environment happy-dom
import type { MemoryFacts } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { SampleFacts } from "./sample-facts.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "memory"));

const MB = 1024 ** 2;
const FACTS: MemoryFacts = {
  process: "Shop",
  pid: 1,
  footprint_bytes: 100 * MB,
  footprint_measure: "phys_footprint",
  footprint_peak_bytes: null,
  tool_bytes: 0,
  totals: null,
  region_count: null,
  swap_pressure: null,
  malloc_bytes: 60 * MB,
  vm_bytes: 75 * MB,
  java_bytes: null,
  java_unheld_bytes: null,
};
const unexplained = () =>
  [...document.querySelectorAll(".memory-fact")].find(({ textContent }) => textContent.startsWith(en.fact.unexplained))
    ?.textContent;

it.each([
  ["by the larger tree", {}, "Without a stack25.00 MB25% of the footprint"],
  [
    "as nothing where more is allocated than was touched",
    { vm_bytes: 130 * MB },
    "Without a stack0 B0% of the footprint",
  ],
  ["not at all where no file tells stacks", { malloc_bytes: null, vm_bytes: null }, undefined],
  ["not at all without a footprint", { footprint_bytes: null }, undefined],
])("tells what of the footprint no stack explains, %s", async (_how, change, text) => {
  await show(<SampleFacts facts={{ ...FACTS, ...change }} />);
  expect(unexplained()).toBe(text);
});
