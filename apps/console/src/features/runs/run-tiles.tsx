import { isRepeat, passRatio, wantedCases, type CaseTotals, type Run } from "@udt/contract";
import type { ReactNode } from "react";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { timeLeft } from "../../lib/tests/index.ts";
import { CaseBar } from "./case-bar.tsx";

/** The figures that somebody opens a report for. */
export function RunTiles(props: {
  run: Run;
  /** When its cases should have ended; undefined where nobody knows. */
  expected_end: number | undefined;
  /** What chooses the run to compare with. */
  against: ReactNode;
  onCompare: (compared: "new_failure" | "fixed" | "flaky") => void;
}) {
  const t = useT("runs");
  const format = useFormat();
  const { run, expected_end, against, onCompare } = props;
  const { totals, previous, comparison, device_totals, test } = run;
  const isOpen = test.state !== "ended";
  const ratioOf = (of: CaseTotals) => {
    const ratio = passRatio(of);
    return ratio === undefined ? "–" : format.percent(ratio);
  };
  return (
    <section className="udt-card runs-summary">
      <div className="runs-tiles">
        <Tile
          figure={`${format.number(totals.success)} / ${format.number(wantedCases(totals))}`}
          label={t(isOpen ? "tile.passed_so_far" : "tile.passed")}
        >
          {/* What a test that goes on has passed so far says nothing against all that an earlier one passed; nor do some cases. */}
          {previous === null || isOpen || isRepeat(run.origin)
            ? ratioOf(totals)
            : t("tile.ratio_was", { now: ratioOf(totals), before: ratioOf(previous.totals) })}
          {totals.skipped > 0 && <span>{t("tile.skipped", { count: format.number(totals.skipped) })}</span>}
        </Tile>
        <Tile
          figure={previous === null ? "–" : format.number(comparison.new_failures)}
          label={t("tile.new_failures", { count: comparison.new_failures })}
          tone={comparison.new_failures > 0 ? "bad" : undefined}
          onChoose={comparison.new_failures > 0 ? () => onCompare("new_failure") : undefined}
        >
          {run.origin === "alone" && previous === null && <span>{t("tile.alone")}</span>}
          {against}
          <span className="runs-chips">
            {comparison.fixed > 0 && (
              <button type="button" className="runs-chip" data-tone="good" onClick={() => onCompare("fixed")}>
                {t("tile.fixed", { count: format.number(comparison.fixed) })}
              </button>
            )}
            {comparison.flaky > 0 && (
              <button type="button" className="runs-chip" data-tone="warning" onClick={() => onCompare("flaky")}>
                {t("tile.flaky", { count: format.number(comparison.flaky) })}
              </button>
            )}
          </span>
        </Tile>
        <Tile
          figure={`${format.number(device_totals.passed)} / ${format.number(device_totals.total)}`}
          label={t("tile.devices")}
        >
          {device_totals.failed + device_totals.unfinished === 0
            ? t("tile.no_fault")
            : t("tile.device_fault", { failed: device_totals.failed, unfinished: device_totals.unfinished })}
        </Tile>
        {isOpen ? <ElapsedTile run={run} expected_end={expected_end} /> : <TookTile run={run} />}
        <UnderTest run={run} />
      </div>
      <CaseBar totals={totals} legend />
    </section>
  );
}

/** What was tested: the application, or what ran without one. */
function UnderTest({ run }: { run: Run }) {
  const t = useT("runs");
  const frameworkName = useFrameworkName();
  const scripts = run.library_name || frameworkName(run.framework);
  const commit = shortCommit(run.commit_id);
  return run.app_name === "" ? (
    <Tile figure={scripts} label={t("tile.nothing")}>
      <span title={run.commit_id}>{commit && `@ ${commit}`}</span>
    </Tile>
  ) : (
    <Tile figure={run.app_name} label={run.app_version || t("tile.environment")}>
      <span title={run.commit_id}>{commit ? `${scripts} @ ${commit}` : scripts}</span>
    </Tile>
  );
}

function Tile(props: {
  figure: string;
  label: string;
  tone?: "bad" | undefined;
  onChoose?: (() => void) | undefined;
  children: ReactNode;
}) {
  const figure = <b data-tone={props.tone}>{props.figure}</b>;
  return (
    <div className="runs-tile">
      {props.onChoose ? (
        <button type="button" onClick={props.onChoose}>
          {figure}
          <span>{props.label}</span>
        </button>
      ) : (
        <div>
          {figure}
          <span>{props.label}</span>
        </div>
      )}
      <small>{props.children}</small>
    </div>
  );
}

function TookTile({ run: { test } }: { run: Run }) {
  const t = useT("runs");
  const format = useFormat();
  const took = test.started_at === null || test.ended_at === null ? undefined : test.ended_at - test.started_at;
  const queued = (test.started_at ?? test.ended_at ?? test.created_at) - test.created_at;
  return (
    <Tile figure={took === undefined ? "–" : format.duration(took)} label={t("tile.took")}>
      {t("tile.queued", { time: format.duration(queued) })}
    </Tile>
  );
}

function ElapsedTile({ run: { test }, expected_end }: { run: Run; expected_end: number | undefined }) {
  const t = useT("runs");
  const tests = useT("tests");
  const format = useFormat();
  const now = useNow();
  const left = expected_end === undefined ? undefined : timeLeft(expected_end, now);
  return (
    <Tile figure={format.duration(now - (test.started_at ?? test.created_at))} label={t("tile.elapsed")}>
      {test.started_at === null
        ? t("tile.queued", { time: format.duration(now - test.created_at) })
        : expected_end === undefined
          ? t("tile.no_estimate")
          : left === undefined
            ? tests("progress.soon")
            : t("tile.about", { time: format.duration(left) })}
    </Tile>
  );
}
