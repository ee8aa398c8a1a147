import { useEffect, useRef } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { isRunning } from "./beginning.ts";
import type { OneCase } from "./failure-text.tsx";

/** So near to its end somebody reads what comes. */
const AT_END_PX = 24;

/** What a case printed; while it runs its end stays in sight, unless somebody reads further up. */
export function CaseOutput({ one }: { one: OneCase }) {
  const t = useT("runs");
  const box = useRef<HTMLPreElement>(null);
  const follows = useRef(true);
  const { output } = one.detail;
  const isLive = isRunning(one);
  useEffect(() => {
    if (isLive && follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  });
  if (output === "") return <p className="udt-secondary">{t(isLive ? "case.output_coming" : "case.output_none")}</p>;
  return (
    <pre
      ref={box}
      className="runs-output"
      tabIndex={0}
      data-literal
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        follows.current = scrollTop + clientHeight >= scrollHeight - AT_END_PX;
      }}
    >
      {output}
    </pre>
  );
}
