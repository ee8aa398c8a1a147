import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** Says that not all files are listed, and how many there are. */
export function useMoreFiles(): (files: { shown: number; total: number }) => string {
  const t = useT("scripts");
  const format = useFormat();
  return ({ shown, total }) => t("more_files", { shown: format.number(shown), total: format.number(total) });
}
