import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { controlAsked, noteAsked, type ControlAsked } from "../../lib/control-asked/index.ts";
import { useConsoleEvents } from "../../lib/events/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { closeNotice, showNotice } from "../../lib/notices/notices.ts";
import { useStore } from "../../lib/streams/store.ts";

const keyOf = ({ test_id, by }: ControlAsked) => `control_${test_id}_${by.user_id}`;

/** Tells the holder of a session that somebody asks for control of it, wherever they are but on its own page, which tells it itself. */
export function ControlRequests() {
  const t = useT("app");
  const { search } = useLocation();
  const here = new URLSearchParams(search).get("test_id");
  const asked = useStore(controlAsked);
  /** Of which requests a notice told: it goes when they do, or where their page tells of them. */
  const [told] = useState(() => new Set<string>());
  useConsoleEvents((event) => {
    noteAsked(event);
    if (event.type !== "control.asked" || here === event.test_id) return;
    const { project_id, test_id, device_id, by } = event;
    const key = keyOf(event);
    told.add(key);
    showNotice({
      key,
      tone: "busy",
      title: t("control_asked.title", { name: by.user_name }),
      text: t("control_asked.text"),
      link: { to: paths.debug(project_id, test_id, device_id), label: t("control_asked.open") },
    });
  });
  useEffect(() => {
    const open = new Set(asked.filter(({ test_id }) => test_id !== here).map(keyOf));
    for (const key of told) if (!open.has(key)) closeNotice(key);
  }, [asked, here, told]);
  return null;
}
