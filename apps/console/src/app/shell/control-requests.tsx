import { useLocation } from "react-router";
import { useConsoleEvents } from "../../lib/events/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { showNotice } from "../../lib/notices/notices.ts";

/** Tells the holder of a session that somebody asks for control of it, wherever they are but on its own page, which tells it itself. */
export function ControlRequests() {
  const t = useT("app");
  const { search } = useLocation();
  useConsoleEvents((event) => {
    if (event.type !== "control.asked") return;
    if (new URLSearchParams(search).get("test_id") === event.test_id) return;
    showNotice({
      key: `control_${event.test_id}_${event.by.user_id}`,
      tone: "busy",
      title: t("control_asked.title", { name: event.by.user_name }),
      text: t("control_asked.text"),
    });
  });
  return null;
}
