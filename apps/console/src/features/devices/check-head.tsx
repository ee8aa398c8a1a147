import type { SelfCheck, SelfCheckResult } from "@udt/contract";
import type { Tone } from "@udt/contract/report-words/tones";
import { StatePill } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useCause } from "./use-cause.ts";

export const CHECK_TONES: Record<SelfCheck["state"] | SelfCheckResult["state"], Tone> = {
  waiting: "warning",
  running: "busy",
  passed: "good",
  warning: "warning",
  failed: "bad",
  skipped: "offline",
  cancelled: "offline",
  yielded: "offline",
  broken_off: "bad",
};

/** What a device was had to do if that was no check, how it came out, when, by whom, and how long it took. */
export function CheckHead({ check }: { check: SelfCheck }) {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  const { state, created_at, started_at, ended_at, work } = check;
  return (
    <>
      <StatePill tone={CHECK_TONES[state]}>
        {work !== "check" && state === "passed" ? t("check.done") : t(`check.state.${state}`)}
      </StatePill>{" "}
      {work !== "check" && <b>{t(`check.work.${work}`)} </b>}
      <small className="udt-secondary udt-num">
        <time title={format.exact(started_at ?? created_at)}>{format.moment(started_at ?? created_at, now)}</time>
        {" · "}
        <Cause check={check} />
        {started_at !== null && ended_at !== null && ` · ${format.duration(ended_at - started_at)}`}
      </small>
    </>
  );
}

/** Why it was done: who asked for it, or on what a tag did. */
function Cause({ check }: { check: SelfCheck }) {
  const t = useT("devices");
  const { before, inspection, is_first_look, ...cause } = check;
  const causeOf = useCause();
  if (before !== null && cause.user_name === null) return t(`check.before_session.${before}`);
  if (is_first_look) return t("check.first_look");
  return <span data-literal>{causeOf({ ...cause, tag_name: inspection?.tag_name ?? null })}</span>;
}
