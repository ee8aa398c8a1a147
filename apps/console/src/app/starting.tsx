import { useT } from "../lib/i18n/index.ts";
import "./starting.css";

const BARS = [18, 42, 64, 58, 70, 52];

/**
 * Shown until the first screen's code is here. Appears late, so that a fast start does not flicker.
 *
 * @param inShell The screen will have the console's frame: it begins in the shape of that.
 */
export function Starting({ inShell }: { inShell: boolean }) {
  const t = useT("common");
  return (
    <div className="udt-starting" role="status">
      <span className="udt-hidden">{t("loading")}</span>
      {inShell && (
        <>
          <header aria-hidden />
          <main aria-hidden>
            {BARS.map((width) => (
              <i key={width} style={{ width: `${width}%` }} />
            ))}
          </main>
        </>
      )}
    </div>
  );
}
