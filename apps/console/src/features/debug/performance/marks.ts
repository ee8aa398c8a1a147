import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useConsoleEvents } from "../../../lib/events/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { startedApps } from "../started-apps.ts";
import { useSession } from "../session.tsx";
import { resourcesQuery } from "../use-device-actions.ts";

/** Something that happened, by the server's clock. */
export interface Mark {
  at: number;
  text: string;
}

const KEPT = 50;
/** What was done with the device that may show in its figures. */
export function useMarks(ahead_ms: number): readonly Mark[] {
  const t = useT("debug");
  const session = useSession();
  const { test_id, device_id } = session;
  const resources = useQuery(resourcesQuery(session)).data?.resource_list;
  const starts = useStore(startedApps);
  const [installs, setInstalls] = useState<readonly { at: number; package_name: string }[]>([]);
  useConsoleEvents((event) => {
    if (event.type !== "install.changed" || event.install.state !== "installed") return;
    const { install } = event;
    if (install.test_id !== test_id || install.device_id !== device_id) return;
    setInstalls((list) => [...list, { at: install.updated_at, package_name: install.package_name }].slice(-KEPT));
  });
  return useMemo(() => {
    const shots = (resources ?? []).filter(({ kind }) => kind === "screenshot");
    return [
      ...starts
        .filter((one) => one.test_id === test_id)
        .map(({ at, package_name }) => ({ at: at + ahead_ms, text: t("performance.mark.start", { package_name }) })),
      ...installs.map(({ at, package_name }) => ({ at, text: t("performance.mark.install", { package_name }) })),
      ...shots.map(({ created_at }) => ({ at: created_at, text: t("performance.mark.screenshot") })),
    ].toSorted((a, b) => a.at - b.at);
  }, [starts, installs, resources, test_id, ahead_ms, t]);
}
