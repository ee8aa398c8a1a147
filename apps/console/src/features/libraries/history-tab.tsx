import { type Library, type Parse } from "@udt/contract";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";
import { saidLine } from "../../lib/words/index.ts";
import { TaskPill } from "./parse-pill.tsx";
import { useParses } from "./use-libraries.ts";

/** How the library was read, newest first. */
export function HistoryTab({ project, library }: { project: string; library: Library }) {
  const t = useT("libraries");
  const view = useListView();
  const parses = useParses(project, library.library_id, view.page);
  const columns: readonly TableColumn[] = [
    { key: "time", label: t("history.time"), width: 140 },
    { key: "origin", label: t("history.origin"), width: 132 },
    { key: "state", label: t("history.state"), width: 190 },
    { key: "commit", label: t("history.commit"), width: 88 },
    { key: "case_count", label: t("history.case_count"), width: 84 },
    { key: "cost", label: t("history.cost"), width: 128 },
    { key: "note", label: t("history.note") },
  ];
  return (
    <ListPage
      view={view}
      read={parses}
      cardClass="libraries-history libraries-text"
      columns={columns}
      renderRow={(parse) => <Row key={parse.task_id} parse={parse} />}
      error={t("history.error")}
      noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
    />
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
