import type { MemoryFacts, MemoryGrade } from "@udt/contract";
import type { ReactNode } from "react";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

const TONES: Record<MemoryGrade, Tone> = { normal: "good", warning: "warning", severe: "bad" };

/** How bad a figure is, in a word and a colour. */
export function GradePill({ grade }: { grade: MemoryGrade }) {
  const t = useT("memory");
  return <StatePill tone={TONES[grade]}>{t(`grade.${grade}`)}</StatePill>;
}

/** What a sample comes to. What its files do not tell is not shown. */
export function SampleFacts({ facts }: { facts: MemoryFacts | null }) {
  const t = useT("memory");
  const format = useFormat();
  if (!facts) return null;
  const { footprint_bytes, footprint_measure, footprint_peak_bytes, totals, region_count, swap_pressure } = facts;
  const unexplained = unexplainedOf(facts);
  const peak = footprint_peak_bytes === null ? undefined : t("fact.peak", { size: format.bytes(footprint_peak_bytes) });
  const sized = (name: "resident" | "malloc" | "vm" | "java" | "java_unheld", bytes: number | null | undefined) =>
    bytes == null ? null : <Fact name={t(`fact.${name}`)} value={format.bytes(bytes)} note={t(`fact.${name}_note`)} />;
  return (
    <>
      <div className="memory-facts">
        {footprint_bytes !== null && footprint_measure && (
          <Fact
            isMain
            name={t("fact.footprint")}
            value={format.bytes(footprint_bytes)}
            note={[t(`measure.${footprint_measure}`), peak].filter((part) => part !== undefined).join(" · ")}
          />
        )}
        {region_count && (
          <Fact
            name={t("fact.regions")}
            value={format.number(region_count.count)}
            grade={region_count.grade}
            note={t("fact.regions_note")}
          />
        )}
        {swap_pressure && (
          <Fact
            name={t("fact.swapped")}
            value={format.percent(swap_pressure.percent / 100)}
            grade={swap_pressure.grade}
            note={t("fact.swapped_note")}
          />
        )}
        {sized("resident", totals?.resident)}
        {sized("malloc", facts.malloc_bytes)}
        {sized("vm", facts.vm_bytes)}
        {sized("java", facts.java_bytes)}
        {sized("java_unheld", facts.java_unheld_bytes)}
        {unexplained !== null && footprint_bytes !== null && (
          <Fact
            name={t("fact.unexplained")}
            value={format.bytes(unexplained)}
            note={t("fact.unexplained_note", {
              percent: format.percent(footprint_bytes === 0 ? 0 : unexplained / footprint_bytes),
            })}
          />
        )}
      </div>
      {facts.tool_bytes > 0 && (
        <p className="udt-secondary memory-left-out">{t("left_out", { size: format.bytes(facts.tool_bytes) })}</p>
      )}
    </>
  );
}

/** What of the footprint has no stack: by the largest tree, since they are never added. More may be allocated than was ever touched. */
function unexplainedOf({ footprint_bytes, malloc_bytes, vm_bytes, java_bytes }: MemoryFacts): number | null {
  const known = [malloc_bytes, vm_bytes, java_bytes].filter((bytes) => bytes !== null);
  return footprint_bytes === null || known.length === 0 ? null : Math.max(0, footprint_bytes - Math.max(...known));
}

function Fact(props: { name: string; value: string; note?: ReactNode; grade?: MemoryGrade; isMain?: true }) {
  return (
    <div className="memory-fact" data-main={props.isMain}>
      <span className="udt-secondary">{props.name}</span>
      <span className="memory-fact-value">
        <b className="udt-num">{props.value}</b>
        {props.grade && <GradePill grade={props.grade} />}
      </span>
      <small className="udt-secondary">{props.note}</small>
    </div>
  );
}
