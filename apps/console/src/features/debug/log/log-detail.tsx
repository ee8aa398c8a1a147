import { CopyButton } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { CloseIcon } from "../icons.tsx";
import type { LogRow } from "./log-buffer.ts";

/** All of one line: what the list had no room for. */
export function LogDetail({ row, onClose }: { row: LogRow; onClose: () => void }) {
  const t = useT("debug");
  const format = useFormat();
  if ("dropped" in row) return null;
  const [time, level, tag, pid, tid, message] = row.line;
  return (
    <section className="dbg-log-detail" aria-label={t("log.whole")}>
      <header>
        <b>{t(`log.level.${level}`)}</b>
        <span className="udt-mono">{tag}</span>
        <span className="udt-secondary udt-num">
          {format.exact(time)} · {pid}/{tid}
        </span>
        <span className="dbg-space" />
        <CopyButton text={message} />
        <button
          type="button"
          className="udt-icon-button"
          aria-label={t("log.close_whole")}
          title={t("log.close_whole")}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </header>
      <pre className="udt-mono" tabIndex={0}>
        {message}
      </pre>
    </section>
  );
}
