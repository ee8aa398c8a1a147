import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from "react";
import { EmptyState } from "../components/page-states.tsx";
import { useT } from "../i18n/index.ts";
import { afterFailedLoad, type FailedLoad } from "./failed-load.ts";
import { loadFailedStyles } from "./failed-styles.ts";

const TRY_EVERY_MS = 3_000;

/**
 * A component whose code comes when it is first shown. Without a network it says so in its place and comes when the network
 * does; what is around it stays.
 *
 * @param frame what stands there until then: while it loads, and around `waiting` while it cannot
 * @param before how it failed already, where that was tried
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  frame: (props: Props, waiting?: ReactNode) => ReactNode,
  before?: FailedLoad,
): ComponentType<Props> {
  /** What is shown from then on, wherever it is shown. */
  let loaded: ComponentType<Props> | undefined;
  return function Late(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failed, setFailed] = useState(before);
    const attempt = useCallback(async () => {
      try {
        await loadFailedStyles();
        loaded = await load();
        setLoaded(() => loaded);
      } catch {
        // A browser may remember that it failed: then the page is loaded anew as soon as that helps.
        setFailed(await afterFailedLoad());
      }
    }, []);
    useEffect(() => {
      if (Loaded) return;
      const again = () => void attempt();
      if (before === undefined) again();
      window.addEventListener("online", again);
      const timer = setInterval(again, TRY_EVERY_MS);
      return () => {
        window.removeEventListener("online", again);
        clearInterval(timer);
      };
    }, [Loaded, attempt]);
    if (Loaded) return <Loaded {...props} />;
    if (failed === undefined || failed === "reloading") return frame(props);
    return frame(props, <Waiting isReachable={failed === "failed"} onTry={() => void attempt()} />);
  };
}

function Waiting({ isReachable, onTry }: { isReachable: boolean; onTry: () => void }) {
  const t = useT("common");
  return (
    <EmptyState
      title={t("late.title")}
      action={
        <button type="button" className="udt-button" onClick={onTry}>
          {t("late.again")}
        </button>
      }
    >
      {t(isReachable ? "late.failed" : "late.text")}
    </EmptyState>
  );
}
