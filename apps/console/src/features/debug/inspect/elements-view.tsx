import { Input } from "antd";
import { useEffect, useRef, useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { InspectIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import { ElementFacts, type ElementActions } from "./element-facts.tsx";
import { ElementList } from "./element-list.tsx";
import { InspectStatus } from "./inspect-status.tsx";
import { InspectToggle } from "./inspect-toggle.tsx";
import { useChoose, useEscape, useInspector } from "./use-inspector.ts";

/** The elements on the screen, as a tree and over the picture. */
export function ElementsView({ actions }: { actions: ElementActions }) {
  const t = useT("debug");
  const inspector = useInspector();
  const active = useTabActive();
  const { running } = useSession();
  const { tree, isReading, error, chosen, isGone } = useStore(inspector.view);
  const [keyword, setKeyword] = useState("");
  const wanted = useRef(true);

  // Fingers are for the device again when another tab is looked at.
  useEffect(() => {
    if (!active || !running) return undefined;
    inspector.turn(wanted.current);
    return () => {
      wanted.current = inspector.view.get().isOn;
      inspector.turn(false);
    };
  }, [active, running, inspector]);
  const choose = useChoose();
  useEscape(inspector);
  return (
    <>
      <div className="dbg-toolbar">
        <InspectToggle label={t("inspect.pick")} />
        <button
          type="button"
          className="udt-button"
          disabled={isReading || !running}
          onClick={() => void inspector.read()}
        >
          {t("inspect.read")}
        </button>
        <InspectStatus />
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
          <ElementList tree={tree} keyword={keyword} onChoose={choose} />
          <ElementFacts tree={tree} at={chosen} isGone={isGone} actions={actions} />
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
    </>
  );
}
