import { useEffect, useRef } from "react";
import type { InputController } from "../input/input-controller.ts";

/** A dot under each finger, moved in the event itself: no React between a finger and its feedback. */
export function TouchDots({ input }: { input: InputController }) {
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = layer.current;
    if (!element) return undefined;
    const draw = () => {
      const touches = input.touches.get();
      while (element.childElementCount > touches.length) element.lastElementChild?.remove();
      while (element.childElementCount < touches.length) element.append(document.createElement("i"));
      const size = input.size;
      if (!size) return;
      for (const [index, touch] of touches.entries()) {
        const dot = element.children[index] as HTMLElement;
        dot.style.left = `${((touch.x + 0.5) / size.width) * 100}%`;
        dot.style.top = `${((touch.y + 0.5) / size.height) * 100}%`;
      }
    };
    draw();
    return input.touches.subscribe(draw);
  }, [input]);
  return <div className="dbg-touches" ref={layer} aria-hidden />;
}
