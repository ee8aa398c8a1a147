import { LIMITS, type Device } from "@udt/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { BULK_ACTIONS, type BulkAction } from "./use-bulk.ts";

/**
 * What administrators do with several devices. The dialog is the page's: devices leave the list while it is open, and what came
 * of each is told all the same.
 */
export function useBulkButtons(project: string | null): {
  buttons: (chosen: readonly Device[]) => ReactNode;
  dialog: ReactNode;
} {
  const t = useT("devices");
  const [wish, setWish] = useState<{ action: BulkAction; devices: readonly Device[] }>();
  const buttons = (chosen: readonly Device[]) => (
    <>
      {BULK_ACTIONS.map((action) => (
        <Button
          key={action}
          disabled={chosen.length > LIMITS.bulk_max}
          onClick={() => setWish({ action, devices: chosen })}
        >
          {t(`out_of_use.${action}`)}
        </Button>
      ))}
      {chosen.length > LIMITS.bulk_max && (
        <span className="udt-secondary">{t("bulk.too_many", { max: LIMITS.bulk_max })}</span>
      )}
    </>
  );
  const dialog = wish && <BulkDialog project={project} {...wish} onClose={() => setWish(undefined)} />;
  return { buttons, dialog };
}
