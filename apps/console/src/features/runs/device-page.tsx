import { MobileOutlined } from "@ant-design/icons";
import type { Run, Slot } from "@udt/contract";
import { Fragment, useMemo } from "react";
import { Link } from "react-router";
import { EmptyState, ErrorState, phaseLook } from "../../lib/components/index.ts";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat, useNow, withGap } from "../../lib/format/index.ts";
import { Handover } from "../../lib/handover/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePlaceName } from "../../lib/place-name/index.ts";
import { Playhead } from "../../lib/player/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { Said } from "../../lib/words/index.ts";
import { ReportBroken } from "../../lib/work-orders/report-broken.tsx";
import { CaseBar } from "./case-bar.tsx";
import { CasesTab } from "./cases-tab.tsx";
import { RunCrumbs } from "./crumbs.tsx";
import { DebugHere } from "./debug-here.tsx";
import "./devices.css";
import { Files } from "./files.tsx";
import { LiveView } from "./live/live-view.tsx";
import { useMayWatch } from "./live/use-may-watch.ts";
import { watchPath } from "./live/watch-path.ts";
import { casesOf, partsOf, workOf, type Part } from "./parts.ts";
import { RecordedMemory } from "./part-memory.tsx";
import { ReportSkeleton } from "./report-skeleton.tsx";
import "./runs.css";
import { useSlotName } from "./slot-name.ts";
import { Timeline } from "./timeline/timeline.tsx";
import { usePlace } from "./use-place.ts";
import { useRun, useSlots } from "./use-runs.ts";
import { LostPill, ResultPill } from "./words.tsx";

/** One device's part in a test: while it runs its screen and log, afterwards what it did and left. */
export default function DevicePage() {
  const t = useT("runs");
  const { project, test_id, device_id, home, against } = usePlace();
  const run = useRun(project, test_id, against);
  const slots = useSlots(project, test_id);
  const failed = run.error ?? slots.error;
  if (run.isPending || slots.isPending) return <ReportSkeleton />;
  if (!run.data || !slots.data)
    return (
      <ErrorState
        isPage
        title={t("device.error")}
        error={failed}
        onRetry={() => void run.refetch().then(() => slots.refetch())}
      />
    );
  const part = partsOf(slots.data.list).find((each) => each.device_id === device_id);
  if (!part)
    return (
      <EmptyState
        isPage
        icon={<MobileOutlined />}
        title={t("device.missing.title")}
        action={<LinkButton to={home}>{t("device.missing.action")}</LinkButton>}
      >
        {t("device.missing.text")}
      </EmptyState>
    );
  return <DeviceReport run={run.data} part={part} slots={slots.data.list} />;
}

function DeviceReport({ run, part, slots }: { run: Run; part: Part; slots: readonly Slot[] }) {
  const t = useT("runs");
  const common = useT("common");
  const { project } = usePlace();
  const { slot, isLost } = part;
  const nameOf = useSlotName();
  const name = nameOf(part);
  usePlaceName(name);
  const isLive = !isLost && slot.state === "dispatched" && run.test.state !== "ended";
  const os = part.os === "android" || part.os === "ios" || part.os === "harmony" ? common(`os.${part.os}`) : part.os;
  const outcome = !isLost && slot.outcome !== null && slot.outcome !== "done" ? t(`outcome.${slot.outcome}`) : "";
  const errors = errorsOf(part);
  return (
    <>
      <RunCrumbs run={run} />
      <header className="runs-head">
        <div>
          <h1>
            {name} {isLost ? <LostPill /> : <ResultPill result={slot.result} />}
          </h1>
          <p className="udt-secondary">
            {t("device.facts", { brand: part.brand, os, version: part.os_version, serial: part.serial })}
          </p>
          <OtherDevices part={part} />
        </div>
        <div className="runs-actions">
          {!isLost && <WatchHere run={run} device_id={part.device_id} />}
          <ReportBroken project={project} device_id={part.device_id} test_id={run.test.test_id} name={name} />
          <DebugHere run={run} device_id={part.device_id} />
        </div>
      </header>
      {(outcome !== "" || errors.length > 0) && (
        <div className="runs-why" role="note" data-tone="bad">
          {outcome !== "" && <p>{outcome}</p>}
          {errors.map((error) => (
            <Said key={JSON.stringify(error)} said={error} />
          ))}
        </div>
      )}
      <section className="udt-card runs-pad">
        <h2 className="runs-subtitle">{t("device.phases")}</h2>
        <Phases phases={part.phases} />
      </section>
      {part.memory && <RecordedMemory project={project} memory={part.memory} />}
      <HandedOver test_id={run.test.test_id} part={part} />
      {isLive ? (
        <section className="udt-card">
          <LiveView run={run} slot={slot} />
        </section>
      ) : (
        <Recorded run={run} part={part} />
      )}
      <section className="udt-card runs-panel">
        <div className="runs-pad">
          <h2 className="runs-subtitle">{t("device.cases")}</h2>
          <CaseBar totals={part.totals} legend />
        </div>
        <CasesTab run={run} slots={slots} of={casesOf(part)} />
      </section>
      <section className="udt-card runs-pad">
        <h2 className="runs-subtitle">{t("device.files")}</h2>
        <Files device_id={part.device_id} />
      </section>
    </>
  );
}

/** Its live screen in full, with log and facts. */
function WatchHere({ run, device_id }: { run: Run; device_id: string }) {
  const common = useT("common");
  const mayWatch = useMayWatch(run);
  const path = watchPath(run, device_id);
  return mayWatch && path !== undefined ? <LinkButton to={path}>{common("debug.watch")}</LinkButton> : null;
}

/** How it was handed on once it was cleaned, which guests are not told. */
function HandedOver({ test_id, part }: { test_id: string; part: Part }) {
  const t = useT("handover");
  const { project } = usePlace();
  const guest = useIsGuest(project);
  const isCleaned = part.phases.some(({ name, ended_at }) => name === "clean" && ended_at !== null);
  if (guest || !isCleaned) return null;
  return (
    <section className="udt-card runs-pad">
      <h2 className="runs-subtitle">{t("title")}</h2>
      <Handover project={project} test_id={test_id} device_id={part.device_id} />
    </section>
  );
}

/** Where a slot had several devices each leads to the others. */
function OtherDevices({ part }: { part: Part }) {
  const t = useT("runs");
  const place = usePlace();
  const nameOf = useSlotName();
  const others = partsOf([part.slot]).filter(({ device_id }) => device_id !== part.device_id);
  if (others.length === 0) return null;
  return (
    <p className="udt-secondary">
      {withGap(t(part.isLost ? "device.replaced" : "device.replaces"))}
      {others.map((other, index) => (
        <Fragment key={other.device_id}>
          {index > 0 && ", "}
          <Link to={place.device(other.device_id)}>{nameOf(other)}</Link>
        </Fragment>
      ))}
    </p>
  );
}

function Recorded({ run, part }: { run: Run; part: Part }) {
  const work = workOf(part);
  return work && <Work run={run} part={part} work={work} />;
}

function Work({ run, part, work }: { run: Run; part: Part; work: NonNullable<ReturnType<typeof workOf>> }) {
  const t = useT("runs");
  const { from, to } = work;
  const playhead = useMemo(() => new Playhead({ from, to }), [from, to]);
  return (
    <section className="udt-card runs-pad">
      <h2 className="runs-subtitle">{t("case.timeline")}</h2>
      <Timeline
        run={run}
        device_id={part.device_id}
        playhead={playhead}
        range={work}
        lasted_ms={work.lasted_ms}
        steps={[]}
        failed_at={null}
      />
    </section>
  );
}

/** What went wrong with a device's part and within it, each once. */
function errorsOf({ error, phases }: Part): NonNullable<Part["error"]>[] {
  const all = [error, ...phases.map((phase) => phase.error)].filter((each) => each !== null);
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function Phases({ phases }: Pick<Part, "phases">) {
  const t = useT("runs");
  const format = useFormat();
  const now = useNow();
  return (
    <ol className="runs-phases">
      {phases.map((phase) => (
        <li key={phase.started_at}>
          <i {...phaseLook(phase)} aria-hidden />
          <b>{t(`phase.${phase.name}`)}</b>
          <span className="udt-num">{format.duration((phase.ended_at ?? now) - phase.started_at)}</span>
          <small className="udt-secondary udt-num">
            {format.clock(phase.started_at)} –{" "}
            {phase.ended_at === null ? t("device.ongoing") : format.clock(phase.ended_at)}
          </small>
        </li>
      ))}
    </ol>
  );
}
