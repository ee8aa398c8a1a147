// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Tiles } from "./tiles.tsx";
import type { Board } from "./use-board.ts";

beforeAll(() => loadTexts("quality", "common"));

const FIGURES = { runs: 2, success: 8, skipped: 0, failed: 2, device_faults: 0, total: 10, new_failures: 0, flaky: 10 };
const BOARD: Board = {
  by_day: [],
  totals: FIGURES,
  before: FIGURES,
  queue: { now: null, before: null },
  choices: { oses: [], brands: [], frameworks: [], app_versions: [] },
  pending: 0,
};

it("tells what share of all cases is flaky, once it is known how many there are", async () => {
  await show(<Tiles board={BOARD} cases={undefined} devices={undefined} noDevices={false} />);
  expect(shownText()).toContain("both ways at one commit");
  expect(shownText()).not.toContain("40 cases");
  await show(<Tiles board={BOARD} cases={40} devices={undefined} noDevices={false} />);
  expect(shownText()).toContain("25% of 40 cases");
});
