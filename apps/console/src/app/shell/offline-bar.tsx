import { useSyncExternalStore } from "react";
import { useT } from "../../lib/i18n/index.ts";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** The bar that stays for as long as the browser has no network. */
export function OfflineBar() {
  const t = useT("app");
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (online) return null;
  return (
    <div className="udt-bar" data-tone="warning" role="alert">
      <div className="udt-bar-text">{t("events.offline")}</div>
    </div>
  );
}
