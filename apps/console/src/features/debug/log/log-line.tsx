import { memo } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import type { LogRow } from "./log-buffer.ts";
import { clockOf } from "./log-format.ts";

/** One row of the log: a line of the device, or how many are missing here. */
export const LogLine = memo(function LogLine({ row, selected }: { row: LogRow; selected: boolean }) {
  const t = useT("debug");
  if ("dropped" in row) {
    return (
      <div className="dbg-line" data-seq={row.seq} data-level="dropped" data-selected={selected || undefined}>
        {t("log.dropped", { count: row.dropped })}
      </div>
    );
  }
  const [time, level, tag, pid, tid, message] = row.line;
  return (
    <div className="dbg-line" data-seq={row.seq} data-level={level} data-selected={selected || undefined}>
      <span className="dbg-line-time">{clockOf(time)}</span>
      <b>{level}</b>
      <span className="dbg-line-tag" title={`${tag} · ${pid}/${tid}`}>
        {tag}
      </span>
      <span>{message.replaceAll("\n", " ⏎ ")}</span>
    </div>
  );
});
