import { memo } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import type { LogRow } from "./log-buffer.ts";
import { clockOf } from "./log-format.ts";
import { linesOf } from "./row-places.ts";
import { ROW_PX } from "./use-log-scroll.ts";
import { oneLine } from "./wrapping.ts";

/** One row of the log: a line of the device, or how many are missing here. */
export const LogLine = memo(function LogLine(props: {
  row: LogRow;
  selected: boolean;
  /** How many signs of the message a line takes; undefined where it goes on to the right instead. */
  columns: number | undefined;
}) {
  const { row, selected, columns } = props;
  const t = useT("debug");
  if ("dropped" in row) {
    return (
      <div className="dbg-line" data-seq={row.seq} data-level="dropped" data-selected={selected || undefined}>
        {t("log.dropped", { count: row.dropped })}
      </div>
    );
  }
  const [time, level, tag, pid, tid, message] = row.line;
  const lines = columns === undefined ? [oneLine(message)] : linesOf(row, columns);
  return (
    <div
      className="dbg-line"
      data-seq={row.seq}
      data-level={level}
      data-selected={selected || undefined}
      style={{ height: lines.length * ROW_PX }}
    >
      <span className="dbg-line-time">{clockOf(time)}</span>
      <b>{level}</b>
      <span className="dbg-line-tag" title={`${tag} · ${pid}/${tid}`}>
        {tag}
      </span>
      <span>{lines.join("\n")}</span>
    </div>
  );
});
