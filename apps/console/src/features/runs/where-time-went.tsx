import { PHASE_NAMES, type Run, type Slot } from "@udt/contract";
import { Link } from "react-router";
import { phaseLook, SkeletonBar } from "../../lib/components/index.ts";
import { inRow, useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { partsOf, type Part } from "./parts.ts";
import { useSlotName } from "./slot-name.ts";
import { usePlace } from "./use-place.ts";

/** A phase of no length still shows. Percent. */
const MIN_SHARE = 0.4;

/** So much apart two times may be told alike. */
const ALIKE_MS = 1_000;

/** One lane a device, lost ones too: its phases on the time that the whole test took. */
export function WhereTimeWent({ test, slots }: { test: Run["test"]; slots: readonly Slot[] | undefined }) {
  const t = useT("runs");
  const now = useNow();
  // A slot without a device waits; one that had several has a lane for each.
  const lanes = (slots ?? []).flatMap((slot): (Slot | Part)[] => {
    const parts = partsOf([slot]);
    return slot.device_id === null ? [...parts, slot] : parts;
  });
  const started = lanes.flatMap(({ phases }) => phases.map((phase) => phase.started_at));
  const ended = lanes.flatMap(({ phases }) => phases.map((phase) => phase.ended_at ?? now));
  const from = Math.min(...started);
  const length = Math.max(1, Math.max(...ended) - from);
  const took = test.started_at === null ? 0 : (test.ended_at ?? now) - test.started_at;
  return (
    <section className="udt-card runs-where">
      <header>
        <h2>{t("where.title")}</h2>
        <ul className="runs-legend">
          {PHASE_NAMES.filter((name) => lanes.some(({ phases }) => phases.some((phase) => phase.name === name))).map(
            (name) => (
              <li key={name} {...phaseLook({ name })}>
                {t(`phase.${name}`)}
              </li>
            ),
          )}
        </ul>
      </header>
      {slots === undefined ? (
        <SkeletonBar width="60%" height={12} />
      ) : started.length === 0 ? (
        <p className="udt-secondary">{t("where.none")}</p>
      ) : (
        <>
          <div className="runs-lanes">
            {lanes.map((lane) => (
              <Lane key={`${lane.device_seq} ${lane.device_id}`} lane={lane} from={from} length={length} now={now} />
            ))}
          </div>
          {lanes.some(({ phases }) => timeOf(phases, now) > took + ALIKE_MS) && (
            <small className="udt-secondary">{t(test.state === "ended" ? "where.note" : "where.note_so_far")}</small>
          )}
        </>
      )}
    </section>
  );
}

const timeOf = (phases: Slot["phases"], now: number): number =>
  phases.reduce((sum, { started_at, ended_at }) => sum + (ended_at ?? now) - started_at, 0);

function Lane(props: { lane: Slot | Part; from: number; length: number; now: number }) {
  const t = useT("runs");
  const format = useFormat();
  const place = usePlace();
  const name = useSlotName()(props.lane);
  const { lane, from, length, now } = props;
  const phases = lane.phases.map((phase) => ({
    ...phase,
    took: (phase.ended_at ?? now) - phase.started_at,
    look: phaseLook(phase),
  }));
  const words = phases.map((phase) => `${t(`phase.${phase.name}`)} ${format.duration(phase.took)}`);
  return (
    <div className="runs-lane">
      <span className="udt-ellipsis">
        {lane.device_id === null ? name : <Link to={place.device(lane.device_id)}>{name}</Link>}
      </span>
      <div role="img" aria-label={t("where.lane", { device: name, phases: inRow(words) })}>
        {phases.map((phase, index) => (
          <i
            key={phase.started_at}
            {...phase.look}
            title={words[index]}
            style={{
              ...phase.look.style,
              left: `${((phase.started_at - from) / length) * 100}%`,
              width: `${Math.max(MIN_SHARE, (phase.took / length) * 100)}%`,
            }}
          />
        ))}
      </div>
      <span className="udt-secondary udt-num">
        {phases.length === 0 ? t("where.waiting") : format.duration(timeOf(phases, now))}
      </span>
    </div>
  );
}
