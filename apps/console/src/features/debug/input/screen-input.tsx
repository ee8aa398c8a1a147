import { LIMITS } from "@udt/contract";
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type PointerEvent,
} from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { hint } from "../hints.tsx";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useDeviceClipboard } from "./device-clipboard.ts";
import type { InputController } from "./input-controller.ts";
import { actionOf, KEY } from "./keymap.ts";

const at = (event: { clientX: number; clientY: number }) => ({ x: event.clientX, y: event.clientY });

const RIGHT_BUTTON = 2;
const MIDDLE_BUTTON = 1;

/**
 * Takes the mouse, fingers, wheel and keyboard over the picture. A hidden text area has the keyboard's focus: what is
 * typed into it, through any layout or input method, goes to the device as text.
 */
export function ScreenInput(props: {
  controller: ScreenController;
  input: InputController;
  onFiles: (files: File[]) => void;
}) {
  const { controller, input, onFiles } = props;
  const t = useT("debug");
  const surface = useRef<HTMLDivElement>(null);
  const typing = useRef<HTMLTextAreaElement>(null);
  const pressed = useRef(new Map<string, { key_code: number; meta_state: number }>());
  const clipboard = useDeviceClipboard();
  const ready = useStore(input.ready);
  const [dropping, setDropping] = useState(false);
  const box = () => controller.canvas.getBoundingClientRect();

  useEffect(() => {
    const element = surface.current!;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      input.wheel(at(event), controller.canvas.getBoundingClientRect(), {
        x: event.deltaX,
        y: event.deltaY,
        mode: event.deltaMode,
      });
    };
    // React listens passively to wheels, which could not keep the page from scrolling or zooming.
    element.addEventListener("wheel", onWheel, { passive: false });
    const letGo = () => {
      input.releaseAll();
      for (const key of pressed.current.values()) input.send({ type: "key", action: "up", ...key });
      pressed.current.clear();
    };
    const onVisibility = () => {
      if (document.hidden) letGo();
    };
    const keyboard = typing.current!;
    window.addEventListener("blur", letGo);
    keyboard.addEventListener("blur", letGo);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      element.removeEventListener("wheel", onWheel);
      window.removeEventListener("blur", letGo);
      keyboard.removeEventListener("blur", letGo);
      document.removeEventListener("visibilitychange", onVisibility);
      letGo();
    };
  }, [input, controller]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    const area = typing.current!;
    // Input methods open their list of candidates where the text area is.
    const place = surface.current!.getBoundingClientRect();
    area.style.left = `${Math.min(event.clientX - place.left, place.width - 2)}px`;
    area.style.top = `${Math.min(event.clientY - place.top, place.height - 20)}px`;
    area.focus({ preventScroll: true });
    if (event.pointerType === "mouse" && event.button === RIGHT_BUTTON) {
      input.send({ type: "key", action: "press", key_code: KEY.back });
    } else if (event.pointerType === "mouse" && event.button === MIDDLE_BUTTON) {
      input.send({ type: "key", action: "press", key_code: KEY.home });
    } else {
      event.currentTarget.setPointerCapture(event.pointerId);
      const pinch = event.ctrlKey && event.pointerType === "mouse";
      input.down(event.pointerId, at(event), box(), { pressure: event.pressure || 1, pinch });
    }
  };
  const onPointerMove = (event: PointerEvent) => input.move(event.pointerId, at(event), box(), event.pressure || 1);
  const onPointerUp = (event: PointerEvent) => input.up(event.pointerId, at(event), box());
  const onPointerCancel = (event: PointerEvent) => input.cancel(event.pointerId);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // 229: an input method is at work on this key.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const action = actionOf(event);
    if (action.type === "browser") return;
    event.preventDefault();
    event.stopPropagation();
    if (action.type === "key") {
      const { key_code, meta_state } = action;
      if (input.send({ type: "key", action: "down", key_code, meta_state })) {
        pressed.current.set(event.code, { key_code, meta_state });
      }
    } else if (action.type === "rotate") input.send({ type: "rotate" });
    else clipboard.copyFromDevice(input, action.cut);
  };
  const onKeyUp = (event: KeyboardEvent) => {
    const key = pressed.current.get(event.code);
    if (!key) return;
    pressed.current.delete(event.code);
    input.send({ type: "key", action: "up", ...key });
  };

  const sendTyped = () => {
    const area = typing.current!;
    const text = area.value;
    area.value = "";
    for (let from = 0; from < text.length; from += LIMITS.text_max_chars) {
      input.send({ type: "text", text: text.slice(from, from + LIMITS.text_max_chars) });
    }
  };

  const onPaste = (event: ClipboardEvent) => {
    event.preventDefault();
    const files = [...event.clipboardData.files];
    if (files.length > 0) {
      onFiles(files);
      return;
    }
    const text = event.clipboardData.getData("text/plain");
    if (text.length > LIMITS.clipboard_max_chars)
      hint("warning", t("clipboard.too_long", { max: LIMITS.clipboard_max_chars }));
    else if (text) input.send({ type: "clipboard_set", text, paste: true });
  };

  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    setDropping(true);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    onFiles([...event.dataTransfer.files]);
  };

  return (
    <div
      ref={surface}
      className="dbg-surface"
      data-input={ready ? "ready" : "waiting"}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onContextMenu={(event) => event.preventDefault()}
      onDragOver={onDragOver}
      onDragLeave={() => setDropping(false)}
      onDrop={onDrop}
    >
      <textarea
        ref={typing}
        className="dbg-typing"
        aria-label={t("screen.keyboard")}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onInput={(event) => {
          if (!(event.nativeEvent as InputEvent).isComposing) sendTyped();
        }}
        onCompositionEnd={sendTyped}
        onPaste={onPaste}
      />
      {!ready && (
        <span className="dbg-input-waits" role="status">
          {t("screen.input_waits")}
        </span>
      )}
      {dropping && <div className="dbg-drop">{t("screen.drop")}</div>}
    </div>
  );
}
