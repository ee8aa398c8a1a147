import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { local } from "../../lib/storage.ts";

/** A phone that lies on its side wants another width than one that stands; each is remembered by itself. */
export type SplitName = "portrait" | "landscape";
const STORED: Record<SplitName, string> = { portrait: "udt_debug_split", landscape: "udt_debug_split_wide" };
const DEFAULT_WIDTH: Record<SplitName, number> = { portrait: 400, landscape: 580 };
const MIN_LEFT = 320;
const MIN_RIGHT = 420;
const STEP = 24;

function storedWidth(name: SplitName): number {
  const width = Number(local.getItem(STORED[name]));
  return Number.isFinite(width) && width >= MIN_LEFT ? width : DEFAULT_WIDTH[name];
}

/** Two panes with a handle between them; the left one's width is remembered in this browser. */
export function Splitter({ name, left, right }: { name: SplitName; left: ReactNode; right: ReactNode }) {
  const t = useT("debug");
  const frame = useRef<HTMLDivElement>(null);
  const [widths, setWidths] = useState(() => ({
    portrait: storedWidth("portrait"),
    landscape: storedWidth("landscape"),
  }));
  const width = widths[name];

  const change = (wanted: number) => {
    if (!frame.current) return;
    const room = frame.current.clientWidth - MIN_RIGHT;
    const next = Math.round(Math.max(MIN_LEFT, Math.min(wanted, room)));
    setWidths((before) => ({ ...before, [name]: next }));
    local.setItem(STORED[name], String(next));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!frame.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change(event.clientX - frame.current.getBoundingClientRect().left);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    change(width + (event.key === "ArrowLeft" ? -STEP : STEP));
  };

  return (
    <div className="dbg-split" ref={frame}>
      {/* On a narrow page both panes give way before either vanishes. */}
      <div className="dbg-left" style={{ width, maxWidth: `calc(100% - ${MIN_RIGHT}px)` }}>
        {left}
      </div>
      <div
        className="dbg-handle"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={t("split")}
        aria-valuenow={width}
        aria-valuemin={MIN_LEFT}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
        onDoubleClick={() => change(DEFAULT_WIDTH[name])}
      />
      <div className="dbg-right">{right}</div>
    </div>
  );
}
