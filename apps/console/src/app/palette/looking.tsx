import { useT } from "../../lib/i18n/index.ts";

/** What may fit is on its way, or the code that shows it. */
export function Looking() {
  const t = useT("app");
  return (
    <p className="udt-palette-none" role="status">
      {t("palette.looking")}
    </p>
  );
}
