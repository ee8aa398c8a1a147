import { useEffect, useRef, useState } from "react";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useSession } from "../session.tsx";
import { useChanged } from "../use-test-actions.ts";
import { toldOf, type DriversChanged, type Told } from "./notice.ts";

/** Follows who has control, and tells the reader when it was given to them or taken from them, and by whom. */
export function ControlNotice() {
  const t = useT("control");
  const { user_id } = useUser();
  const { test, test_id, drives } = useSession();
  const change = useChanged();
  const [told, setTold] = useState<Told | undefined>(undefined);
  const latest = useRef<DriversChanged | undefined>(undefined);
  const before = useRef(drives);
  useConsoleEvents((event) => {
    if (event.type !== "drivers.changed" || event.test_id !== test_id) return;
    latest.current = event;
    change({ drivers: event.drivers });
  });
  useEffect(() => {
    if (before.current === drives) return;
    before.current = drives;
    setTold(latest.current && toldOf(latest.current, { user_id, drives }));
  }, [drives, user_id]);
  if (told === undefined || test.state !== "running") return null;
  const { words, name, to } = told;
  return (
    <div className="dbg-banner" data-tone={drives ? "good" : "warning"} role="status">
      <span>{t(`notice.${words}`, { name, to })}</span>
      <button type="button" className="dbg-link" onClick={() => setTold(undefined)}>
        {t("notice.dismiss")}
      </button>
    </div>
  );
}
