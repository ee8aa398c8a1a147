import type { KeyboardEvent, PointerEvent } from "react";

const STEP = 24;

/**
 * Between two panes: it is dragged, moved by the arrow keys, and left to what is usual by Enter or by pressing twice.
 * @param onDrag where the pointer is on the page
 * @param onStep by so much to the right
 */
export function SplitHandle(props: {
  label: string;
  width: number;
  least: number;
  onDrag: (x: number) => void;
  onStep: (by: number) => void;
  onForget: () => void;
}) {
  const { label, width, least, onDrag, onStep, onForget } = props;
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return onForget();
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    onStep(event.key === "ArrowLeft" ? -STEP : STEP);
  };
  return (
    <div
      className="dbg-handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={least}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
      onDoubleClick={onForget}
    />
  );
}
