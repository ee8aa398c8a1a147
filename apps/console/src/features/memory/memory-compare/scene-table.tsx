import type { MemoryPair, MemoryScenes, MemoryTrace } from "@udt/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ReactNode } from "react";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { inRow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useFigure } from "../figure.ts";
import { Delta } from "../delta.tsx";
import { SampleName } from "../sample-strip.tsx";
import { useSumColumns } from "./sums-table.tsx";

/** Scenes as they come; `none` is shown until it is said which. */
export function ReadScenes({
  read,
  isChosen,
  none,
}: {
  read: UseQueryResult<MemoryScenes>;
  isChosen: boolean;
  none: ReactNode;
}) {
  const c = useT("memory-compare");
  if (!isChosen) return none;
  if (read.isPending) return <SkeletonRows rows={4} />;
  if (!read.data)
    return <ErrorState title={c("scenes.error")} error={read.error} onRetry={() => void read.refetch()} />;
  return <SceneTable scenes={read.data} />;
}

/** Two traces: their last samples and those of the same scenes, each with the way to its comparison. */
function SceneTable({ scenes: told }: { scenes: MemoryScenes }) {
  const c = useT("memory-compare");
  const columns = useSumColumns();
  const { before, after, last, scenes, only_before, only_after } = told;
  const rows = [...(last ? [{ pair: last, isLast: true }] : []), ...scenes.map((pair) => ({ pair, isLast: false }))];
  return (
    <section aria-label={c("scenes.title")} className="memory-part">
      <p className="memory-sides">
        <Side trace={before} /> → <Side trace={after} />
      </p>
      {rows.length === 0 ? (
        <p className="udt-secondary">{c("scenes.no_scenes")}</p>
      ) : (
        <div className="udt-card memory-table">
          <Table
            columns={[
              { key: "scene", label: c("scenes.scene") },
              ...columns,
              { key: "compare", label: c("scenes.compare"), width: 130, isHidden: true },
            ]}
          >
            {rows.map(({ pair, isLast }) => (
              <Row
                key={`${isLast} ${pair.after.sample_id}`}
                pair={pair}
                isLast={isLast}
                traces={{ before_trace: before.trace_id, after_trace: after.trace_id }}
              />
            ))}
          </Table>
        </div>
      )}
      {only_before.length > 0 && (
        <p className="udt-secondary">{c("scenes.only_before", { scenes: inRow(only_before) })}</p>
      )}
      {only_after.length > 0 && (
        <p className="udt-secondary">{c("scenes.only_after", { scenes: inRow(only_after) })}</p>
      )}
    </section>
  );
}

/** Which trace it is: where versions were asked for, the one that was found. */
function Side({ trace }: { trace: MemoryTrace }) {
  const project = useProjectId();
  const app = [trace.app_name, trace.app_version].filter((part) => part !== "").join(" ");
  return (
    <>
      <Link className="udt-link" to={paths.memoryReport(project, trace.trace_id)} data-literal>
        {trace.name}
      </Link>{" "}
      <span className="udt-secondary" data-literal>
        {app}
      </span>
    </>
  );
}

function Row(props: { pair: MemoryPair; isLast: boolean; traces: { before_trace: string; after_trace: string } }) {
  const c = useT("memory-compare");
  const figureOf = useFigure();
  const project = useProjectId();
  const { pair, isLast, traces } = props;
  const { before, after, delta } = pair;
  const scene = isLast ? c("scenes.last") : after.label;
  return (
    <tr>
      <td className="udt-ellipsis" title={scene}>
        {isLast ? (
          <>
            {c("scenes.last")}{" "}
            <small className="udt-secondary">
              <SampleName sample={before} /> → <SampleName sample={after} />
            </small>
          </>
        ) : (
          <SampleName sample={after} />
        )}
      </td>
      <td className="udt-num">{figureOf(before) ?? "–"}</td>
      <td className="udt-num">{figureOf(after) ?? "–"}</td>
      <td>{delta === null ? "–" : <Delta bytes={delta} />}</td>
      <td>
        <LinkButton
          size="small"
          aria-label={c("scenes.compare_of", { scene })}
          to={paths.memoryCompare(project, { ...traces, before: before.sample_id, after: after.sample_id })}
        >
          {c("scenes.compare")}
        </LinkButton>
      </td>
    </tr>
  );
}
