import {
  MEMORY_DEVICE_GB,
  type MemoryGrowth,
  type MemoryGrowthGrade,
  type MemorySample,
  type MemoryTrace,
} from "@udt/contract";
import { Select } from "antd";
import { useId } from "react";
import { LineChart } from "../../lib/charts/index.ts";
import { StatePill, type Tone } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Delta } from "./delta.tsx";
import { useTraceChange } from "./use-memory.ts";

const TONES: Record<MemoryGrowthGrade, Tone> = { normal: "good", medium: "warning", high: "bad", critical: "bad" };
/** From how many samples on growth is graded. */
const GRADED_MIN = 3;

/** How fast the footprint grew over a trace's samples, and how near it came to where the device's system ends the app. */
export function GrowthSection(props: {
  project: string;
  trace: MemoryTrace;
  samples: readonly MemorySample[];
  growth: MemoryGrowth;
  /** The sample that is reported. */
  chosen: string;
  onChoose: (sample_id: string) => void;
  canEdit: boolean;
}) {
  const t = useT("memory");
  const { trace, growth } = props;
  const samples = props.samples.filter(({ sample_id }) => growth.sample_ids.includes(sample_id));
  return (
    <section className="udt-card memory-growth" aria-label={t("growth.title")}>
      <div>
        <h2>{t("growth.title")}</h2>
        <Rate growth={growth} />
        {/* Recorded from an Android device, whose memory is no bound of what one app may have. */}
        {trace.recording === null && (
          <DeviceMemory project={props.project} trace={trace} samples={samples} canEdit={props.canEdit} />
        )}
      </div>
      <FootprintChart
        samples={samples}
        limit={trace.footprint_limit_bytes}
        chosen={props.chosen}
        onChoose={props.onChoose}
      />
    </section>
  );
}

function Rate({ growth: { sample_ids, bytes_per_minute, grade } }: { growth: MemoryGrowth }) {
  const t = useT("memory");
  const count = sample_ids.length;
  if (bytes_per_minute === null) return <p className="udt-secondary">{t("growth.one_moment")}</p>;
  return (
    <>
      <p className="memory-fact-value">
        <b>
          <Delta bytes={bytes_per_minute} /> {t("growth.a_minute")}
        </b>
        {grade && <StatePill tone={TONES[grade]}>{t(`growth.grade.${grade}`)}</StatePill>}
      </p>
      <p className="udt-secondary">
        {t("growth.over", { count })}{" "}
        {grade ? t("growth.graded") : t(count < GRADED_MIN ? "growth.few" : "growth.unsteady")}
      </p>
    </>
  );
}

function DeviceMemory(props: {
  project: string;
  trace: MemoryTrace;
  samples: readonly MemorySample[];
  canEdit: boolean;
}) {
  const t = useT("memory");
  const format = useFormat();
  const id = useId();
  const { trace, samples, canEdit } = props;
  const change = useTraceChange(props.project, trace.trace_id);
  const { device_memory_gb: gb, footprint_limit_bytes: limit } = trace;
  const share = limit === null ? 0 : highestOf(samples) / limit;
  return (
    <div className="memory-device">
      <label htmlFor={id}>{t("growth.device")}</label>
      <Select
        id={id}
        disabled={!canEdit}
        allowClear
        loading={change.isPending}
        placeholder={t("growth.device_none")}
        value={gb}
        options={MEMORY_DEVICE_GB.map((value) => ({ value, label: t("growth.gb", { gb: value }) }))}
        onChange={(value: typeof gb | undefined) => change.mutate({ device_memory_gb: value ?? null })}
      />
      <small className={share >= 1 ? "memory-over" : "udt-secondary"}>
        {limit === null
          ? t("growth.device_hint")
          : t("growth.limit", { limit: format.bytes(limit), percent: format.percent(share) })}
      </small>
    </div>
  );
}

function FootprintChart(props: {
  samples: readonly MemorySample[];
  limit: number | null;
  chosen: string;
  onChoose: (sample_id: string) => void;
}) {
  const t = useT("memory");
  const format = useFormat();
  const { samples, limit, chosen } = props;
  const top = Math.max(1, limit ?? 0, highestOf(samples));
  return (
    <LineChart
      title={t("growth.chart")}
      bottom={0}
      scale={(end) => format.bytes(end * top)}
      {...(limit !== null && { mark: limit / top })}
      chosen={chosen}
      onPick={props.onChoose}
      days={samples.map(({ sample_id, number, label, taken_at, facts }) => {
        const name = label === "" ? t("sample_number", { number }) : label;
        const bytes = facts?.footprint_bytes ?? null;
        return {
          key: sample_id,
          label: name,
          time: taken_at,
          value: bytes === null ? null : bytes / top,
          text: [name, format.exact(taken_at), bytes === null ? "–" : format.bytes(bytes)].join(" · "),
        };
      })}
    />
  );
}

const highestOf = (samples: readonly MemorySample[]): number =>
  Math.max(0, ...samples.map(({ facts }) => facts?.footprint_bytes ?? 0));
