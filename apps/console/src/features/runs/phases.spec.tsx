// @vitest-environment happy-dom
import { PHASE_NAMES, say } from "@udt/contract";
import { PHASE_LOOKS } from "@udt/contract/report-words/tones";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import { pageOf, RUN, SLOT } from "../../lib/runs.fixture.ts";
import DevicePage from "./device-page.tsx";
import { ANSWERS, DEVICES_PATH, showInReport } from "./report.fixture.tsx";
import { WhereTimeWent } from "./where-time-went.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "runs", "timeline", "handover"));

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

const handover = "/v1/api/tests/t-1/devices/d-1/handover";
const left = { change: "account_added", name: "ada@example.com", before: null, after: null, remains: true };
const told = { entries: [left], more: 0, is_whole: true, told_at: 9 };

it("says how the device was handed on, once it was cleaned", async () => {
  answerFetch({ ...ANSWERS, ...standing(2), [DEVICES_PATH]: pageOf(slot), [handover]: told });
  await showInReport(<DevicePage />, "/device/d-1");
  await vi.waitFor(() => expect(shownText()).toContain("Something remainedAccount that stayedada@example.com"));
});

it.each([
  ["guests", 0, phases],
  [
    "anybody before it is cleaned",
    2,
    phases.map((phase) => ({ ...phase, ended_at: phase.name === "clean" ? null : 1 })),
  ],
] as const)("tells that not to %s", async (_, user_type, done) => {
  const asked = answerFetch({
    ...ANSWERS,
    ...standing(user_type),
    [DEVICES_PATH]: pageOf({ ...SLOT, phases: done }),
    [handover]: told,
  });
  await showInReport(<DevicePage />, "/device/d-1");
  await vi.waitFor(() => expect(shownText()).toContain("Pixel"));
  await vi.waitFor(() => expect(asked.some(({ path }) => path.includes("/devices"))).toBe(true));
  expect(shownText()).not.toContain("Handed over");
});

it("and the same look where the time of all is shown, which says what it is", async () => {
  await showInReport(<WhereTimeWent test={RUN.test} slots={[slot]} />);
  expect(looks(".runs-lane")).toEqual(expected);
  expect(looks(".runs-legend").map(([name, , fill]) => [name, fill])).toEqual(
    expected.map(([name, , fill]) => [name, fill]),
  );
});

it.each([
  [
    "ended, without its preparing and cleaning",
    { state: "ended" as const, ended_at: 8_000 },
    "from start to end does not",
  ],
  ["goes on, without its preparing", { state: "running" as const, ended_at: null }, "time so far does not"],
])(
  "says what a device's time counts besides where it is longer than that of the test, which %s",
  async (_, test, said) => {
    const now = Date.now();
    const from = test.ended_at === null ? now - 20_000 : 0;
    const whole = { name: "run" as const, started_at: from, ended_at: from + 20_000, cost: 20_000, error: null };
    const on = (started_at: number) =>
      showInReport(
        <WhereTimeWent test={{ ...RUN.test, ...test, started_at }} slots={[{ ...slot, phases: [whole] }]} />,
      );
    await on(from + 5_000);
    expect(shownText()).toContain(said);
  },
);

it("and no word of it where both are told alike", async () => {
  const whole = { name: "run" as const, started_at: 0, ended_at: 9_000, cost: 9_000, error: null };
  const test = { ...RUN.test, started_at: 100, ended_at: 9_000 };
  await showInReport(<WhereTimeWent test={test} slots={[{ ...slot, phases: [whole] }]} />);
  expect(shownText()).not.toContain("A device's time");
});

it("which names no phase that none of them had", async () => {
  await showInReport(<WhereTimeWent test={RUN.test} slots={[{ ...slot, phases: phases.slice(0, 2) }]} />);
  expect(looks(".runs-legend").map(([name]) => name)).toEqual(PHASE_NAMES.slice(0, 2));
});
