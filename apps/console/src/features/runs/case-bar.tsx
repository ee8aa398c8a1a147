import type { CaseTotals, ShownCaseState } from "@udt/contract";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { CASE_TONES } from "./words.tsx";

const ORDER = [
  "success",
  "failed",
  "distribution_failed",
  "executing",
  "skipped",
  "cancelled",
  "undistributed",
] as const satisfies readonly ShownCaseState[];
/** A part that is there shows, however small. Percent. */
const MIN_SHARE = 1.5;

/** Cases by state, as one bar; `legend` says it in words too. */
export function CaseBar(props: {
  totals: CaseTotals;
  /** Of how many cases in all they are a part, which the bar leaves room for. */
  whole?: number | undefined;
  legend?: boolean;
}) {
  const { totals, whole = totals.total, legend = false } = props;
  const t = useT("runs");
  const format = useFormat();
  const parts = ORDER.filter((state) => totals[state] > 0);
  const words = parts.map((state) => `${t(`state.${state}`)} ${format.number(totals[state])}`);
  return (
    <>
      <div className="runs-casebar" role="img" aria-label={inRow(words) || "–"} title={words.join(" · ")}>
        {parts.map((state) => (
          <i
            key={state}
            data-tone={CASE_TONES[state]}
            data-state={state}
            style={{ flexGrow: Math.max(MIN_SHARE, (totals[state] / Math.max(1, whole)) * 100) }}
          />
        ))}
        {whole > totals.total && (
          <i data-state="undistributed" style={{ flexGrow: ((whole - totals.total) / whole) * 100 }} />
        )}
      </div>
      {legend && parts.length > 0 && (
        <ul className="runs-legend">
          {parts.map((state) => (
            <li key={state} data-tone={CASE_TONES[state]} data-state={state}>
              {t(`state.${state}`)} <b className="udt-num">{format.number(totals[state])}</b>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
