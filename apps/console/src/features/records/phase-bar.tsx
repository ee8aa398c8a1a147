import type { Test } from "@udt/contract";
import { phaseLook } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Said } from "../../lib/words/index.ts";

type Phase = Test["devices"][number]["phases"][number];

/** A phase of no length still shows. Percent. */
const MIN_SHARE = 1.5;

/** What a device's time went into: one bar, and each phase's start, end and cost. */
export function PhaseBar({ phases }: { phases: readonly Phase[] }) {
  const t = useT("records");
  const format = useFormat();
  const now = useNow();
  if (phases.length === 0) return <span className="udt-secondary">–</span>;
  const spent = phases.map((phase) => ({
    phase,
    cost: phase.cost ?? Math.max(0, now - phase.started_at),
    look: phaseLook(phase),
  }));
  const total = Math.max(
    1,
    spent.reduce((sum, { cost }) => sum + cost, 0),
  );
  return (
    <>
      <div className="records-bar" aria-hidden>
        {spent.map(({ phase, cost, look }) => (
          <i
            key={phase.started_at}
            {...look}
            style={{ ...look.style, flexGrow: Math.max(MIN_SHARE, (cost / total) * 100) }}
          />
        ))}
      </div>
      <ul className="records-phases">
        {spent.map(({ phase, cost, look }) => (
          <li key={phase.started_at}>
            <i {...look} aria-hidden />
            <b>{t(`phase.${phase.name}`)}</b>
            <span className="udt-secondary udt-num">
              {format.clock(phase.started_at)} →{" "}
              {phase.ended_at === null ? t("drawer.ongoing") : format.clock(phase.ended_at)}
            </span>
            <span className="udt-num">{format.duration(cost)}</span>
            {phase.error && (
              <em>
                <Said said={phase.error} />
              </em>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
