import type { ScriptCommit } from "@udt/contract";
import { useState } from "react";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import type { TableColumn } from "../../lib/list/index.ts";
import { shortCommit } from "../../lib/runs/index.ts";

export function useCommitColumns(): readonly TableColumn[] {
  const t = useT("scripts");
  return [
    { key: "message", label: t("history.message") },
    { key: "author", label: t("history.author"), width: 180 },
    { key: "time", label: t("history.time"), width: 140 },
    { key: "commit", label: t("history.commit"), width: 96 },
  ];
}

/** A commit of a list of them. */
export function CommitRow({ commit, onOpen }: { commit: ScriptCommit; onOpen: (commit_id: string) => void }) {
  const [now] = useState(Date.now);
  const format = useFormat();
  const t = useT("scripts");
  return (
    <tr>
      <td>
        <button
          type="button"
          className="udt-link udt-ellipsis scripts-open"
          title={commit.subject}
          onClick={() => onOpen(commit.commit_id)}
          data-literal
        >
          {commit.subject || t("history.no_message")}
        </button>
      </td>
      <td className="udt-ellipsis" title={commit.author_email} data-literal>
        {commit.author_name}
      </td>
      <td>{format.dateTime(commit.authored_at, now)}</td>
      <td className="udt-mono" title={commit.commit_id} data-literal>
        {shortCommit(commit.commit_id)}
      </td>
    </tr>
  );
}
