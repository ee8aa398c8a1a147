// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN } from "../../lib/runs.fixture.ts";
import { show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { RunTiles } from "./run-tiles.tsx";

beforeAll(() => loadTexts("common", "runs", "tests"));

const MINUTE = 60_000;

it("the head names what ran where there is no application", async () => {
  const run = { ...RUN, commit_id: "384cb91".padEnd(40, "0") };
  await show(<RunTiles run={run} expected_end={undefined} against={null} onCompare={() => undefined} />);
  const [figure, ...rest] = document.querySelector(".runs-tile:last-child")!.querySelectorAll("b, span");
  expect([figure, ...rest].map((each) => each!.textContent)).toEqual([
    "Shop tests",
    "without an application",
    "@ 384cb91",
  ]);
});

it.each([
  ["that nobody knows it", undefined, "no estimate yet"],
  ["that it should be there by now", -MINUTE, "about to end"],
  ["how long it takes still", 9.5 * MINUTE, "10 min"],
])("the head tells of the end of a run that goes on %s", async (_, left, told) => {
  const now = Date.now();
  const test = { ...RUN.test, state: "running" as const, started_at: now - MINUTE, ended_at: null };
  const expected_end = left === undefined ? undefined : now + left;
  await show(
    <RunTiles run={{ ...RUN, test }} expected_end={expected_end} against={null} onCompare={() => undefined} />,
  );
  expect(shownText()).toContain(told);
});
