import { useT } from "../lib/i18n/index.ts";

/** Told and shown over the page's first frame until the first screen's code is here: late, so that a fast start does not flicker. */
export function Starting() {
  const t = useT("common");
  return (
    <div className="udt-starting" role="status">
      <span className="udt-hidden">{t("loading")}</span>
    </div>
  );
}
