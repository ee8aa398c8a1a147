import { durationText } from "@udt/base";
import { branded, isRepeat, numbered, passRatio, PHASE_NAMES, wantedCases } from "@udt/contract";
import type { ExecutionState, ReportLanguage, Run, Slot } from "@udt/contract";
import { PHASE_LOOKS, RESULT_TONES, type Tone, VERDICT_TONES } from "@udt/contract/report-words/tones";
import { environmentOf } from "./environment.ts";
import { escapeHtml, fill } from "./html-text.ts";
import type { ReportData } from "./report-data.ts";
import type { ReportTexts } from "./texts/report-texts.ts";
import { REPORT_TEXTS } from "./texts/texts.ts";
import { whyIn } from "./why.ts";

const EXECUTION_TONES: Record<ExecutionState, Tone> = {
  queuing: "offline",
  testing: "busy",
  timed_out: "warning",
  user_cancelled: "offline",
  cancelled: "offline",
  ended: "offline",
};
type Phase = Slot["phases"][number];
const pill = (tone: Tone, word: string) => `<span class="pill ${tone}">${escapeHtml(word)}</span>`;

/** Everything above the cases. */
export function headOf(data: ReportData, language: ReportLanguage): string {
  const { run } = data;
  const t = REPORT_TEXTS[language];
  const state =
    run.verdict === null || run.execution !== "ended"
      ? pill(EXECUTION_TONES[run.execution], t.execution[run.execution])
      : "";
  const verdict = run.verdict === null ? "" : pill(VERDICT_TONES[run.verdict], t.verdict[run.verdict]);
  const why = [run.verdict_reason, run.verdict_note].filter((said) => said !== null);
  return `<div class="small">${escapeHtml(t.report)}</div>
<h1>${escapeHtml(numbered(run))} ${verdict}${state}</h1>
${why.map((said) => `<p class="small error">${escapeHtml(whyIn(t.locale, said))}</p>`).join("")}${tiles(run, t)}
`;
}

/** Everything below the cases. */
export function tailOf(data: ReportData, language: ReportLanguage): string {
  return `${times(data.slots, REPORT_TEXTS[language])}
${environmentOf(data, language)}
`;
}

function tiles(run: Run, t: ReportTexts): string {
  const { totals, previous, comparison, device_totals, test } = run;
  const number = (value: number) => value.toLocaleString(t.locale);
  const ratio = (of: Run["totals"]) =>
    passRatio(of)?.toLocaleString(t.locale, { style: "percent", maximumFractionDigits: 1 }) ?? "–";
  const skipped = totals.skipped === 0 ? [] : [`${t.state.skipped} ${number(totals.skipped)}`];
  const took = test.started_at === null ? null : (test.ended_at ?? test.started_at) - test.started_at;
  const queued = test.started_at === null ? null : test.started_at - test.created_at;
  // What a test that goes on has passed so far says nothing against all that an earlier one passed; nor do some cases.
  const ofPart = test.state !== "ended" || isRepeat(run.origin);
  const cells: [string, string, string[]][] = [
    [
      `${number(totals.success)} / ${number(wantedCases(totals))}`,
      t.tile.passed,
      [
        previous === null || ofPart
          ? ratio(totals)
          : fill(t.ratio_was, { now: ratio(totals), before: ratio(previous.totals) }),
        ...skipped,
      ],
    ],
    [
      previous === null ? "–" : number(comparison.new_failures),
      previous === null
        ? run.origin === "alone"
          ? t.tile.alone
          : t.tile.first
        : `${t.tile.new_failures} · ${fill(t.tile.since, { number: previous.run_number })}`,
      [fill(t.fixed_flaky, { fixed: number(comparison.fixed), flaky: number(comparison.flaky) })],
    ],
    [`${number(device_totals.passed)} / ${number(device_totals.total)}`, t.tile.devices, []],
    [
      took === null ? "–" : durationText(took, t.locale),
      t.took,
      queued === null ? [] : [fill(t.tile.queue, { time: durationText(queued, t.locale) })],
    ],
  ];
  const states = (
    [
      ["success", "good"],
      ["failed", "bad"],
      ["executing", "busy"],
      ["skipped", "offline"],
    ] as const
  ).filter(([state]) => totals[state] > 0);
  const parts = states.map(([state, tone]) => `<i class="${tone}" style="flex:${totals[state]} 0 0"></i>`);
  const others = totals.total - states.reduce((sum, [state]) => sum + totals[state], 0);
  const legend = states.map(
    ([state, tone]) => `<span><i class="${tone}"></i>${escapeHtml(t.state[state])} ${number(totals[state])}</span>`,
  );
  return `<div class="card"><div class="tiles">${cells
    .map(
      ([figure, label, notes]) =>
        `<div><b>${escapeHtml(figure)}</b>${escapeHtml(label)}<div class="small">${notes
          .map((note) => `<span>${escapeHtml(note)}</span>`)
          .join("")}</div></div>`,
    )
    .join(
      "",
    )}</div><div class="bar">${parts.join("")}<span style="flex:${others} 0 0"></span></div><div class="states small">${legend.join("")}</div></div>`;
}

function times(slots: readonly Slot[], t: ReportTexts): string {
  const lanes = slots.flatMap((slot) => [
    // A slot that got no other device still has the one that it lost last: that is told once.
    ...slot.lost_devices
      .filter(({ device_id }) => device_id !== slot.device_id)
      .map((lost) => ({ ...lost, seq: slot.device_seq, state: pill("warning", t.lost) })),
    { ...slot, seq: slot.device_seq, state: pill(RESULT_TONES[slot.result], t.result[slot.result]) },
  ]);
  const totalOf = ({ phases }: Pick<Slot, "phases">) => phases.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  const longest = Math.max(1, ...lanes.map(totalOf));
  const passed = new Set(lanes.flatMap(({ phases }) => phases.map(({ name }) => name)));
  const legend = PHASE_NAMES.filter((name) => passed.has(name)).map(
    (name) => `<span>${filled({ name })}${escapeHtml(t.phase[name])}</span>`,
  );
  const rows = lanes.map(({ seq, state, phases, brand, model, serial, error }) => {
    const total = totalOf({ phases });
    const bars = phases.map((phase) => {
      const title = `${t.phase[phase.name]} ${durationText(phase.cost ?? 0, t.locale)}`;
      return filled(phase, { share: phase.cost ?? 0, title });
    });
    const device = model === "" ? `#${seq}` : branded(brand, model);
    return `<div class="device"><span class="cut" title="${escapeHtml(serial)}">${escapeHtml(device)}</span><span class="phases" style="width:${((total / longest) * 100).toFixed(1)}%">${bars.join("")}</span>${state}<span class="small">${escapeHtml(durationText(total, t.locale))}</span>${error === null ? "" : `<span class="small error">${escapeHtml(whyIn(t.locale, error))}</span>`}</div>`;
  });
  return `<div class="card pad"><h2>${escapeHtml(t.time_went)}</h2><div class="legend small">${legend.join("")}</div>${rows.join("\n")}</div>`;
}

/** What is filled as a phase is; one that failed is red. As a part of a bar it has its share of it, and says what it is. */
function filled(
  { name, error }: Pick<Phase, "name"> & Partial<Pick<Phase, "error">>,
  part?: { share: number; title: string },
) {
  const { tone, fill } = PHASE_LOOKS[name];
  const share = part ? `flex:${part.share} 0 0` : "";
  const title = part ? ` title="${escapeHtml(part.title)}"` : "";
  return `<i class="${error ? "bad" : tone}" style="--fill:${fill};${share}"${title}></i>`;
}
