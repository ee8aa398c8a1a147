import type { Element, ElementTree } from "@udt/contract";
import type { PointerEvent } from "react";
import { useStore } from "../../../lib/streams/index.ts";
import { elementAt, inDisplay, shortClass, shortId } from "./element-tree.ts";
import { useInspector } from "./use-inspector.ts";
import "./inspect.css";

/**
 * Over the picture while elements are picked: what is under the pointer has a frame, and a press chooses it.
 * @param label says what comes of a press
 */
export function InspectLayer({ label, onChoose }: { label: string; onChoose: (at: number) => void }) {
  const inspector = useInspector();
  const { isOn, tree, hovered, chosen, isStale } = useStore(inspector.view);
  if (!isOn) return null;
  const under = (event: PointerEvent) => {
    if (!tree) return undefined;
    const box = event.currentTarget.getBoundingClientRect();
    const part = { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
    return elementAt(tree, inDisplay(part, tree));
  };
  return (
    <div
      className="dbg-inspect"
      data-stale={isStale || undefined}
      role="application"
      aria-label={label}
      onPointerMove={(event) => inspector.hover(under(event))}
      onPointerLeave={() => inspector.hover(undefined)}
      onPointerUp={(event) => {
        if (event.button !== 0) return;
        const at = under(event);
        if (at !== undefined) onChoose(at);
      }}
    >
      <Frame tree={tree} at={chosen} kind="chosen" />
      <Frame tree={tree} at={hovered} kind="hovered" />
    </div>
  );
}

function Frame(props: { tree: ElementTree | undefined; at: number | undefined; kind: "chosen" | "hovered" }) {
  const { tree, at, kind } = props;
  const element = at === undefined ? undefined : tree?.list[at];
  if (!tree || !element) return null;
  const { left, top, right, bottom } = element.bounds;
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  const style = {
    left: percent(left, tree.width),
    top: percent(top, tree.height),
    width: percent(right - left, tree.width),
    height: percent(bottom - top, tree.height),
  };
  // Where there is no room above, the words stand inside.
  const isHigh = top / tree.height < 0.06;
  const isEnd = left / tree.width > 0.45;
  const room = isEnd ? right : tree.width - left;
  return (
    <div className="dbg-inspect-frame" data-kind={kind} style={style}>
      {kind === "hovered" && (
        <span
          className="dbg-inspect-words"
          data-inside={isHigh || undefined}
          data-end={isEnd || undefined}
          // As wide as the screen goes on, of which the frame is a part.
          style={{ maxWidth: `min(260px, ${percent(room, Math.max(1, right - left))})` }}
        >
          {wordsOf(element)} <i>{`${right - left} × ${bottom - top}`}</i>
        </span>
      )}
    </div>
  );
}

const wordsOf = (element: Element): string =>
  [shortClass(element), element.resource_id === "" ? "" : `#${shortId(element)}`, element.text || element.description]
    .filter((words) => words !== "")
    .join("  ")
    .slice(0, 80);
