// @vitest-environment happy-dom
import type { CaseDetail } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { useStepPictures } from "./index.ts";

beforeAll(() => loadTexts("common", "case-steps"));

type Step = CaseDetail["steps"][number];
const step = (name: string, before: string, after: string, more: Partial<Step> = {}): Step => ({
  name,
  started_at: 1,
  ended_at: 2,
  ok: true,
  screenshot_before: before,
  screenshot: after,
  ...more,
});
const middle = { x: 0.5, y: 0.25 };
const STEPS = [
  step("start", "", ""),
  step("tap", "a.png", "b.png", { touched: { from: middle, to: middle }, locator: "id: buy" }),
  step("look", "b.png", "b.png"),
  step("swipe", "b.png", "gone.png", { touched: { from: middle, to: { x: 0.5, y: 0.75 } } }),
];

function Page() {
  const { pairOf, viewer } = useStepPictures(STEPS, (_, name) => (name === "gone.png" ? undefined : `/${name}`));
  return (
    <>
      <ol>
        {STEPS.map((one) => (
          <li key={one.name}>{pairOf(one)}</li>
        ))}
      </ol>
      {viewer}
    </>
  );
}
const urls = (within: Element | Document) =>
  [...within.querySelectorAll("img")].map((image) => image.getAttribute("src"));

it("a step shows what was before it and after, each once, and where on the first it touched", async () => {
  await show(<Page />);
  const items = [...document.querySelectorAll("li")];
  expect(items.map(urls)).toEqual([[], ["/a.png", "/b.png"], ["/b.png"], ["/b.png"]]);
  expect(items.map((item) => item.querySelector("[data-mark]")?.getAttribute("data-mark"))).toEqual([
    undefined,
    "tap",
    undefined,
    "swipe",
  ]);
  const ring = items[1]?.querySelector(".udt-mark-line circle");
  expect([ring?.getAttribute("cx"), ring?.getAttribute("cy")]).toEqual(["50%", "25%"]);
  for (const image of document.querySelectorAll("img")) expect(image.getAttribute("loading")).toBe("lazy");
});

it("draws what is like a picture where it was found, or on what was there at last", async () => {
  const picture_places = [{ left: 0.1, top: 0.25, right: 0.3, bottom: 0.5, score: 0.9 }];
  const found_by = { by: "image", fallback: 0, score: 0.9 } as const;
  const steps = [
    step("found", "a.png", "b.png", { picture_places, found_by }),
    step("missed", "a.png", "b.png", { picture_places }),
    step("alone", "", "b.png", { picture_places, found_by }),
  ];
  function Places() {
    const { pairOf } = useStepPictures(steps, (_, name) => `/${name}`);
    return steps.map((one) => <div key={one.name}>{pairOf(one)}</div>);
  }
  await show(<Places />);
  const marked = [...document.querySelectorAll(".udt-marked")].map((each) => each.querySelector("rect") !== null);
  expect(marked).toEqual([true, false, false, true, true]);
  const [place] = document.querySelectorAll(".udt-mark-line rect");
  expect(["x", "y", "width", "height"].map((name) => Number.parseFloat(place?.getAttribute(name) ?? ""))).toEqual([
    10, 25, 20, 25,
  ]);
});

it("opens large, and leads by keys from step to step that has pictures", async () => {
  await show(<Page />);
  await press(button("Pictures of tap"));
  const large = () => document.querySelector(".udt-step-large");
  await vi.waitFor(() => expect(large()).not.toBeNull());
  const key = (name: string) =>
    act(async () => void document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })));
  const shown = () => [...(large()?.querySelectorAll("figure") ?? [])].map((each) => each.textContent);
  expect(shown()).toEqual(["Before", "After"]);
  expect(shownText()).toContain("Step 2");
  expect(shownText()).toContain("id: buy");
  await key("ArrowLeft");
  expect(shownText()).toContain("Step 2");
  await key("ArrowRight");
  expect(shown()).toEqual(["Before and after: nothing changed"]);
  await press(button("Next step"));
  expect(shownText()).toContain("Step 4");
  expect(shown()).toEqual(["Before"]);
  expect(button("Next step").hasAttribute("disabled")).toBe(true);
});
