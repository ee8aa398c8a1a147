import type { Device } from "@udt/contract";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** In words: since when and by whom a device is out of use, and why, which guests are not told. */
export function useOutLine() {
  const t = useT("devices");
  const format = useFormat();
  const now = useNow();
  return ({ since, user_name, reason }: NonNullable<Device["out_of_use"]>) => {
    const about = t("out_of_use.since", { time: format.moment(since, now), user: user_name });
    return { about, reason, whole: reason ? t("out_of_use.because", { about, reason }) : about };
  };
}
