import { useLayoutEffect, useRef } from "react";
import { useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { Said, saidLine } from "../../../../lib/words/index.ts";
import { GoButton, type Go } from "./case-view.tsx";
import { placeIn, type Trial } from "./trial.ts";

/** Who looks at the end goes on looking at it; half a line more or less is still the end. */
const END_PX = 12;

/** Why nothing more was run, if so, and what was done and printed, as it comes. */
export function LogView({ trial, onGo }: { trial: Trial; onGo: Go }) {
  const t = useT("scripts");
  const format = useFormat();
  const { log, error, file, left_out } = trial;
  const part = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current) part.current?.scrollTo({ top: part.current.scrollHeight });
  });
  const place = error === null || typeof error === "string" ? null : placeIn(error.evidence, file);
  return (
    <div
      ref={part}
      className="trial-part"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
        (isAtEnd.current = scrollHeight - scrollTop - clientHeight < END_PX)
      }
    >
      {log.length === 0 && error === null && <p className="udt-secondary">{t("trial.log_empty")}</p>}
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
      {error !== null && (
        <div className="trial-error" role="alert">
          {place && <GoButton place={place} onGo={onGo} />}
          {typeof error === "string" ? error : <Said said={error} />}
        </div>
      )}
    </div>
  );
}
