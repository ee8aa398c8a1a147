// @vitest-environment happy-dom
import { beforeAll, describe, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { CaseOutput } from "./case-output.tsx";
import { CaseSteps } from "./case-steps.tsx";
import type { OneCase } from "./failure-text.tsx";

beforeAll(() => loadTexts("common", "runs"));

async function told(change: Partial<OneCase>, output = ""): Promise<string> {
  const detail = { message: "", location: null, output, steps: [] };
  const one = { state: "executing", started_at: 1, device_id: null, detail, ...change } as unknown as OneCase;
  await show(
    <>
      <CaseSteps one={one} playhead={undefined} />
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
