import type { LogRow } from "./log-buffer.ts";

const pad = (value: number, width = 2): string => String(value).padStart(width, "0");

/** `14:32:13.511`, in the browser's time zone. */
export function clockOf(time: number): string {
  const date = new Date(time);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
}

/** As `logcat -v threadtime` prints a line, with the year. `droppedText` words a mark of missing lines. */
export function plainLine(row: LogRow, droppedText: (count: number) => string): string {
  if ("dropped" in row) return `--------- ${droppedText(row.dropped)}`;
  const [time, level, tag, pid, tid, message] = row.line;
  const date = new Date(time);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day} ${clockOf(time)} ${String(pid).padStart(5)} ${String(tid).padStart(5)} ${level} ${tag}: ${message}`;
}
