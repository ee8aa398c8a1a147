import { useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import type { Size } from "../../lib/screen/geometry.ts";
import { local } from "../../lib/storage.ts";
import { SplitHandle } from "./split-handle.tsx";
import { MIN_LEFT, MIN_RIGHT, shapeOf, widthFor, type Shape } from "./side-width.ts";

const STORED: Record<Shape, string> = {
  portrait: "udt_debug_split",
  square: "udt_debug_split_square",
  landscape: "udt_debug_split_wide",
};

/** What somebody chose; undefined while they leave it to the phone. */
function storedWidth(shape: Shape): number | undefined {
  const width = Number(local.getItem(STORED[shape]));
  return width >= MIN_LEFT ? width : undefined;
}

/**
 * Two panes with a handle between them. The left one is as wide as what the phone shows needs, or as somebody made it, which is
 * remembered in this browser until the handle is pressed twice.
 */
export function Splitter({ picture, left, right }: { picture: Size | undefined; left: ReactNode; right: ReactNode }) {
  const t = useT("debug");
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [chosen, setChosen] = useState(() => ({
    portrait: storedWidth("portrait"),
    square: storedWidth("square"),
    landscape: storedWidth("landscape"),
  }));
  const shape = shapeOf(picture);
  const width = chosen[shape] ?? widthFor(picture, room);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const change = (wanted: number) => {
    const next = Math.round(Math.max(MIN_LEFT, Math.min(wanted, room.width - MIN_RIGHT)));
    setChosen((before) => ({ ...before, [shape]: next }));
    local.setItem(STORED[shape], String(next));
  };
  const forget = () => {
    setChosen((before) => ({ ...before, [shape]: undefined }));
    local.removeItem(STORED[shape]);
  };
  const dragged = (x: number) => frame.current && change(x - frame.current.getBoundingClientRect().left);

  return (
    <div className="dbg-split" ref={frame}>
      {/* On a narrow page both panes give way before either vanishes. */}
      <div className="dbg-left" style={{ width, maxWidth: `calc(100% - ${MIN_RIGHT}px)` }}>
        {left}
      </div>
      <SplitHandle
        label={t("split")}
        width={width}
        least={MIN_LEFT}
        onDrag={dragged}
        onStep={(step) => change(width + step)}
        onForget={forget}
      />
      <div className="dbg-right">{right}</div>
    </div>
  );
}
