import { DiffOutlined } from "@ant-design/icons";
import { MEMORY_NOISE_BYTES } from "@udt/contract";
import { InputNumber } from "antd";
import { useId } from "react";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUrlFilters } from "../../../lib/list/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import "../memory.css";
import { SampleChoice } from "../sample-choice.tsx";
import { useComparison } from "../use-memory.ts";
import { Comparison } from "./comparison.tsx";

const MB = 1024 ** 2;
const NOISE_MAX_MB = 1024 ** 2;
const NOISE_MB = MEMORY_NOISE_BYTES / MB;

/** Two samples, of one trace or of two, and what became of the memory between them. The address holds the whole view. */
export default function ComparePage() {
  const t = useT("memory");
  const project = useProjectId();
  const noise_id = useId();
  const [search, set] = useUrlFilters();
  const given = Number(search.get("noise_mb") ?? NOISE_MB);
  const noise_mb = given >= 0 && given <= NOISE_MAX_MB ? given : NOISE_MB;
  const before = search.get("before") ?? undefined;
  const after = search.get("after") ?? undefined;
  const comparison = useComparison(project, { before, after, noise: Math.round(noise_mb * MB) });
  return (
    <>
      <PageHeader title={t("compare.title")}>
        <span className="udt-secondary">{t("compare.lead")}</span>
      </PageHeader>
      <div className="udt-card memory-choices">
        {(["before", "after"] as const).map((side) => (
          <SampleChoice
            key={side}
            project={project}
            label={t(`compare.${side}`)}
            trace_id={search.get(`${side}_trace`) ?? undefined}
            sample_id={search.get(side) ?? undefined}
            onChange={(trace_id, sample_id) => set({ [`${side}_trace`]: trace_id, [side]: sample_id })}
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
