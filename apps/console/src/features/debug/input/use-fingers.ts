import { useEffect, useRef, type PointerEvent } from "react";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import type { InputController } from "./input-controller.ts";

const RIGHT_BUTTON = 2;
const MIDDLE_BUTTON = 1;

const eventAt = (event: { timeStamp: number }) => performance.timeOrigin + event.timeStamp;
const at = (event: { clientX: number; clientY: number }) => ({ x: event.clientX, y: event.clientY });

interface FingersOptions {
  input: InputController;
  controller: ScreenController;
  /** Before anything is pressed on `surface`. */
  onPress: (point: { clientX: number; clientY: number }, surface: Element) => void;
}

/** What an element over the picture needs so that the mouse, fingers and wheel over it go to the device. */
export function useFingers({ input, controller, onPress }: FingersOptions) {
  const surface = useRef<HTMLDivElement>(null);
  const box = () => controller.canvas.getBoundingClientRect();

  useEffect(() => {
    const element = surface.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      input.wheel(at(event), controller.canvas.getBoundingClientRect(), {
        x: event.deltaX,
        y: event.deltaY,
        mode: event.deltaMode,
      });
    };
    // React listens passively to wheels, which could not keep the page from scrolling or zooming.
    element?.addEventListener("wheel", onWheel, { passive: false });
    return () => element?.removeEventListener("wheel", onWheel);
  }, [input, controller]);

  const touched = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault();
      onPress(event, event.currentTarget);
      if (event.pointerType === "mouse" && event.button === RIGHT_BUTTON) {
        input.send({ type: "key", action: "press", key: "GoBack" });
      } else if (event.pointerType === "mouse" && event.button === MIDDLE_BUTTON) {
        input.send({ type: "key", action: "press", key: "GoHome" });
      } else {
        event.currentTarget.setPointerCapture(event.pointerId);
        const pinch = event.ctrlKey && event.pointerType === "mouse";
        input.down(event.pointerId, at(event), box(), {
          pressure: event.pressure || 1,
          pinch,
          eventAt: eventAt(event),
        });
      }
    },
    onPointerMove: (event: PointerEvent) => input.move(event.pointerId, at(event), box(), event.pressure || 1),
    onPointerUp: (event: PointerEvent) => input.up(event.pointerId, at(event), box(), eventAt(event)),
    onPointerCancel: (event: PointerEvent) => input.cancel(event.pointerId),
  };
  return { surface, touched };
}
