// @vitest-environment happy-dom
import type { MemoryFacts, MemorySample } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { GrowthSection } from "./growth-section.tsx";
import { SAMPLE, TRACE } from "./memory.fixture.ts";

beforeAll(() => loadTexts("common", "errors", "words", "memory"));

const MB = 1024 ** 2;
const BEGIN = Date.parse("2026-09-05T03:23:00Z");
const sampleAt = (number: number, seconds: number, mb: number): MemorySample => ({
  ...SAMPLE,
  sample_id: `m-${number}`,
  number,
  label: number === 2 ? "List" : "",
  taken_at: BEGIN + seconds * 1000,
  facts: { footprint_bytes: mb * MB } as MemoryFacts,
});
const onChoose = vi.fn<(sample_id: string) => void>();
const shown = (samples: readonly MemorySample[], limit: number | null = null) =>
  show(
    <GrowthSection
      project="demo"
      trace={{ ...TRACE, footprint_limit_bytes: limit }}
      samples={samples}
      growth={{ sample_ids: samples.map(({ sample_id }) => sample_id), bytes_per_minute: 0, rising: 1, grade: null }}
      chosen="m-1"
      onChoose={onChoose}
      canEdit
    />,
  );
const dots = () =>
  [...document.querySelectorAll<HTMLElement>(".udt-line-dot")].map(({ style }) => Number.parseFloat(style.left));
const slider = () => document.querySelector<HTMLElement>("[role=slider]")!;
const pressed = (key: string) =>
  act(() => slider().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));

it("has each sample at its time, its scene below it, and the limit where it was", async () => {
  await shown([sampleAt(1, 0, 100), sampleAt(2, 10, 120), sampleAt(3, 100, 150)], 200 * MB);
  const [first = 0, second = 0, third = 0] = dots();
  expect((second - first) / (third - first)).toBeCloseTo(0.1, 9);
  const [scenes, times] = [...document.querySelectorAll(".udt-days-labels")];
  expect(scenes?.textContent).toBe("ListSample 3");
  expect(times?.children.length).toBeGreaterThan(1);
  expect(document.querySelector<HTMLElement>(".udt-line-mark")?.style.bottom).toBe("100%");
  expect(document.querySelectorAll(".udt-line-dot[data-today]").length).toBe(1);
  expect(Number.parseFloat(document.querySelector<HTMLElement>("[data-today]")!.style.left)).toBe(first);
});

it("goes to a sample by the keys, also to both of one second, and chooses it", async () => {
  await shown([sampleAt(1, 0, 100), sampleAt(2, 50, 120), sampleAt(3, 50, 150), sampleAt(4, 60, 151)]);
  await pressed("Home");
  expect(slider().getAttribute("aria-valuetext")).toContain("Sample 1");
  await pressed("ArrowRight");
  expect(slider().getAttribute("aria-valuetext")).toContain("List");
  await pressed("ArrowRight");
  expect(slider().getAttribute("aria-valuetext")).toContain("Sample 3");
  await pressed("Enter");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("m-3");
});

it("has one sample in the middle, with its time", async () => {
  await shown([sampleAt(1, 0, 100)]);
  expect(dots()).toEqual([50]);
  expect(document.querySelectorAll(".udt-days-labels")[1]?.children.length).toBe(1);
});
