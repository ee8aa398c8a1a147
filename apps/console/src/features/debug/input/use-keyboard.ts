import { LIMITS, type DeviceKey, type KeyModifier } from "@udt/contract";
import {
  useEffect,
  useRef,
  type ClipboardEvent,
  type CompositionEvent,
  type InputEvent,
  type KeyboardEvent,
} from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { hint } from "../hints.tsx";
import { useDeviceClipboard } from "./device-clipboard.ts";
import type { InputController } from "./input-controller.ts";
import { actionOf } from "./keymap.ts";

/** What a text area needs so that what is typed and pasted into it goes to the device, as keys and as text. Lets all go when the focus leaves. */
export function useKeyboard({ input, onFiles }: { input: InputController; onFiles: (files: File[]) => void }) {
  const t = useT("debug");
  const typing = useRef<HTMLTextAreaElement>(null);
  const pressed = useRef(new Map<string, { key: DeviceKey; modifiers: KeyModifier[] }>());
  const clipboard = useDeviceClipboard();

  useEffect(() => {
    const keyboard = typing.current;
    const held = pressed.current;
    const letGo = () => {
      input.releaseAll();
      for (const key of held.values()) input.send({ type: "key", action: "up", ...key });
      held.clear();
    };
    const onVisibility = () => {
      if (document.hidden) letGo();
    };
    window.addEventListener("blur", letGo);
    keyboard?.addEventListener("blur", letGo);
    document.addEventListener("visibilitychange", onVisibility);
    const detach = keyboard && input.keyboard.attach(keyboard);
    return () => {
      detach?.();
      window.removeEventListener("blur", letGo);
      keyboard?.removeEventListener("blur", letGo);
      document.removeEventListener("visibilitychange", onVisibility);
      letGo();
    };
  }, [input]);

  const sendTyped = (area: HTMLTextAreaElement) => {
    const text = area.value;
    area.value = "";
    for (let from = 0; from < text.length; from += LIMITS.text_max_chars) {
      input.send({ type: "text", text: text.slice(from, from + LIMITS.text_max_chars) });
    }
  };

  /** Gives the text area the focus, and its place within `surface`: input methods open their list of candidates there. */
  const focusAt = (point: { clientX: number; clientY: number }, surface: Element) => {
    const area = typing.current;
    if (!area) return;
    const place = surface.getBoundingClientRect();
    area.style.left = `${Math.min(point.clientX - place.left, place.width - 2)}px`;
    area.style.top = `${Math.min(point.clientY - place.top, place.height - 20)}px`;
    area.focus({ preventScroll: true });
  };

  const typed = {
    onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => {
      // 229: an input method is at work on this key.
      if (event.nativeEvent.isComposing || event.keyCode === 229) return;
      const action = actionOf(event);
      if (action.type === "browser") return;
      event.preventDefault();
      event.stopPropagation();
      if (action.type === "key") {
        const { key, modifiers } = action;
        if (input.send({ type: "key", action: "down", key, modifiers })) {
          pressed.current.set(event.code, { key, modifiers });
        }
      } else if (action.type === "leave") input.keyboard.leave();
      else if (action.type === "rotate") input.send({ type: "rotate" });
      else clipboard.copyFromDevice(input, action.cut);
    },
    onKeyUp: (event: KeyboardEvent) => {
      const key = pressed.current.get(event.code);
      if (!key) return;
      pressed.current.delete(event.code);
      input.send({ type: "key", action: "up", ...key });
    },
    onInput: (event: InputEvent<HTMLTextAreaElement>) => {
      if (!event.nativeEvent.isComposing) sendTyped(event.currentTarget);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLTextAreaElement>) => sendTyped(event.currentTarget),
    onPaste: (event: ClipboardEvent) => {
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
    },
  };
  return { typing, typed, focusAt };
}
