import { createContext, useContext } from "react";
import type { Translate } from "../../../lib/i18n/index.ts";
import { copyOrOffer } from "../copying.ts";
import { hint } from "../hints.tsx";
import { createStore, type Store } from "../../../lib/streams/index.ts";
import type { InputController } from "./input-controller.ts";

/** How long after Ctrl+C an answer still belongs to it. Later changes of the device's clipboard stay on the device. */
const ASKED_MS = 4_000;

export interface DeviceClipboard {
  /** What the device's clipboard last held. */
  readonly text: Store<string | undefined>;
  /** Has the device copy or cut its selection; the text lands on the browser's clipboard when it comes. */
  copyFromDevice(input: InputController, cut: boolean): void;
  /** The device's word. */
  received(text: string): void;
}

export function createDeviceClipboard(t: Translate<"debug">): DeviceClipboard {
  const text = createStore<string | undefined>(undefined);
  let askedAt = -Infinity;
  return {
    text,
    copyFromDevice(input, cut) {
      askedAt = performance.now();
      // After a cut the device tells the new clipboard by itself; asking would race with it.
      if (cut) input.send({ type: "key", action: "press", key: "Cut" });
      else input.send({ type: "clipboard_get", copy: true });
    },
    received(received) {
      text.set(received);
      if (performance.now() - askedAt > ASKED_MS || received === "") return;
      askedAt = -Infinity;
      copyOrOffer(t, received, () => hint("good", t("clipboard.copied")));
    },
  };
}

const ClipboardContext = createContext<DeviceClipboard | undefined>(undefined);
export const DeviceClipboardProvider = ClipboardContext.Provider;

export function useDeviceClipboard(): DeviceClipboard {
  const clipboard = useContext(ClipboardContext);
  if (!clipboard) throw new Error("not below a debug session");
  return clipboard;
}
