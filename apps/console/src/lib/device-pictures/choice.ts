import { useSyncExternalStore } from "react";
import { local } from "../storage.ts";

const KEY = "device-pictures";
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const isOn = () => local.getItem(KEY) !== "off";

/** Whether lists show what is on devices' screens, which this browser remembers; or the devices' outlines alone. */
export function useDevicePictures(): [isOn: boolean, choose: (isOn: boolean) => void] {
  return [
    useSyncExternalStore(listen, isOn),
    (next) => {
      if (next) local.removeItem(KEY);
      else local.setItem(KEY, "off");
      for (const listener of listeners) listener();
    },
  ];
}
