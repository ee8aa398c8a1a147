// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { EditScene } from "./edit-scene.tsx";
import { SAMPLE } from "./memory.fixture.ts";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "errors", "memory"));

const LISTED = { ...SAMPLE, number: 7, label: "Lst" };
const input = () => document.querySelector<HTMLInputElement>("[role=dialog] input");

it("names a sample's scene anew, and closes once that is kept", async () => {
  const asked = answerFetch({ "PUT /v1/api/memory/samples/m-1": { ...LISTED, label: "List" } });
  await show(<EditScene project="demo" sample={LISTED} />);
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
