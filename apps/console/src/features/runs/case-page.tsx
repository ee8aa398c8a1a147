import { shownCaseState, type Run, type Slot } from "@udt/contract";
import { Link } from "react-router";
import { CopyButton, ErrorState } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePlaceName } from "../../lib/place-name/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { Said } from "../../lib/words/index.ts";
import { beginningOf, isRunning } from "./beginning.ts";
import { CaseFrames } from "./case-frames.tsx";
import { CaseHistory } from "./case-history.tsx";
import { CaseNeighbours } from "./case-neighbours.tsx";
import "./case.css";
import { Recorded, useRecorded } from "./case-recorded.tsx";
import { CaseOutput } from "./case-output.tsx";
import { SoFar } from "./case-row.tsx";
import { CaseSteps } from "./case-steps.tsx";
import { RunCrumbs } from "./crumbs.tsx";
import { DebugHere } from "./debug-here.tsx";
import { FailureText, saysNothing, type OneCase } from "./failure-text.tsx";
import { Files, useResources } from "./files.tsx";
import { ReportSkeleton } from "./report-skeleton.tsx";
import { RunAlone } from "./run-alone.tsx";
import "./runs.css";
import { usePlace } from "./use-place.ts";
import { useCase, useRun, useSlots } from "./use-runs.ts";
import { CaseNotes, CasePill, CASE_TONES, causeOf } from "./words.tsx";

/** One case: what it did, how it came out, and why. */
export default function CasePage() {
  const t = useT("runs");
  const { project, test_id, case_run_id, against } = usePlace();
  const run = useRun(project, test_id, against);
  const slots = useSlots(project, test_id);
  const one = useCase(project, test_id, case_run_id, against);
  if (run.isPending || one.isPending) return <ReportSkeleton />;
  if (!run.data || !one.data)
    return (
      <>
        {run.data && <RunCrumbs run={run.data} />}
        <ErrorState
          isPage
          title={t("case.error")}
          error={run.error ?? one.error}
          onRetry={() => void run.refetch().then(() => one.refetch())}
        />
      </>
    );
  return <CaseReport key={case_run_id} run={run.data} one={one.data} slots={slots.data?.list ?? []} />;
}

function CaseReport({ run, one, slots }: { run: Run; one: OneCase; slots: readonly Slot[] }) {
  const t = useT("runs");
  const beginning = beginningOf(one);
  usePlaceName(one.name);
  return (
    <>
      <RunCrumbs run={run} />
      <header className="runs-head">
        <div>
          <h1 className="runs-case-title" data-literal>
            {one.name} <CasePill one={one} /> <CaseNotes one={one} />
          </h1>
          {one.file !== "" && (
            <p className="udt-secondary udt-mono" data-literal>
              {one.file}
              <CopyButton text={one.case_key} />
            </p>
          )}
        </div>
        <Actions run={run} one={one} />
      </header>
      <div className="runs-columns">
        <div>
          {beginning === "begun" ? <Did run={run} one={one} slots={slots} /> : <NotBegun one={one} slots={slots} />}
        </div>
        <aside>
          <Facts one={one} />
          <Attempts one={one} />
          <section className="udt-card runs-pad">
            <h2 className="runs-subtitle">{t("case.history")}</h2>
            <CaseHistory job_id={run.job_id} one={one} />
          </section>
          {one.device_id !== null && <OwnFiles device_id={one.device_id} case_run_id={one.case_run_id} />}
        </aside>
      </div>
    </>
  );
}

/** What a case that began did, as it was recorded and as it told. */
function Did({ run, one, slots }: { run: Run; one: OneCase; slots: readonly Slot[] }) {
  const t = useT("runs");
  const recorded = useRecorded(one, slots);
  return (
    <>
      {recorded ? <Recorded run={run} one={one} recorded={recorded} /> : <Failure one={one} />}
      {run.config.test_type === "game" && one.device_id !== null && one.started_at !== null && (
        <section className="udt-card runs-pad">
          <h2 className="runs-subtitle">{t("case.frames")}</h2>
          <CaseFrames device_id={one.device_id} case_run_id={one.case_run_id} started_at={one.started_at} />
        </section>
      )}
      {(run.config.test_type === "app" || one.detail.steps.length > 0) && (
        <section className="udt-card runs-pad">
          <h2 className="runs-subtitle">{t("case.steps")}</h2>
          <CaseSteps run={run} one={one} playhead={recorded?.playhead} />
        </section>
      )}
      <section className="udt-card runs-pad">
        <h2 className="runs-subtitle">{t("case.output")}</h2>
        <CaseOutput one={one} />
      </section>
    </>
  );
}

/** A case that did nothing yet, or never will: why, where that is known. */
function NotBegun({ one, slots }: { one: OneCase; slots: readonly Slot[] }) {
  const t = useT("runs");
  const isOver = beginningOf(one) === "never";
  const isLost = one.cause === "device_lost" || one.cause === "agent_lost";
  // What it was to run on may have failed before it.
  const slot = isOver ? slots.find(({ device_seq }) => device_seq === one.device_seq) : undefined;
  const outcome = slot?.outcome && slot.outcome !== "done" ? slot.outcome : undefined;
  return (
    <section className="udt-card runs-pad runs-failure" data-state={shownCaseState(one)}>
      <h2 className="runs-subtitle">{t(isLost ? "case.not_ended" : isOver ? "case.never_begun" : "case.waiting")}</h2>
      {isOver && one.cause !== "none" && one.cause !== "not_started" && (
        <p>{t("case.because", { cause: causeOf(t, one) })}</p>
      )}
      {outcome && <p>{t(`outcome.${outcome}`)}</p>}
      {slot?.error && <Said said={slot.error} />}
      {one.reason !== null && <Said said={one.reason} />}
      {one.error !== "" && <pre data-literal>{one.error}</pre>}
    </section>
  );
}

function Actions({ run, one }: { run: Run; one: OneCase }) {
  const { project } = usePlace();
  const guest = useIsGuest(project);
  return (
    <div className="runs-actions">
      <CaseNeighbours run={run} case_run_id={one.case_run_id} />
      {one.device_id !== null && <DebugHere run={run} device_id={one.device_id} />}
      {!guest && run.job_id !== null && run.test.state === "ended" && <RunAlone run={run} one={one} />}
    </div>
  );
}

/** Why it came out so; nothing where nobody said. */
function Failure({ one }: { one: OneCase }) {
  const t = useT("runs");
  const state = shownCaseState(one);
  if (saysNothing(one)) return null;
  return (
    <section className="udt-card runs-pad runs-failure" data-state={state}>
      <h2 className="runs-subtitle">{t(state === "skipped" ? "state.skipped" : "case.what")}</h2>
      <FailureText one={one} />
    </section>
  );
}

function Facts({ one }: { one: OneCase }) {
  const t = useT("runs");
  const format = useFormat();
  const place = usePlace();
  return (
    <section className="udt-card runs-pad">
      <dl className="udt-facts">
        <dt>{t("case.device")}</dt>
        <dd>
          {one.device_id === null ? (
            "–"
          ) : (
            <Link to={place.device(one.device_id)}>
              {one.device_model || t("devices.device", { number: (one.device_seq ?? 0) + 1 })}
            </Link>
          )}
        </dd>
        <dt>{t("case.started")}</dt>
        <dd className="runs-case-start">{one.started_at === null ? "–" : format.exact(one.started_at)}</dd>
        <dt>{t("case.cost")}</dt>
        <dd>
          {one.cost !== null ? (
            format.duration(one.cost)
          ) : isRunning(one) && one.started_at !== null ? (
            <SoFar since={one.started_at} />
          ) : (
            "–"
          )}
        </dd>
      </dl>
    </section>
  );
}

function Attempts({ one }: { one: OneCase }) {
  const t = useT("runs");
  const format = useFormat();
  const place = usePlace();
  if (one.attempts.length < 2) return null;
  return (
    <section className="udt-card runs-pad">
      <h2 className="runs-subtitle">{t("case.attempts")}</h2>
      <ol className="runs-attempts">
        {one.attempts.map((attempt) => (
          <li key={attempt.case_run_id} data-tone={CASE_TONES[shownCaseState(attempt)]}>
            <Link
              to={place.case(attempt.case_run_id)}
              aria-current={attempt.case_run_id === one.case_run_id ? "page" : undefined}
            >
              {t("case.attempt", { count: attempt.attempt })}
            </Link>
            <CasePill one={attempt} />
            <small className="udt-secondary udt-ellipsis">
              {[attempt.device_model, attempt.cost !== null && format.duration(attempt.cost)]
                .filter(Boolean)
                .join(" · ")}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was kept of this attempt alone; most scripts keep files of the whole device. */
function OwnFiles(props: { device_id: string; case_run_id: number }) {
  const t = useT("runs");
  const list = useResources(props.device_id, props.case_run_id).data?.resource_list ?? [];
  if (list.length === 0) return null;
  return (
    <section className="udt-card runs-pad">
      <h2 className="runs-subtitle">{t("case.files")}</h2>
      <Files {...props} />
    </section>
  );
}
