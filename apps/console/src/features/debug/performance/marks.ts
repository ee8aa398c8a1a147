import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useAppNames, useInstalls } from "../apps/use-apps.ts";
import { startedApps } from "../started-apps.ts";
import { useSession } from "../session.tsx";
import { resourcesQuery } from "../use-device-actions.ts";

/** Something that happened, by the server's clock. */
export interface Mark {
  at: number;
  text: string;
}

/** What was done with the device that may show in its figures. Of starts only those from here are known, see {@link startedApps}. */
export function useMarks(ahead_ms: number): readonly Mark[] {
  const t = useT("debug");
  const session = useSession();
  const { test_id } = session;
  const resources = useQuery(resourcesQuery(session)).data?.resource_list;
  const starts = useStore(startedApps);
  const installs = useInstalls().data?.list;
  const nameOf = useAppNames();
  return useMemo(() => {
    const shots = (resources ?? []).filter(({ kind }) => kind === "screenshot");
    return [
      ...starts
        .filter((one) => one.test_id === test_id)
        .map(({ at, package_name }) => ({
          at: at + ahead_ms,
          text: t("performance.mark.start", { name: nameOf(package_name) }),
        })),
      ...(installs ?? [])
        .filter(({ state }) => state === "installed")
        .map(({ updated_at, package_name }) => ({
          at: updated_at,
          text: t("performance.mark.install", { name: nameOf(package_name) }),
        })),
      ...shots.map(({ created_at }) => ({ at: created_at, text: t("performance.mark.screenshot") })),
    ].toSorted((a, b) => a.at - b.at);
  }, [starts, installs, resources, test_id, ahead_ms, nameOf, t]);
}
