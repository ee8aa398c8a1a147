import type { CaseTotals } from "@udt/contract";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { doneCases } from "./words.tsx";

/** How many of its cases a device did, and which of them a count alone would hide. */
export function CasesLine({ totals }: { totals: CaseTotals }) {
  const t = useT("runs");
  const tests = useT("tests");
  const format = useFormat();
  const { failed, skipped } = totals;
  return (
    <span className="udt-dotted">
      <span>{t("devices.cases", { done: format.number(doneCases(totals)), total: format.number(totals.total) })}</span>
      {failed > 0 && (
        <span className="udt-bad">{tests("progress.failed", { count: failed, shown: format.number(failed) })}</span>
      )}
      {skipped > 0 && <span>{t("tile.skipped", { count: format.number(skipped) })}</span>}
    </span>
  );
}
