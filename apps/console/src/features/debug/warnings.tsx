import { useEffect, useState } from "react";
import { useStale } from "../../lib/api/queries.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useStore } from "../../lib/streams/index.ts";
import { Said } from "../../lib/words/said.tsx";
import type { InputController } from "./input/input-controller.ts";
import { useSession } from "./session.tsx";
import { EXTEND_MINUTES, useExtendTest, useKeepTest } from "./use-test-actions.ts";

const MINUTE = 60_000;
/** The server moves the inactivity deadline silently, so its word is asked anew before anybody is alarmed. */
const INACTIVE_ASK_MS = 75_000;
const ASK_EVERY_MS = 10_000;
const INACTIVE_WARN_MS = 60_000;

/** Says in time that the session is about to end, whichever end is nearer. */
export function Warnings({ input }: { input: InputController }) {
  const { isHolder, drives, test } = useSession();
  if (test.state === "ended") return null;
  return (
    <>
      {(isHolder || drives) && <DeadlineWarning />}
      {(isHolder || drives) && <InactivityWarning />}
      <RefusedInput input={input} />
    </>
  );
}

/** The picture comes and nothing that is done to it arrives. */
function RefusedInput({ input }: { input: InputController }) {
  const refused = useStore(input.refused);
  if (!refused) return null;
  return (
    <div className="dbg-banner" data-tone="warning" data-refused={refused.code} role="alert">
      <Said said={refused} />
    </div>
  );
}

function DeadlineWarning() {
  const t = useT("debug");
  const format = useFormat();
  const now = useNow();
  const { test, isHolder } = useSession();
  const extend = useExtendTest();
  const [dismissed, setDismissed] = useState(0);
  const leftMs = test.deadline - now;
  const threshold = leftMs <= MINUTE ? 1 : leftMs <= 5 * MINUTE ? 5 : 0;
  // A warning that was put away comes back when the next one is due, or for another deadline.
  const key = threshold && test.deadline + threshold;
  if (!threshold || dismissed === key || leftMs <= 0) return null;
  return (
    <div className="dbg-banner" data-tone={threshold === 1 ? "bad" : "warning"} role="alert">
      <span>{t("time.warning", { time: format.countdown(leftMs) })}</span>
      {isHolder && (
        <button
          type="button"
          className="udt-button"
          disabled={extend.isPending}
          onClick={() => extend.mutate(EXTEND_MINUTES)}
        >
          {t("time.extend", { minutes: EXTEND_MINUTES })}
        </button>
      )}
      <button type="button" className="dbg-link" onClick={() => setDismissed(key)}>
        {t("time.dismiss")}
      </button>
    </div>
  );
}

function InactivityWarning() {
  const t = useT("debug");
  const format = useFormat();
  const now = useNow();
  const { test, project, drives } = useSession();
  const stale = useStale();
  const keep = useKeepTest();
  const deadline = test.inactive_deadline;
  const leftMs = deadline === null ? Infinity : deadline - now;
  // Counts down, so that it is asked again and again while the end is near.
  const ask = leftMs <= INACTIVE_ASK_MS ? Math.ceil(leftMs / ASK_EVERY_MS) : 0;

  useEffect(() => {
    if (ask > 0) void stale(["testGet"], project);
  }, [ask, stale, project]);

  if (leftMs > INACTIVE_WARN_MS || leftMs <= 0) return null;
  const text = t("inactive.text", { time: format.countdown(leftMs) });
  // Whoever has control can say that the session is used still.
  if (!drives) {
    return (
      <div className="dbg-banner" data-tone="warning" role="alert">
        <span>{text}</span>
      </div>
    );
  }
  return (
    <div className="dbg-banner" data-tone="warning" role="alertdialog" aria-label={t("inactive.title")}>
      <span>
        <strong>{t("inactive.title")}</strong> {text}
      </span>
      <button type="button" className="udt-button" data-primary disabled={keep.isPending} onClick={() => keep.mutate()}>
        {t("inactive.stay")}
      </button>
    </div>
  );
}
