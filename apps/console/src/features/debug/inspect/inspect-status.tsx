import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useSession } from "../session.tsx";
import { useInspector } from "./use-inspector.ts";

/** How what is known of the elements stands to the picture. */
export function InspectStatus() {
  const t = useT("debug");
  const { stage, running } = useSession();
  const { tree, isReading, isStale } = useStore(useInspector().view);
  const status = !running
    ? stage === "over"
      ? t(tree ? "inspect.over" : "tools.over")
      : t("inspect.not_yet")
    : isReading
      ? t("inspect.reading")
      : isStale
        ? t("inspect.stale")
        : tree
          ? t("inspect.current")
          : "";
  return (
    <span className="dbg-inspect-status" role="status" title={status} data-stale={isStale || undefined}>
      {status}
    </span>
  );
}
