import { shownCaseState, type Run, type Slot } from "@udt/contract";
import { Segmented } from "antd";
import { useMemo } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { useUrlFilters } from "../../lib/list/index.ts";
import { Playhead, type Range } from "../../lib/player/index.ts";
import { FailureText, saysNothing, type OneCase } from "./failure-text.tsx";
import { partsOf, workOf } from "./parts.ts";
import { Timeline } from "./timeline/timeline.tsx";
import { useRecordings } from "./timeline/use-recordings.ts";

/** What led to a case, and what it left, is near it in time. */
const AROUND_MS = 2_000;

/** When what was recorded of a case happened, and where in that its playhead stands: at first where it failed. */
export function useRecorded(one: OneCase, slots: readonly Slot[]) {
  const [search, set] = useUrlFilters();
  const { device_id, started_at, ended_at } = one;
  const part = partsOf(slots).find((each) => each.device_id === device_id);
  const work = part && workOf(part);
  const isWhole = work !== undefined && search.get("range") === "device";
  const inside = { from: started_at ?? 0, to: ended_at ?? 0 };
  const { from, to } = isWhole ? work : around(inside, work);
  const failed_at = one.state === "failed" ? ended_at : null;
  const playhead = useMemo(() => new Playhead({ from, to }, failed_at ?? from), [from, to, failed_at]);
  if (device_id === null || started_at === null || ended_at === null) return undefined;
  return {
    device_id,
    work,
    isWhole,
    setWhole: (wanted: boolean) => set({ range: wanted ? "device" : undefined }, { replace: true }),
    range: { from, to },
    inside,
    failed_at,
    playhead,
  };
}

/** What was recorded of it: of a failure the video stands beside what went wrong. */
export function Recorded(props: { run: Run; one: OneCase; recorded: NonNullable<ReturnType<typeof useRecorded>> }) {
  const t = useT("runs");
  const words = useT("timeline");
  const { run, one } = props;
  const { work, isWhole, setWhole, ...recorded } = props.recorded;
  const state = shownCaseState(one);
  const { isNone } = useRecordings(recorded.device_id);
  const isTold = !saysNothing(one);
  const title = isTold ? (state === "skipped" ? "state.skipped" : "case.what") : "case.timeline";
  return (
    <section className="udt-card runs-pad">
      <header className="runs-recorded">
        <h2 className="runs-subtitle">{t(title)}</h2>
        {work && !isNone && (
          <Segmented
            size="small"
            aria-label={words("range")}
            value={isWhole ? "device" : "case"}
            options={[
              { value: "case", label: words("case_only") },
              { value: "device", label: words("whole") },
            ]}
            onChange={(value) => setWhole(value === "device")}
          />
        )}
      </header>
      <Timeline
        key={isWhole ? "device" : "case"}
        run={run}
        {...recorded}
        lasted_ms={work?.lasted_ms ?? null}
        steps={one.detail.steps}
        beside={
          isTold && (
            <div className="runs-failure" data-state={state}>
              <FailureText one={one} />
            </div>
          )
        }
      />
    </section>
  );
}

/** A case and what is near it; nothing was recorded before the device began to work or after it was done. */
function around({ from, to }: Range, work: Range | undefined): Range {
  return {
    from: Math.min(from, Math.max(from - AROUND_MS, work?.from ?? 0)),
    to: Math.max(to, Math.min(to + AROUND_MS, work?.to ?? Infinity)),
  };
}
