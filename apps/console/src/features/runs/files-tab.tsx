import type { Slot } from "@udt/contract";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { Files } from "./files.tsx";
import "./files.css";
import { useSlotName } from "./slot-name.ts";

/** What the devices left behind, one device at a time. */
export function FilesTab({ slots }: { slots: readonly Slot[] }) {
  const t = useT("runs");
  const nameOf = useSlotName();
  const begun = slots.filter((slot) => slot.device_id !== null);
  const [chosen, setChosen] = useState(0);
  const slot = begun[chosen] ?? begun[0];
  if (!slot) return <p className="runs-pad udt-secondary">{t("files.no_device")}</p>;
  return (
    <div className="runs-files">
      {begun.length > 1 && (
        <nav>
          {begun.map((each, index) => (
            <button
              key={each.device_seq}
              type="button"
              aria-pressed={each === slot}
              className="udt-ellipsis"
              onClick={() => setChosen(index)}
            >
              {nameOf(each)}
            </button>
          ))}
        </nav>
      )}
      <Files device_id={slot.device_id!} />
    </div>
  );
}
