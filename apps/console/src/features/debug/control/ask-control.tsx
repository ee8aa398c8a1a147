import { useEffect, useState } from "react";
import { CONTROL_ANSWER_MS } from "../../../lib/control-asked/index.ts";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useSession } from "../session.tsx";
import { useControl } from "./use-control.ts";

/**
 * Lets who watches ask the holder for control, and tells them what came of it; the holder, who gave it away, takes it back.
 * Getting it ends their watching, and this.
 */
export function AskControl() {
  const t = useT("control");
  const { test, test_id, isHolder, running } = useSession();
  const { ask, takeBack } = useControl();
  const [asked, setAsked] = useState<"not" | "waiting" | "declined" | "unanswered">("not");
  useConsoleEvents((event) => {
    if (event.type === "control.declined" && event.test_id === test_id) setAsked("declined");
  });
  useEffect(() => {
    if (asked !== "waiting") return undefined;
    const timer = setTimeout(() => setAsked("unanswered"), CONTROL_ANSWER_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  if (!running) return null;
  if (isHolder)
    return (
      <button type="button" className="udt-button" disabled={takeBack.isPending} onClick={() => takeBack.mutate()}>
        {t("take_back")}
      </button>
    );
  const name = test.user_name;
  return (
    <span className="dbg-ask">
      <button
        type="button"
        className="udt-button"
        disabled={asked === "waiting" || ask.isPending}
        onClick={() => ask.mutate(undefined, { onSuccess: () => setAsked("waiting") })}
      >
        {t(asked === "unanswered" || asked === "declined" ? "ask.again" : "ask.button")}
      </button>
      <span role="status">{asked === "not" ? "" : t(`ask.${asked}`, { name })}</span>
    </span>
  );
}
