import type { Slot } from "@udt/contract";
import { useT } from "../../lib/i18n/index.ts";
import { useUrlFilters } from "../../lib/list/index.ts";
import { Files } from "./files.tsx";
import "./files.css";
import { partsOf } from "./parts.ts";
import { useSlotName } from "./slot-name.ts";
import "../../lib/components/controls.css";

/** What the devices left behind, one device at a time: also what those left that were lost. */
export function FilesTab({ slots }: { slots: readonly Slot[] }) {
  const t = useT("runs");
  const nameOf = useSlotName();
  const [search, set] = useUrlFilters();
  const parts = partsOf(slots);
  const part = parts.find(({ device_id }) => device_id === search.get("device_id")) ?? parts[0];
  if (!part) return <p className="runs-pad udt-secondary">{t("files.no_device")}</p>;
  return (
    <div className="runs-files">
      {parts.length > 1 && (
        <nav aria-label={t("tab.devices")}>
          {parts.map((each) => (
            <button
              key={each.device_id}
              type="button"
              aria-pressed={each === part}
              className="udt-option udt-ellipsis"
              title={each.serial}
              onClick={() => set({ device_id: each.device_id })}
            >
              {nameOf(each)}
              {each.isLost && <small className="udt-secondary"> {t("device.lost")}</small>}
            </button>
          ))}
        </nav>
      )}
      <Files device_id={part.device_id} />
    </div>
  );
}
