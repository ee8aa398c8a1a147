// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN } from "../../lib/runs.fixture.ts";
import { CaseOutput } from "./case-output.tsx";
import { CaseSteps } from "./case-steps.tsx";
import type { OneCase } from "./failure-text.tsx";
import { showInReport } from "./report.fixture.tsx";

beforeAll(() => loadTexts("common", "runs", "case-steps"));

async function told(change: Partial<OneCase>, output = ""): Promise<string> {
  const detail = { message: "", location: null, output, steps: [] };
  const one = { state: "executing", started_at: 1, device_id: null, detail, ...change } as unknown as OneCase;
  await showInReport(
    <>
      <CaseSteps run={RUN} one={one} playhead={undefined} />
      <CaseOutput one={one} />
    </>,
  );
  return document.body.textContent;
}

describe("a case that has told nothing", () => {
  it("may still tell it while it runs", async () => {
    const text = await told({});
    expect(text).toContain("No step yet.");
    expect(text).toContain("Nothing printed yet.");
    expect(text).not.toContain("named no steps");
  });

  it("has nothing to tell once it is over", async () => {
    expect(await told({ state: "success" })).toBe("The script named no steps.The case printed nothing.");
  });
});

it("what a running case printed is shown", async () =>
  expect(await told({}, "round 1\nround 2\n")).toContain("round 2"));

it("a step tells by which locator it found its element, and what was closest where it found none", async () => {
  const step = { name: "tap", started_at: 1, ended_at: 2, screenshot: "", ok: true };
  const missed = {
    ...step,
    name: "look",
    ok: false,
    locator: "id: coupon_input",
    candidates: ["id: cart_item [0,0][9,9]"],
  };
  const steps = [{ ...step, locator: "id: add_to_cart" }, missed];
  const detail = { message: "", location: null, output: "", steps };
  const text = await told({ state: "failed", detail } as Partial<OneCase>);
  expect(text).toContain("Locatorid: add_to_cart");
  expect(text).toContain("Locatorid: coupon_inputClosest on the screenid: cart_item [0,0][9,9]");
});
