import { LabelledPopover } from "../../../lib/components/labelled-popover.tsx";
import { useT } from "../../../lib/i18n/index.ts";

const EXAMPLES = [
  ["tag:Shop*", "tag"],
  ["level:W", "level"],
  ["-level:V", "not_level"],
  ["pid:1234", "pid"],
  ["msg:timeout", "msg"],
  ["/timeout|failed/i", "regex"],
  ['"timed out"', "text"],
  ["-tag:Choreographer", "not"],
] as const;

/** The filter language, by example. */
export function LogHelp() {
  const t = useT("debug");
  const content = (
    <dl className="dbg-grammar">
      {EXAMPLES.map(([example, key]) => (
        <div key={key}>
          <dt className="udt-mono">{example}</dt>
          <dd>{t(`log.help.${key}`)}</dd>
        </div>
      ))}
      <p>{t("log.help.all")}</p>
    </dl>
  );
  return (
    <LabelledPopover content={content} label={t("log.help.title")} titled trigger="click" placement="bottomRight">
      <button type="button" className="dbg-help" aria-label={t("log.help.title")}>
        ?
      </button>
    </LabelledPopover>
  );
}
