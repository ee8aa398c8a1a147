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
  const { pathname, search } = useLocation();
  // A record's drawer is named in the same way, and tells nothing of requests.
  const here = pathname.endsWith("/remote/debug") ? new URLSearchParams(search).get("test_id") : null;
  const asked = useStore(controlAsked);
  /** Of which requests a notice tells. */
  const [told] = useState(() => new Set<ControlAsked>());
  useConsoleEvents(noteAsked);
  useEffect(() => {
    // Whoever leaves the session's page, or is leaving it just then, has it told where they go.
    const elsewhere = asked.filter(({ test_id }) => test_id !== here);
    for (const one of [...told].filter((each) => !elsewhere.includes(each))) {
      told.delete(one);
      closeNotice(keyOf(one));
    }
    for (const one of elsewhere.filter((each) => !told.has(each))) {
      told.add(one);
      showNotice({
        key: keyOf(one),
        tone: "busy",
        title: t("control_asked.title", { name: one.by.user_name }),
        text: t("control_asked.text"),
        link: { to: paths.debug(one.project_id, one.test_id, one.device_id), label: t("control_asked.open") },
      });
    }
  }, [asked, here, t, told]);
  return null;
}
