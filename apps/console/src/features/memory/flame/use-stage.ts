import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { useStillness } from "../../../lib/theme/theme-mode.ts";
import type { Layout } from "./layout.ts";
import { Stage, type Shown } from "./stage.ts";
import { moved, viewFrom, viewOf, viewText, wholeOf, zoomed } from "./view.ts";

/** By a pixel of the wheel. */
const NOTCH = 1.002;

export interface FlamePlace {
  /** The call that is as wide as the graph. */
  slot: number | undefined;
  /** What is looked at, by hand; goes before. */
  range: string;
}

/** A stage on a canvas, which shows what is given, at the place that the address has, and is moved by the wheel. */
export function useStage(
  shown: Omit<Shown, "pointed">,
  { slot, range }: FlamePlace,
  onRange: (range: string) => void,
): { canvas: RefObject<HTMLCanvasElement | null>; stage: RefObject<Stage | undefined>; isStill: boolean } {
  const isStill = useStillness();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  const { layout } = shown;
  const settled = useEffectEvent((range: string) => onRange(range));
  const first = useEffectEvent(() => ({ ...shown, pointed: -1 }));
  const resized = useEffectEvent((made: Stage) => goTo(made, layout, { slot, range }, true));
  const turn = useEffectEvent((event: WheelEvent) => {
    if (!stage.current) return;
    const { view, rows, space, bounds } = stage.current;
    const isNearer = event.ctrlKey || event.metaKey;
    const inward = space.grows === "down" ? 1 : -1;
    const next = isNearer
      ? zoomed(layout, view, NOTCH ** event.deltaY, (event.clientX - bounds.left) / space.width, rows)
      : moved(layout, view, event.deltaX / space.width, inward * Math.sign(event.deltaY), rows);
    // Where it cannot move, the page scrolls.
    if (!isNearer && viewText(layout, next) === viewText(layout, view)) return;
    event.preventDefault();
    stage.current.move(next);
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const made = new Stage(element, first(), (view) => settled(viewText(made.layout, view)));
    stage.current = made;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      made.resize(entry.contentRect.width, entry.contentRect.height);
      resized(made);
    });
    observer.observe(element);
    const onWheel = (event: WheelEvent) => turn(event);
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener("wheel", onWheel);
      made.close();
    };
  }, []);
  useEffect(() => stage.current?.show(shown));
  useEffect(() => {
    // The address comes a moment after what was done; what is done since then goes on.
    if (stage.current && !stage.current.isMoved) goTo(stage.current, layout, { slot, range }, isStill);
  }, [layout, slot, range, isStill]);
  return { canvas, stage, isStill };
}

/** Where it is there already, it stays: an address says where it is in round numbers. */
function goTo(stage: Stage, layout: Layout, { slot, range }: FlamePlace, isAtOnce: boolean): void {
  const { view, rows } = stage;
  const ofSlot = slot === undefined ? wholeOf(layout) : viewOf(layout, slot, view.top, rows);
  const wanted = viewFrom(layout, range, rows) ?? ofSlot;
  if (isAtOnce || viewText(layout, wanted) !== viewText(layout, view)) stage.goTo(wanted, isAtOnce);
}
