import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

interface Sized {
  footprint_bytes: number | null;
  java_bytes: number | null;
}

/** What a sample comes to, in a few words: its footprint, else its Java heap by that name; undefined where it tells neither. */
export function useFigure(): (of: Sized | null | undefined) => string | undefined {
  const t = useT("memory");
  const format = useFormat();
  return (of) => {
    if (!of) return undefined;
    if (of.footprint_bytes !== null) return format.bytes(of.footprint_bytes);
    return of.java_bytes === null ? undefined : t("java_figure", { size: format.bytes(of.java_bytes) });
  };
}
