import { Emitter } from "@udt/base";
import type { PhoneScreen } from "../types.ts";

/** The phone's one clipboard; it tells of a change, not of the same text set again. */
export const createClipboard = (): PhoneScreen["clipboard"] => {
  let value = "";
  const changed = new Emitter<string>();
  return {
    get: () => value,
    set: (text) => {
      if (text === value) return;
      value = text;
      changed.emit(text);
    },
    changed,
  };
};
