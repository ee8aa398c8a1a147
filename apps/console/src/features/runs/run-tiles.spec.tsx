// @vitest-environment happy-dom
import type { Run } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN } from "../../lib/runs.fixture.ts";
import { show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { RunTiles } from "./run-tiles.tsx";

beforeAll(() => loadTexts("common", "runs", "tests"));

const now = Date.now();
const running: Run = { ...RUN, test: { ...RUN.test, state: "running", started_at: now - 20_000, ended_at: null } };

it.each([
  ["nothing is known of its end", undefined, "no estimate yet"],
  ["it should be over by now", now - 1_000, "about to end"],
  ["it ends soon", now + 28_000, "30 sec"],
])("of a run that goes on the head tells, where %s, what its devices do", async (_, expected_end, told) => {
  await show(<RunTiles run={running} expected_end={expected_end} against={null} onCompare={() => undefined} />);
  expect(shownText()).toContain(told);
});
