import { useEffect, useRef, type RefObject } from "react";
import { fitInside } from "../screen/geometry.ts";
import type { Playhead } from "./playhead.ts";
import { fingersAt, type Stroke } from "./recorded-input.ts";

/** A dot under each finger, over the picture of a video as it is drawn now: it turns with the device. */
export function TouchLayer(props: {
  playhead: Playhead;
  video: RefObject<HTMLVideoElement | null>;
  strokes: readonly Stroke[];
}) {
  const { playhead, video, strokes } = props;
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [element, shown] = [layer.current, video.current];
    if (!element || !shown) return undefined;
    const draw = () => {
      const fingers = shown.videoWidth > 0 ? fingersAt(strokes, playhead.state.get().position) : [];
      while (element.childElementCount > fingers.length) element.lastElementChild?.remove();
      while (element.childElementCount < fingers.length) element.append(document.createElement("i"));
      if (fingers.length === 0) return;
      const pane = { width: shown.clientWidth, height: shown.clientHeight };
      const picture = fitInside({ width: shown.videoWidth, height: shown.videoHeight }, pane, 1);
      for (const [index, { x, y, isLifted }] of fingers.entries()) {
        const dot = element.children[index] as HTMLElement;
        dot.toggleAttribute("data-lifted", isLifted);
        dot.style.left = `${(pane.width - picture.width) / 2 + x * picture.width}px`;
        dot.style.top = `${(pane.height - picture.height) / 2 + y * picture.height}px`;
      }
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(shown);
    // The picture's own size changes where the device was turned.
    shown.addEventListener("resize", draw);
    const stop = playhead.state.subscribe(draw);
    return () => {
      stop();
      observer.disconnect();
      shown.removeEventListener("resize", draw);
    };
  }, [playhead, video, strokes]);
  return <div className="tl-touches" ref={layer} aria-hidden />;
}
