import { useId, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { placeAt, ROW } from "./boxes.ts";
import { levelsOf, slotAt } from "./layout.ts";
import { movedTo, type Move } from "./moves.ts";
import type { Shown } from "./stage.ts";
import { useStage, type FlamePlace } from "./use-stage.ts";
import { moved, viewOf, viewText, viewWith, wholeOf, zoomed } from "./view.ts";

/** By a key. */
const STEP = 1.5;
/** Pixels that a finger may slip as it presses. */
const SLIP = 4;

interface Props extends Omit<Shown, "pointed"> {
  label: string;
  place: FlamePlace;
  onFocus: (slot: number) => void;
  onPoint: (slot: number) => void;
  /** A call is to be as wide as the graph; the whole where there is none. */
  onOpen: (slot: number | undefined) => void;
  onRange: (range: string) => void;
}

interface Acts {
  go: (move: Move) => void;
  zoom: (factor: number) => void;
  open: () => void;
  showAll: () => void;
}

/** What keys do, by their names. */
const keyActs = (grows: Shown["grows"], { go, zoom, open, showAll }: Acts): Record<string, () => void> => ({
  ArrowLeft: () => go("left"),
  ArrowRight: () => go("right"),
  ArrowUp: () => go(grows === "up" ? "callee" : "caller"),
  ArrowDown: () => go(grows === "down" ? "callee" : "caller"),
  Home: () => go("first"),
  Enter: open,
  Escape: showAll,
  "+": () => zoom(1 / STEP),
  "=": () => zoom(1 / STEP),
  "-": () => zoom(STEP),
});

/** One flame graph, by mouse, fingers and keys. What it shows is told in words beside it. */
export function FlameCanvas({ label, place, onFocus, onPoint, onOpen, onRange, ...shown }: Props) {
  const t = useT("flame");
  const help = useId();
  const { canvas, stage, isStill } = useStage(shown, place, onRange);
  const pressed = useRef<{ x: number; y: number; isDrag: boolean }>(undefined);
  const pointed = useRef(-1);
  const { layout, focused, grows } = shown;

  const slotUnder = (event: PointerEvent): number => {
    if (!stage.current) return -1;
    const { view, space, bounds } = stage.current;
    const { level, bytes } = placeAt(view, space, event.clientX - bounds.left, event.clientY - bounds.top);
    return slotAt(layout, level, bytes) ?? -1;
  };
  // At once, and not only as the address says so: what was moved just now has not settled there.
  const open = (slot: number) => {
    if (!stage.current) return;
    const { view, rows } = stage.current;
    stage.current.goTo(slot > 0 ? viewOf(layout, slot, view.top, rows) : wholeOf(layout), isStill);
    onOpen(slot > 0 ? slot : undefined);
  };
  const point = (slot: number) => {
    if (slot === pointed.current) return;
    pointed.current = slot;
    stage.current?.show({ pointed: slot });
    onPoint(slot);
  };
  const drag = (event: PointerEvent) => {
    const from = pressed.current;
    if (!stage.current || !from) {
      point(slotUnder(event));
      return;
    }
    const [right, down] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.isDrag && Math.hypot(right, down) < SLIP) return;
    const { view, space, rows } = stage.current;
    stage.current.move(moved(layout, view, -right / space.width, (grows === "down" ? -down : down) / ROW, rows));
    pressed.current = { x: event.clientX, y: event.clientY, isDrag: true };
  };
  const release = (event: PointerEvent) => {
    const isPress = pressed.current?.isDrag === false;
    pressed.current = undefined;
    const slot = slotUnder(event);
    if (!isPress || slot < 0) return;
    onFocus(slot);
    open(slot);
  };
  const go = (move: Move) => {
    const slot = movedTo(layout, Math.max(0, focused), move);
    onFocus(slot);
    if (!stage.current) return;
    const { view, rows } = stage.current;
    const next = viewWith(layout, view, slot, rows);
    if (viewText(layout, next) !== viewText(layout, view)) stage.current.move(next);
  };
  const zoom = (factor: number) => {
    if (!stage.current) return;
    const { view, rows } = stage.current;
    const middle = ((layout.start[focused] ?? view.from) + (layout.end[focused] ?? view.to)) / 2;
    const share = (middle - view.from) / (view.to - view.from);
    stage.current.move(zoomed(layout, view, factor, Math.min(1, Math.max(0, share)), rows));
  };
  const acts = keyActs(grows, { go, zoom, open: () => open(focused), showAll: () => open(0) });
  const onKeyDown = (event: KeyboardEvent) => {
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <canvas
        ref={canvas}
        className="flame-canvas"
        style={{ maxHeight: levelsOf(layout) * ROW }}
        role="application"
        aria-label={label}
        aria-describedby={help}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => focused < 0 && onFocus(0)}
        onPointerDown={({ button, clientX, clientY }) => {
          if (button === 0) pressed.current = { x: clientX, y: clientY, isDrag: false };
        }}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerLeave={() => {
          pressed.current = undefined;
          point(-1);
        }}
      />
      <span id={help} hidden>
        {t("keys")}
      </span>
    </>
  );
}
