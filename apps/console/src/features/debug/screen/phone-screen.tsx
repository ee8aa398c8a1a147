import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import type { Dropped } from "../../../lib/drop/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useSession } from "../session.tsx";
import { useStore } from "../../../lib/streams/index.ts";
import { PointersLayer } from "../control/pointers-layer.tsx";
import type { InputController } from "../input/input-controller.ts";
import { ScreenInput } from "../input/screen-input.tsx";
import { fitInside, type Size } from "../../../lib/screen/geometry.ts";
import { livenessOf } from "../../../lib/screen/liveness.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { ScreenOverlay } from "./screen-overlay.tsx";
import { TouchDots } from "./touch-dots.tsx";
import "./screen.css";

/** Frame around the glass and air around the frame, CSS pixels. */
const BEZEL = 9;
const MARGIN = 20;
/** The same where several phones share the page. */
const SMALL_BEZEL = 4;
const SMALL_MARGIN = 4;
const FALLBACK_SIZE: Size = { width: 9, height: 16 };

/** The phone: its picture at true shape in a frame, the feedback of fingers, and what hides a picture that is not live. */
export function PhoneScreen(props: {
  controller: ScreenController;
  input: InputController;
  onDrop: (dropped: Dropped) => void;
  dropWords: string;
  /** It is one of several in sight. */
  isSmall?: boolean;
  children?: ReactNode;
}) {
  const { controller, input } = props;
  const [bezel, margin] = props.isSmall ? [SMALL_BEZEL, SMALL_MARGIN] : [BEZEL, MARGIN];
  const t = useT("debug");
  const { device, drives } = useSession();
  const view = useStore(controller.view);
  const pane = useRef<HTMLDivElement>(null);
  const glass = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size & { dpr: number }>({ width: 0, height: 0, dpr: 1 });

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return undefined;
    const measure = () =>
      setRoom({ width: element.clientWidth, height: element.clientHeight, dpr: window.devicePixelRatio });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Zooming and moving to another display change the pixel ratio, not always the pane's size.
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);

  useLayoutEffect(() => {
    glass.current?.prepend(controller.canvas);
    controller.canvas.setAttribute("role", "img");
    controller.canvas.setAttribute("aria-label", t("screen.label"));
  }, [controller, t]);

  useEffect(() => {
    if (view.size) input.resize(view.size);
  }, [input, view.size]);

  const known = device && device.width > 0 && device.height > 0;
  const shape = view.size ?? (known ? { width: device.width, height: device.height } : FALLBACK_SIZE);
  const around = 2 * (bezel + margin);
  const space = { width: Math.max(0, room.width - around), height: Math.max(0, room.height - around) };
  const size = fitInside(shape, space, room.dpr);
  // Centred on whole device pixels: half of one would blur every edge of the picture.
  const centred = (pane: number, length: number) =>
    Math.max(0, Math.floor(((pane - length - 2 * bezel) / 2) * room.dpr)) / room.dpr;
  const place = { marginLeft: centred(room.width, size.width), marginTop: centred(room.height, size.height) };
  const liveness = livenessOf(view);
  // A phone's corners are about a fourteenth of its width; a picture's must not eat into small screens.
  const radius = Math.round(Math.min(size.width, size.height) * 0.075);

  return (
    <div className="dbg-pane" id="dbg-phone" ref={pane} tabIndex={-1}>
      <div className="dbg-phone" style={{ ...place, padding: bezel, borderRadius: radius + bezel }}>
        <div
          ref={glass}
          className="dbg-glass"
          data-liveness={liveness}
          style={{ width: size.width, height: size.height, borderRadius: radius }}
        >
          {drives && (
            <ScreenInput controller={controller} input={input} onDrop={props.onDrop} dropWords={props.dropWords} />
          )}
          <TouchDots input={input} />
          <PointersLayer over={glass} />
          <ScreenOverlay controller={controller} view={view} liveness={liveness} />
          {props.children}
        </div>
      </div>
    </div>
  );
}
