// @vitest-environment happy-dom
import { PHASE_NAMES, say } from "@udt/contract";
import { PHASE_LOOKS } from "@udt/contract/report-words/tones";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf, SLOT } from "../../lib/runs.fixture.ts";
import DevicePage from "./device-page.tsx";
import { ANSWERS, DEVICES_PATH, showInReport } from "./report.fixture.tsx";
import { WhereTimeWent } from "./where-time-went.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "runs", "timeline"));

const phases = PHASE_NAMES.map((name, index) => ({
  name,
  started_at: index,
  ended_at: index + 1,
  cost: 1,
  error: name === "install" ? say("install_refused") : null,
}));
const slot = { ...SLOT, phases };
const looks = (within: string) =>
  [...document.querySelectorAll<HTMLElement>(`${within} [data-phase]`)].map(({ dataset, style }) => [
    dataset["phase"],
    dataset["tone"],
    style.getPropertyValue("--fill"),
  ]);
const expected = PHASE_NAMES.map((name) => [
  name,
  name === "install" ? "bad" : PHASE_LOOKS[name].tone,
  PHASE_LOOKS[name].fill,
]);

it("each phase of a device has its own look on the device's page", async () => {
  answerFetch({
    ...ANSWERS,
    [DEVICES_PATH]: pageOf(slot),
  });
  await showInReport(<DevicePage />, "/device/d-1");
  await vi.waitFor(() => expect(looks(".runs-phases")).toEqual(expected));
});

it("and the same look where the time of all is shown, which says what it is", async () => {
  await showInReport(<WhereTimeWent slots={[slot]} />);
  expect(looks(".runs-lane")).toEqual(expected);
  expect(looks(".runs-legend").map(([name, , fill]) => [name, fill])).toEqual(
    expected.map(([name, , fill]) => [name, fill]),
  );
});

it("which names no phase that none of them had", async () => {
  await showInReport(<WhereTimeWent slots={[{ ...slot, phases: phases.slice(0, 2) }]} />);
  expect(looks(".runs-legend").map(([name]) => name)).toEqual(PHASE_NAMES.slice(0, 2));
});
