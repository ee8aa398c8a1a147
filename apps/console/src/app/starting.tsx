import { useT } from "../lib/i18n/index.ts";
import "./starting.css";

/** Shown until the first screen's code is here. Appears late, so that a fast start does not flicker. */
export function Starting() {
  const t = useT("common");
  return (
    <div className="udt-starting" role="status">
      <span className="udt-hidden">{t("loading")}</span>
    </div>
  );
}
