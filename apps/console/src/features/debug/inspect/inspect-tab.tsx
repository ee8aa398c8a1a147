import { Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { InspectIcon } from "../icons.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import { ElementFacts } from "./element-facts.tsx";
import { ElementList } from "./element-list.tsx";
import { useInspector } from "./use-inspector.ts";

/** The elements on the screen, as a tree and over the picture. */
export function InspectTab() {
  const t = useT("debug");
  const inspector = useInspector();
  const active = useTabActive();
  const { isOn, tree, isReading, error, isStale, chosen } = useStore(inspector.view);
  const [keyword, setKeyword] = useState("");
  const wanted = useRef(true);

  // Fingers are for the device again when another tab is looked at.
  useEffect(() => {
    if (!active) return undefined;
    inspector.turn(wanted.current);
    return () => {
      wanted.current = inspector.view.get().isOn;
      inspector.turn(false);
    };
  }, [active, inspector]);

  const status = isReading ? t("inspect.reading") : isStale ? t("inspect.stale") : tree ? t("inspect.current") : "";
  return (
    <div className="dbg-inspect-tab">
      <div className="dbg-toolbar">
        <button
          type="button"
          className="udt-button"
          data-primary={isOn || undefined}
          aria-pressed={isOn}
          onClick={() => inspector.turn(!isOn)}
        >
          <InspectIcon /> {t("inspect.pick")}
        </button>
        <button type="button" className="udt-button" disabled={isReading} onClick={() => void inspector.read()}>
          {t("inspect.read")}
        </button>
        <span className="dbg-inspect-status" role="status" data-stale={isStale || undefined}>
          {status}
        </span>
        <span className="dbg-space" />
        <Input
          className="dbg-inspect-search"
          allowClear
          placeholder={t("inspect.search")}
          aria-label={t("inspect.search")}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      {error !== undefined && (
        <ErrorState title={t("inspect.failed")} error={error} onRetry={() => void inspector.read()} />
      )}
      {tree ? (
        <>
          {tree.is_cut && <p className="dbg-inspect-note">{t("inspect.cut", { count: tree.list.length })}</p>}
          <ElementList tree={tree} keyword={keyword} />
          <ElementFacts tree={tree} at={chosen} />
        </>
      ) : isReading ? (
        <SkeletonRows rows={6} />
      ) : (
        error === undefined && (
          <EmptyState icon={<InspectIcon />} title={t("inspect.empty")}>
            {t("inspect.empty_text")}
          </EmptyState>
        )
      )}
    </div>
  );
}
