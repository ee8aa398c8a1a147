import { useLayoutEffect, useRef } from "react";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { saidLine } from "../../../../lib/words/index.ts";
import type { Trial } from "./trial.ts";

/** Who looks at the end goes on looking at it; half a line more or less is still the end. */
const END_PX = 12;

/** What was done and printed, as it comes. */
export function LogView({ trial: { log, left_out } }: { trial: Trial }) {
  const t = useT("scripts");
  const format = useFormat();
  const part = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current) part.current?.scrollTo({ top: part.current.scrollHeight });
  });
  return (
    <div
      ref={part}
      className="trial-part"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        (isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX)
      }
    >
      {log.length === 0 && <p className="udt-secondary">{t("trial.log_empty")}</p>}
      {log.map((each, index) =>
        "said" in each ? (
          <p key={index} className="udt-secondary">
            {saidLine(each.said)}
          </p>
        ) : (
          <pre key={index} tabIndex={0} data-literal>
            {each.text}
          </pre>
        ),
      )}
      {left_out > 0 && (
        <p className="udt-secondary">{t("trial.left_out", { count: left_out, total: format.number(left_out) })}</p>
      )}
    </div>
  );
}
