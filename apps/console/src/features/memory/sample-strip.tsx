import type { MemorySample } from "@udt/contract";
import { useEffect, useRef, type ReactNode } from "react";
import { useFigure } from "./figure.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/**
 * The samples in the order in which they were taken, each as high as its footprint, those of Java's heap alone as that among
 * their like; the chosen one is reported below.
 */
export function SampleStrip(props: {
  samples: readonly MemorySample[];
  chosen: MemorySample;
  onChoose: (sample_id: string) => void;
}) {
  const t = useT("memory");
  const { samples, chosen, onChoose } = props;
  const most = { footprint: mostOf(samples, "footprint"), java: mostOf(samples, "java") };
  return (
    <section className="udt-card memory-strip" aria-label={t("strip")}>
      <h2>{t("strip")}</h2>
      <ul>
        {samples.map((sample) => (
          <li key={sample.sample_id}>
            <Choice isChosen={sample === chosen} state={sample.state} onChoose={() => onChoose(sample.sample_id)}>
              <Column sample={sample} most={most} />
            </Choice>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Kind = "footprint" | "java";
const kindOf = ({ facts }: MemorySample): Kind => (facts && facts.footprint_bytes === null ? "java" : "footprint");
const bytesOf = ({ facts }: MemorySample): number | null => facts?.footprint_bytes ?? facts?.java_bytes ?? null;
const mostOf = (samples: readonly MemorySample[], kind: Kind): number =>
  Math.max(1, ...samples.filter((sample) => kindOf(sample) === kind).map((sample) => bytesOf(sample) ?? 0));

function Choice(props: { isChosen: boolean; state: MemorySample["state"]; onChoose: () => void; children: ReactNode }) {
  const { isChosen, state, onChoose, children } = props;
  const button = useRef<HTMLButtonElement>(null);
  // Of many samples the last is the first to be shown: its column may be far to the side.
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [isChosen]);
  return (
    <button ref={button} type="button" aria-current={isChosen} data-state={state} onClick={onChoose}>
      {children}
    </button>
  );
}

function Column({ sample, most }: { sample: MemorySample; most: Readonly<Record<Kind, number>> }) {
  const t = useT("memory");
  const format = useFormat();
  const figureOf = useFigure();
  const bytes = bytesOf(sample);
  const height = bytes === null ? 0 : Math.max(1, (bytes / most[kindOf(sample)]) * 100);
  const value = figureOf(sample.facts) ?? "–";
  return (
    <>
      <span className="memory-value udt-num">{sample.state === "read" ? value : t(`state.${sample.state}`)}</span>
      <span className="memory-bar" data-kind={kindOf(sample)} aria-hidden>
        <i style={{ height: `${height}%` }} />
      </span>
      <b className="udt-ellipsis" title={sample.label}>
        <SampleName sample={sample} />
      </b>
      <small className="udt-secondary udt-num">{format.clock(sample.taken_at)}</small>
    </>
  );
}

/** What a sample is called: its scene, or its number. */
export function SampleName({ sample }: { sample: Pick<MemorySample, "label" | "number"> }) {
  const t = useT("memory");
  return sample.label === "" ? t("sample_number", { number: sample.number }) : <span data-literal>{sample.label}</span>;
}
