import { LIMITS, type Device } from "@udt/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { isForOwn, useMayPlace } from "./shared.ts";
import type { BulkAction } from "./use-bulk.ts";

/**
 * What is done with several devices, as far as who looks may. The dialog is the page's: devices leave the list while it is open, and what came
 * of each is told all the same.
 */
export function useBulkButtons(
  project: string | null,
  actions: readonly BulkAction[],
): {
  buttons: (chosen: readonly Device[]) => ReactNode;
  dialog: ReactNode;
} {
  const t = useT("devices");
  const mayAt = useMayPlace(project);
  /** Of which there is none that who looks may take out or place. */
  const isOthers = (chosen: readonly Device[]) => actions.some(isForOwn) && chosen.length > 0 && !chosen.some(mayAt);
  const [wish, setWish] = useState<{ action: BulkAction; devices: readonly Device[] }>();
  const buttons = (chosen: readonly Device[]) => (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          disabled={chosen.length > LIMITS.bulk_max || (isOthers(chosen) && isForOwn(action))}
          onClick={() => setWish({ action, devices: chosen })}
        >
          {t(`out_of_use.${action}`)}
        </Button>
      ))}
      {isOthers(chosen) && <span className="udt-secondary">{t("shared.many")}</span>}
      {chosen.length > LIMITS.bulk_max && (
        <span className="udt-secondary">{t("bulk.too_many", { max: LIMITS.bulk_max })}</span>
      )}
    </>
  );
  const dialog = wish && <BulkDialog project={project} {...wish} onClose={() => setWish(undefined)} />;
  return { buttons, dialog };
}
