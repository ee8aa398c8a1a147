import type { Slot } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";

/** What a wanted device is called: by its model once it has one, else by its number, which counts from 1 for people. */
export function useSlotName() {
  const t = useT("runs");
  return (slot: Pick<Slot, "model" | "serial" | "device_seq">): string =>
    slot.model || slot.serial || t("devices.device", { number: slot.device_seq + 1 });
}
