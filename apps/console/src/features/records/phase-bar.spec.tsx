// @vitest-environment happy-dom
import { PHASE_NAMES } from "@udt/contract";
import { PHASE_LOOKS } from "@udt/contract/report-words/tones";
import { beforeAll, expect, it } from "vitest";
import { show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { PhaseBar } from "./phase-bar.tsx";

beforeAll(() => loadTexts("common", "words", "records"));

it("a record's phases look as they do in reports, in the bar and beside their names", async () => {
  const phases = PHASE_NAMES.map((name, at) => ({ name, started_at: at, ended_at: at + 1, cost: 1, error: null }));
  await show(<PhaseBar phases={phases} />);
  for (const place of [".records-bar", ".records-phases"]) {
    const drawn = [...document.querySelectorAll<HTMLElement>(`${place} i`)];
    expect(drawn.map(({ dataset, style }) => [dataset["tone"], style.getPropertyValue("--fill")])).toEqual(
      PHASE_NAMES.map((name) => [PHASE_LOOKS[name].tone, PHASE_LOOKS[name].fill]),
    );
  }
});
