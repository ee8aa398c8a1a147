// @vitest-environment happy-dom
import type { MemorySample } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { EditScene } from "./edit-scene.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "errors", "memory"));

const SAMPLE: MemorySample = {
  sample_id: "m-1",
  trace_id: "t-1",
  number: 7,
  label: "Lst",
  taken_at: 1_500,
  state: "read",
  size_bytes: 10,
  read_bytes: 10,
  fault: null,
  notes: [],
  recording_id: null,
  created_at: 1_500,
  facts: null,
  files: [],
  user_name: "member",
};
const input = () => document.querySelector<HTMLInputElement>("[role=dialog] input");

it("names a sample's scene anew, and closes once that is kept", async () => {
  const asked = answerFetch({ "PUT /v1/api/memory/samples/m-1": { ...SAMPLE, label: "List" } });
  await show(<EditScene project="demo" sample={SAMPLE} />);
  await act(async () => document.querySelector<HTMLElement>(`[aria-label="${en.scene.open}"]`)?.click());
  expect(document.querySelector("[role=dialog]")?.textContent).toContain("Scene of sample 7");
  expect(input()?.value).toBe("Lst");
  await act(async () => {
    const field = input();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, " List ");
    field?.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () =>
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
  );
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(asked.map(({ method, query, body }) => ({ method, query, body }))).toEqual([
      { method: "PUT", query: { project: "demo" }, body: { label: "List" } },
    ]);
    expect(input()).toBe(null);
  });
});
