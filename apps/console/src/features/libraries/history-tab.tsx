import { type Library, type Parse } from "@udt/contract";
import { useState } from "react";
import { ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { Pager, Table, type TableColumn, useListFilters } from "../../lib/list/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import { TaskPill } from "./parse-pill.tsx";
import { useParses } from "./use-libraries.ts";

/** How the library was read, newest first. */
export function HistoryTab({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const { set, page } = useListFilters();
  const parses = useParses(project, library.library_id, page);
  const columns: readonly TableColumn[] = [
    { key: "time", label: t("history.time"), width: 140 },
    { key: "origin", label: t("history.origin"), width: 150 },
    { key: "state", label: t("history.state"), width: 190 },
    { key: "commit", label: t("history.commit"), width: 110 },
    { key: "case_count", label: t("history.case_count"), width: 84 },
    { key: "cost", label: t("history.cost"), width: 100 },
    { key: "note", label: t("history.note") },
  ];
  return (
    <>
      <div className="udt-card libraries-history libraries-text">
        {parses.isPending && <SkeletonRows />}
        {parses.isError && !parses.data && (
          <ErrorState title={t("history.error")} error={parses.error} onRetry={() => void parses.refetch()} />
        )}
        {parses.data && (
          <Table columns={columns} stale={parses.isPlaceholderData}>
            {parses.data.list.map((parse) => (
              <Row key={parse.task_id} parse={parse} />
            ))}
          </Table>
        )}
      </div>
      {parses.data && <Pager {...page} total={parses.data.total} onChange={(change) => set(change)} />}
    </>
  );
}

function Row({ parse }: { parse: Parse }) {
  const t = useT("libraries");
  const format = useFormat();
  const [now] = useState(Date.now);
  const cost = parse.started_at !== null && parse.ended_at !== null ? parse.ended_at - parse.started_at : null;
  const why = parse.message && saidLine(parse.message);
  return (
    <tr>
      <td>{format.dateTime(parse.created_at, now)}</td>
      <td>
        {t(`origin.${parse.origin}`)}
        {parse.user_name !== "" && <small className="udt-secondary libraries-by">{parse.user_name}</small>}
      </td>
      <td>
        <TaskPill parse={parse} />
        {parse.failure && <small className="libraries-reason">{t(`failure.${parse.failure}`)}</small>}
      </td>
      <td className="udt-mono" title={parse.commit_id} data-literal>
        {shortCommit(parse.commit_id) || "–"}
      </td>
      <td className="udt-num">{parse.state === "done" ? format.number(parse.case_count) : "–"}</td>
      <td className="udt-num">{cost === null ? "–" : format.duration(cost)}</td>
      <td className="udt-ellipsis" title={why ?? undefined}>
        {why ?? (parse.agent_name === "" ? "–" : t("on_agent", { agent_name: parse.agent_name }))}
      </td>
    </tr>
  );
}
