import { useEffect, useRef, useState } from "react";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useSession } from "../session.tsx";
import { useSetDrivers } from "./use-control.ts";

type Change = "lost" | "given" | "back";

/** Follows who has control, and tells the reader when it was given to them or taken from them, and by whom. */
export function ControlNotice() {
  const t = useT("control");
  const { user_id } = useUser();
  const { test, test_id, drives, isHolder } = useSession();
  const setDrivers = useSetDrivers();
  const [change, setChange] = useState<Change | undefined>(undefined);
  const [by, setBy] = useState("");
  const before = useRef(drives);
  useConsoleEvents((event) => {
    if (event.type !== "drivers.changed" || event.test_id !== test_id) return;
    setBy(event.by.user_id === user_id ? "" : event.by.user_name);
    setDrivers(event.drivers);
  });
  useEffect(() => {
    if (before.current === drives) return;
    before.current = drives;
    setChange(drives ? (isHolder ? "back" : "given") : "lost");
  }, [drives, isHolder]);
  // What the reader did themselves they know; who hands over is still told that their hands are off.
  if (change === undefined || test.state !== "running") return null;
  if (by === "" && change !== "lost") return null;
  const words =
    change === "lost" && by === ""
      ? t(isHolder ? "notice.handed" : "notice.left")
      : t(`notice.${change}`, { name: by });
  return (
    <div className="dbg-banner" data-tone={change === "lost" ? "warning" : "good"} role="status">
      <span>{words}</span>
      <button type="button" className="dbg-link" onClick={() => setChange(undefined)}>
        {t("notice.dismiss")}
      </button>
    </div>
  );
}
