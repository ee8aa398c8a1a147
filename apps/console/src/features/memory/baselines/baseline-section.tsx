import type { MemoryBaseline, MemorySample, MemoryTrace } from "@udt/contract";
import { Link } from "react-router";
import { ErrorState } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { Delta } from "../delta.tsx";
import "./baselines.css";
import { useBaselineName } from "./baseline-name.ts";
import { RemoveBaseline } from "./remove-baseline.tsx";
import { useBaselines } from "./use-baselines.ts";

/** How far a sample is from its app's baselines, branch by branch; nothing where the app has none. */
export function BaselineSection(props: {
  project: string;
  trace: MemoryTrace;
  sample: MemorySample;
  canEdit: boolean;
}) {
  const t = useT("baselines");
  const { project, trace, sample, canEdit } = props;
  const baselines = useBaselines(project, trace.app_name);
  if (baselines.isError)
    return <ErrorState title={t("error")} error={baselines.error} onRetry={() => void baselines.refetch()} />;
  if (!baselines.data || baselines.data.length === 0) return null;
  return (
    <section className="udt-card baselines" aria-label={t("title")}>
      <h3>{t("title")}</h3>
      <ul>
        {baselines.data.map((baseline) => (
          <Row key={baseline.baseline_id} project={project} baseline={baseline} sample={sample} canEdit={canEdit} />
        ))}
      </ul>
    </section>
  );
}

function Row(props: { project: string; baseline: MemoryBaseline; sample: MemorySample; canEdit: boolean }) {
  const t = useT("baselines");
  const nameOf = useBaselineName();
  const { project, baseline, sample, canEdit } = props;
  const { branch, trace_id, sample_id } = baseline;
  const isThis = sample_id === sample.sample_id;
  const pair = {
    before_trace: trace_id,
    before: sample_id,
    after_trace: sample.trace_id,
    after: sample.sample_id,
  };
  return (
    <li>
      <b className="udt-ellipsis" title={branch} data-literal>
        {branch}
      </b>
      {isThis ? <span>{t("is_this")}</span> : <Difference baseline={baseline} sample={sample} />}
      {!isThis && (
        <Link
          className="udt-link udt-ellipsis"
          title={nameOf(baseline)}
          to={paths.memoryReport(project, trace_id, sample_id)}
        >
          {t("against", { sample: nameOf(baseline) })}
        </Link>
      )}
      <span className="baselines-do">
        {!isThis && (
          <LinkButton size="small" to={paths.memoryCompare(project, pair)}>
            {t("compare")}
          </LinkButton>
        )}
        {canEdit && <RemoveBaseline project={project} baseline={baseline} />}
      </span>
    </li>
  );
}

/** Footprints are told apart only where both are measured in the same way, and Java's heaps where neither tells a footprint. */
function Difference({ baseline, sample }: { baseline: MemoryBaseline; sample: MemorySample }) {
  const t = useT("baselines");
  const { footprint_bytes: before, footprint_measure } = baseline;
  const { footprint_bytes: after = null, footprint_measure: measure = null, java_bytes = null } = sample.facts ?? {};
  if (before === null && after === null && baseline.java_bytes !== null && java_bytes !== null)
    return <Delta bytes={java_bytes - baseline.java_bytes} />;
  if (before === null || after === null || measure !== footprint_measure)
    return <span className="udt-secondary">{t("other_measure")}</span>;
  return <Delta bytes={after - before} />;
}
