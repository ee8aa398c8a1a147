import type { Viewer } from "@udt/contract";
import { useState } from "react";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useSession } from "../session.tsx";
import { useControl } from "./use-control.ts";

/** Tells the holder who asks for control: one press gives it, or does not. */
export function AskedBanner() {
  const t = useT("control");
  const { test_id, running } = useSession();
  const { give, decline } = useControl();
  const [asking, setAsking] = useState<readonly Viewer[]>([]);
  const done = (user_id: string) => setAsking((before) => before.filter((one) => one.user_id !== user_id));
  useConsoleEvents((event) => {
    if (event.type === "control.asked" && event.test_id === test_id)
      setAsking((before) => [...before.filter(({ user_id }) => user_id !== event.by.user_id), event.by]);
    // Given here, on another page or by an administrator: it is answered.
    if (event.type === "drivers.changed" && event.test_id === test_id)
      for (const { user_id } of event.drivers) done(user_id);
  });
  if (!running) return null;
  return asking.map(({ user_id, user_name: name }) => (
    <div key={user_id} className="dbg-banner" data-tone="busy" data-asked={name} role="alert">
      <span>{t("asked.text", { name })}</span>
      <button
        type="button"
        className="udt-button"
        data-primary
        disabled={give.isPending}
        onClick={() => give.mutate({ user_id, instead: false })}
      >
        {t("share")}
      </button>
      <button
        type="button"
        className="udt-button"
        disabled={give.isPending}
        onClick={() => give.mutate({ user_id, instead: true })}
      >
        {t("hand_over")}
      </button>
      <button
        type="button"
        className="dbg-link"
        disabled={decline.isPending}
        onClick={() => decline.mutate(user_id, { onSuccess: () => done(user_id) })}
      >
        {t("asked.decline")}
      </button>
    </div>
  ));
}
