import { DiffOutlined } from "@ant-design/icons";
import { MEMORY_NOISE_BYTES } from "@udt/contract";
import { InputNumber, Segmented } from "antd";
import { useId } from "react";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { oneOf, useUrlFilters } from "../../../lib/list/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import "../memory.css";
import { SampleChoice } from "../sample-choice.tsx";
import { useComparison } from "../use-memory.ts";
import { ByTraces, ByVersions } from "./by-traces.tsx";
import { Comparison } from "./comparison.tsx";

const MB = 1024 ** 2;
const NOISE_MAX_MB = 1024 ** 2;
const NOISE_MB = MEMORY_NOISE_BYTES / MB;

/** Where the address has the other side's trace. */
const OTHER = { before: "after_trace", after: "before_trace" } as const;
const BY = ["samples", "traces", "versions"] as const;

/** What became of the memory between two samples, or scene by scene between two traces or versions. The address holds the whole view. */
export default function ComparePage() {
  const t = useT("memory");
  const c = useT("memory-compare");
  const project = useProjectId();
  const [search, set] = useUrlFilters();
  const by = oneOf(search.get("by"), BY) ?? "samples";
  return (
    <>
      <PageHeader title={t("compare.title")}>
        <span className="udt-secondary">{t("compare.lead")}</span>
      </PageHeader>
      <Segmented
        className="memory-by"
        aria-label={c("by.label")}
        value={by}
        options={BY.map((value) => ({ value, label: c(`by.${value}`) }))}
        onChange={(value) => set({ by: value === "samples" ? undefined : value })}
      />
      {by === "samples" && <BySamples project={project} />}
      {by === "traces" && <ByTraces project={project} />}
      {by === "versions" && <ByVersions project={project} />}
    </>
  );
}

function BySamples({ project }: { project: string }) {
  const t = useT("memory");
  const noise_id = useId();
  const [search, set] = useUrlFilters();
  const given = Number(search.get("noise_mb") ?? NOISE_MB);
  const noise_mb = given >= 0 && given <= NOISE_MAX_MB ? given : NOISE_MB;
  const before = search.get("before") ?? undefined;
  const after = search.get("after") ?? undefined;
  const comparison = useComparison(project, { before, after, noise: Math.round(noise_mb * MB) });
  return (
    <>
      <div className="udt-card memory-choices">
        {(["before", "after"] as const).map((side) => (
          <SampleChoice
            key={side}
            project={project}
            label={t(`compare.${side}`)}
            trace_id={search.get(`${side}_trace`) ?? undefined}
            sample_id={search.get(side) ?? undefined}
            onChange={(trace_id, sample_id) =>
              set({
                [`${side}_trace`]: trace_id,
                [side]: sample_id,
                // Mostly both are of one trace.
                ...(search.get(OTHER[side]) === null && { [OTHER[side]]: trace_id }),
              })
            }
          />
        ))}
        <div className="memory-noise">
          <label htmlFor={noise_id}>{t("compare.noise")}</label>
          <InputNumber
            id={noise_id}
            min={0}
            max={NOISE_MAX_MB}
            value={noise_mb}
            suffix="MB"
            onChange={(value) =>
              set({ noise_mb: value === null || value === NOISE_MB ? undefined : String(value) }, { replace: true })
            }
          />
        </div>
      </div>
      {before === undefined || after === undefined ? (
        <div className="udt-card memory-empty">
          <EmptyState icon={<DiffOutlined />} title={t("compare.none_title")}>
            {t("compare.none_text")}
          </EmptyState>
        </div>
      ) : comparison.isPending ? (
        <SkeletonRows rows={6} />
      ) : comparison.isError || !comparison.data ? (
        <ErrorState title={t("compare.error")} error={comparison.error} onRetry={() => void comparison.refetch()} />
      ) : (
        <Comparison comparison={comparison.data} isOld={comparison.isPlaceholderData} />
      )}
    </>
  );
}
