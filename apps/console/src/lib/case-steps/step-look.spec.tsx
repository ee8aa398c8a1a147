// @vitest-environment happy-dom
import type { CaseDetail } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { StepLook, StepMark } from "./index.ts";

beforeAll(() => loadTexts("case-steps", "words"));

const step: CaseDetail["steps"][number] = {
  name: "tap id: buy",
  started_at: 1,
  ended_at: 2,
  ok: false,
  screenshot: "",
  locator: "id: buy",
  candidates: ["id: bye [0,0][9,9]"],
};

it("a step says by what its element was looked for, what was closest to that, and how it came out", async () => {
  await show(
    <>
      <StepMark step={step} />
      <StepLook step={step} />
    </>,
  );
  expect(shownText()).toBe("Locatorid: buyClosest on the screenid: bye [0,0][9,9]");
  expect(document.querySelector("[role=img]")?.getAttribute("aria-label")).toBe("failed");
});

it("one that found its element says by which of its locators", async () => {
  const found = { ...step, candidates: [] };
  await show(
    <>
      <StepLook step={{ ...found, found_by: { by: "ui", fallback: 0 } }} />
      <StepLook step={{ ...found, found_by: { by: "position", fallback: 2 } }} />
    </>,
  );
  expect(shownText()).toBe("Locatorid: buyby elementLocatorid: buyby place · fallback 2");
});

it("one that looked for a picture says how like what it found is, or where it is most like it", async () => {
  const place = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4, score: 0.62 };
  const by = { by: "image", fallback: 1, score: 0.97 } as const;
  await show(
    <>
      <StepLook step={{ ...step, candidates: [], found_by: by, picture_places: [place] }} />
      <StepLook step={{ ...step, candidates: [], picture_places: [place] }} />
    </>,
  );
  expect(shownText()).toBe(
    "Locatorid: buyby picture · 97% alike · fallback 1Locatorid: buyMost like the picture20% across, 30% down: 62% alike",
  );
});

it("one that passed and did nothing says why", async () => {
  const note = { code: "memory_not_recorded" as const, args: {}, evidence: "" };
  await show(<StepLook step={{ ...step, ok: true, candidates: [], locator: undefined, note }} />);
  expect(shownText()).toBe("no memory is recorded here: no sample was taken");
});

it("one that looked for nothing says nothing of that", async () => {
  await show(<StepLook step={{ ...step, locator: undefined }} />);
  expect(shownText()).toBe("");
});
