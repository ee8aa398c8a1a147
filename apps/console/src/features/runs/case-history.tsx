import { isRepeat, shownCaseState, type CaseRun } from "@udt/contract";
import { Link } from "react-router";
import { SkeletonBar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { usePlace } from "./use-place.ts";
import { useHistory } from "./use-runs.ts";
import { CASE_TONES } from "./words.tsx";

/** It failed first, and passed when it was tried again. */
const isFlaky = (one: Pick<CaseRun, "state" | "cause" | "attempt">): boolean =>
  one.attempt > 1 && shownCaseState(one) === "success";

/** How a case came out in the last runs of its job: the newest at the right, as time goes. */
export function CaseHistory({ job_id, one }: { job_id: string | null; one: CaseRun }) {
  const t = useT("runs");
  const format = useFormat();
  const { project } = usePlace();
  const history = useHistory(project, job_id, one.case_key);
  const list = (history.data?.list ?? []).toReversed();
  // Who runs a case again chooses it for how it came out: that says nothing of how often it passes.
  const whole = list.filter(({ origin }) => !isRepeat(origin));
  const settled = whole.map(shownCaseState).filter((state) => state === "success" || state === "failed");
  if (history.isLoading) return <SkeletonBar width="100%" height={48} />;
  if (history.isError && !history.data) return <p className="udt-secondary">{t("list.error")}</p>;
  if (list.length < 2) return <p className="udt-secondary">{t("case.history_none")}</p>;
  const flaky = whole.filter(isFlaky).length;
  const longest = Math.max(1, ...list.map(({ cost }) => cost ?? 0));
  return (
    <>
      <div className="runs-history">
        {list.map((each) => {
          const state = shownCaseState(each);
          const words = t("case.history_label", {
            number: each.run_number,
            state: t(`state.${state}`),
            time: each.started_at === null ? "–" : format.exact(each.started_at),
            device: each.device_model || "–",
          });
          const isApart = isRepeat(each.origin);
          const notes = [isFlaky(each) && t("compared.flaky"), isApart && t(`origin.${each.origin}`)];
          const label = [words, ...notes.filter(Boolean)].join(" · ");
          return (
            <Link
              key={each.case_run_id}
              to={paths.runCase(project, each.test_id, each.case_run_id, job_id ?? undefined)}
              data-tone={isFlaky(each) ? "warning" : CASE_TONES[state]}
              data-flaky={isFlaky(each) || undefined}
              data-repeat={isApart || undefined}
              aria-label={label}
              title={label}
              aria-current={each.case_run_id === one.case_run_id ? "page" : undefined}
            >
              <i style={{ height: `${25 + ((each.cost ?? 0) / longest) * 75}%` }} />
            </Link>
          );
        })}
      </div>
      <small className="udt-secondary">
        {settled.length > 0 &&
          t("case.pass_rate", {
            passed: settled.filter((state) => state === "success").length,
            total: settled.length,
          })}
        {flaky > 0 && <span className="runs-history-apart">{t("case.history_flaky", { count: flaky })}</span>}
        {whole.length < list.length && <span className="runs-history-apart">{t("case.history_apart")}</span>}
      </small>
    </>
  );
}
