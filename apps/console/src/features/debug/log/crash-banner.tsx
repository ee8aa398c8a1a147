import { useEffect, useState, useSyncExternalStore } from "react";
import { useStale } from "../../../lib/api/queries.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ofWindow } from "../../../lib/storage.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useAppName } from "../apps/use-apps.ts";
import { useSession } from "../session.tsx";
import type { LogStore } from "./log-store.ts";

/** Says that an app crashed, wherever one looks, until that is put away; a page that is loaded anew says it no second time. */
export function CrashBanner({ store, onShow }: { store: LogStore; onShow: () => void }) {
  const t = useT("debug");
  const { project, target, stage } = useSession();
  const crash = useStore(store.crash);
  const isKept = useSyncExternalStore(store.subscribe, () => crash !== undefined && store.keeps(crash.seq));
  const key = `udt_crash_seen_${target.test_id}_${target.device_id}`;
  const [seen, setSeen] = useState(() => Number(ofWindow.getItem(key) ?? 0));
  const name = useAppName(crash?.package_name);
  const stale = useStale();
  useEffect(() => {
    // It runs no more, and nothing else tells.
    if (crash) void stale(["deviceAppList"], project);
  }, [crash, stale, project]);
  if (!crash || crash.time <= seen || stage === "over") return null;
  const earlier = store.crashesBetween(seen);
  const putAway = () => {
    ofWindow.setItem(key, String(crash.time));
    setSeen(crash.time);
  };
  return (
    <div className="dbg-banner" data-tone="bad" data-crash={crash.package_name} role="alert">
      <span className="dbg-crash">
        <strong>{t("crash.title", { name })}</strong> <span className="udt-mono">{crash.reason}</span>
        {earlier > 0 && <> · {t("crash.earlier", { count: earlier })}</>}
      </span>
      {isKept && (
        <button
          type="button"
          className="udt-button"
          onClick={() => {
            store.reveal(crash.seq);
            onShow();
          }}
        >
          {t("crash.show")}
        </button>
      )}
      <button type="button" className="dbg-link" onClick={putAway}>
        {t("crash.dismiss")}
      </button>
    </div>
  );
}
