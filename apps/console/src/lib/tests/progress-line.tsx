import type { RunProgress } from "@udt/contract";
import { useFormat, useNow } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import "./progress-line.css";
import { timeLeft } from "./time-left.ts";

/**
 * How far a device of a run is: cases done, of them failed, and how long it may still take, where that is known.
 *
 * @param props.own How many of the cases that the run's devices share the device did itself, where the run's own stand elsewhere
 */
export function ProgressLine({ progress, own }: { progress: RunProgress; own?: number }) {
  const t = useT("tests");
  const format = useFormat();
  const { done, total, failed, is_shared, expected_end } = progress;
  const figures = { done: format.number(done), total: format.number(total) };
  return (
    <span className="udt-num udt-dotted">
      <span>
        {is_shared && own !== undefined
          ? t("progress.own", { own: format.number(own), total: figures.total })
          : t(is_shared ? "progress.shared" : "progress.done", figures)}
      </span>
      {failed > 0 && (
        <span className="udt-bad">{t("progress.failed", { count: failed, shown: format.number(failed) })}</span>
      )}
      {expected_end !== null && <Left expected_end={expected_end} />}
    </span>
  );
}

function Left({ expected_end }: { expected_end: number }) {
  const t = useT("tests");
  const format = useFormat();
  const left = timeLeft(expected_end, useNow());
  return <span>{left === undefined ? t("progress.soon") : t("progress.left", { time: format.duration(left) })}</span>;
}
