// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf, RUN, RUN_CASE } from "../../lib/runs.fixture.ts";
import { ANSWERS, RUN_PATH, showInReport } from "./report.fixture.tsx";
import RunPage from "./run-page.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "runs", "tests"));

const failed = { ...RUN_CASE, state: "failed" as const, cause: "assertion" as const, error: "saw 2", cost: 3_000 };
const open = async (narrow: boolean, failures = 4) => {
  vi.stubGlobal("matchMedia", () => ({ matches: narrow, addEventListener() {}, removeEventListener() {} }));
  const totals = { ...RUN.totals, cancelled: 0, failed: failures, total: 4 };
  const asked = answerFetch({
    ...ANSWERS,
    [RUN_PATH]: { ...RUN, totals },
    "/v1/api/tests/t-1/cases": { ...pageOf(failed), total: 4, totals },
  });
  await showInReport(<RunPage />);
  await vi.waitFor(() => expect(document.querySelector(".runs-cases tbody a")).not.toBeNull());
  return asked;
};
/** Whether one comes before another, for eyes and for the keyboard alike. */
const isBefore = (first: string, then: string): boolean =>
  Boolean(
    document.querySelector(first)!.compareDocumentPosition(document.querySelector(then)!) &
    Node.DOCUMENT_POSITION_FOLLOWING,
  );

it("where there is one column what failed comes right below the figures, and where the time went last", async () => {
  await open(true);
  const under = document.querySelector(".runs-summary")!.nextElementSibling!;
  expect(under.querySelector("li")!.textContent).toBe("paysPixel · 3 secssaw 2");
  expect(shownText()).toContain("All 4 failed cases");
  expect(isBefore(".runs-tabs", ".runs-where")).toBe(true);
});

it("elsewhere the list of cases says it", async () => {
  await open(false);
  expect(document.querySelector(".runs-failures")).toBeNull();
  expect(isBefore(".runs-where", ".runs-tabs")).toBe(true);
});

it("is asked for only where something failed", async () => {
  const ofFailures = async (failures: number) =>
    (await open(true, failures)).filter(({ query }) => query["state"] === "failed").length;
  expect(await ofFailures(4)).toBe(1);
  expect(await ofFailures(0)).toBe(0);
});
