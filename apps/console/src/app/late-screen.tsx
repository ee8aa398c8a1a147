import { useCallback, useEffect, useState, type ComponentType } from "react";
import { EmptyState } from "../lib/components/page-states.tsx";
import { useT } from "../lib/i18n/index.ts";
import { afterFailedLoad } from "./stale-chunk.ts";

const TRY_EVERY_MS = 3_000;

type Load = () => Promise<ComponentType>;

/** A screen with all that it needs; while the server cannot be reached one that waits for it, in an application that stays. */
export async function screenOf(load: Load): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    const verdict = await afterFailedLoad();
    if (verdict === "reloading") return new Promise<never>(() => {});
    if (verdict === "failed") throw error;
    return lateScreen(load);
  }
}

function lateScreen(load: Load): ComponentType {
  /** The router keeps what it was first given, so that this is what it leads to from then on. */
  let loaded: ComponentType | undefined;
  return function LateScreen() {
    const t = useT("app");
    const [Screen, setScreen] = useState(() => loaded);
    const attempt = useCallback(async () => {
      try {
        loaded = await load();
        setScreen(() => loaded);
      } catch {
        // A browser may remember that it failed: then the page is loaded anew as soon as that helps.
        await afterFailedLoad();
      }
    }, []);
    useEffect(() => {
      if (Screen) return;
      const again = () => void attempt();
      window.addEventListener("online", again);
      const timer = setInterval(again, TRY_EVERY_MS);
      return () => {
        window.removeEventListener("online", again);
        clearInterval(timer);
      };
    }, [Screen, attempt]);
    if (Screen) return <Screen />;
    return (
      <EmptyState
        title={t("late.title")}
        action={
          <button type="button" className="udt-button" onClick={() => void attempt()}>
            {t("late.again")}
          </button>
        }
      >
        {t("late.text")}
      </EmptyState>
    );
  };
}
