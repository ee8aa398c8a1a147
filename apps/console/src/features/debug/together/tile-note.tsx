import { useT } from "../../../lib/i18n/index.ts";
import type { Divergence } from "./divergence.ts";
import type { PhoneView } from "./followed-phone.ts";
import { inRow, withGap } from "../../../lib/format/index.ts";

/** So many names are told; there may be hundreds. */
const NAMES = 2;

/** What there is to say of a phone: that its screen is another one, and how the last tap came to it. */
export function TileNote({ view, isLeader }: { view: PhoneView; isLeader: boolean }) {
  const t = useT("debug");
  const why = useDivergenceText();
  const { divergence, repeated, isReading } = view;
  if (isLeader) {
    return <p className="dbg-tile-note udt-secondary">{isReading ? t("together.reading") : t("together.leads")}</p>;
  }
  return (
    <div className="dbg-tile-note" role="status">
      {divergence && (
        <p data-tone="warning" className="udt-lines dbg-tile-apart" title={why(divergence)}>
          <b>{t("together.diverged")}</b> {why(divergence)}
        </p>
      )}
      {repeated?.by === "coordinate" ? (
        <p className="dbg-tile-by" data-by="coordinate">
          {withGap(t("together.by_coordinate"))}
          {t(`together.no_element.${repeated.no}`)}
        </p>
      ) : (
        <p className="dbg-tile-by udt-secondary" data-by={repeated?.by}>
          {isReading ? t("together.reading") : repeated ? t("together.by_its_element") : t("together.follows")}
        </p>
      )}
    </div>
  );
}

function useDivergenceText(): (divergence: Divergence) => string {
  const t = useT("debug");
  return (divergence) => {
    switch (divergence.kind) {
      case "app":
        return t("together.other_app", { app: divergence.follower, leader: divergence.leader });
      case "turned":
        return t("together.turned");
      case "missed":
        return t("together.missed");
      case "elements": {
        const { missing, extra } = divergence;
        const names = (all: readonly string[]) => inRow(all.slice(0, NAMES)) + (all.length > NAMES ? " …" : "");
        return [
          missing.length > 0 && t("together.without", { names: names(missing) }),
          extra.length > 0 && t("together.with", { names: names(extra) }),
        ]
          .filter(Boolean)
          .join(" ");
      }
    }
  };
}
