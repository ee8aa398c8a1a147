import { useEffect, useRef } from "react";
import { useT } from "../../lib/i18n/index.ts";

/** What it says of a window that is narrower than the page. It stays in sight however far the page is moved sideways. */
export function TooNarrow() {
  const t = useT("app");
  const note = useRef<HTMLElement>(null);
  useEffect(() => {
    // A finger moves what is seen over the page, and no element scrolls.
    const seen = window.visualViewport;
    if (!seen) return undefined;
    const follow = () => note.current?.style.setProperty("left", `${seen.offsetLeft}px`);
    seen.addEventListener("scroll", follow);
    seen.addEventListener("resize", follow);
    return () => {
      seen.removeEventListener("scroll", follow);
      seen.removeEventListener("resize", follow);
    };
  }, []);
  return (
    <aside ref={note} className="udt-too-narrow">
      {t("too_narrow")}
    </aside>
  );
}
