import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import "./pending-runs.css";

/** Runs that ended a moment ago, or all of them while they are counted anew: figures are without them still. */
export function PendingRuns({ pending }: { pending: number }) {
  const t = useT("common");
  const format = useFormat();
  if (pending === 0) return null;
  return (
    <p className="udt-pending-runs" role="status">
      {t("pending_runs", { count: pending, runs: format.number(pending) })}
    </p>
  );
}
