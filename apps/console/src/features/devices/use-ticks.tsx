import { LIMITS, type Device } from "@udt/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import type { Selection } from "../../lib/list/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./use-bulk.ts";
import { useTogether } from "./use-together.tsx";

const ACTIONS: readonly BulkAction[] = ["take_out", "put_back", "inspect"];

/**
 * What devices of the list are ticked for: to be driven together, and by administrators to be cared for. The dialog is the
 * page's: devices leave the list while it is open, and what came of each is told all the same.
 */
export function useTicks(project: string): { selection: Selection<Device>; dialog: ReactNode } {
  const t = useT("devices");
  const may = useMay(project, "project.owner");
  const together = useTogether(project);
  const [wish, setWish] = useState<{ action: BulkAction; devices: readonly Device[] }>();
  if (!may) return { selection: together, dialog: null };
  const selection: Selection<Device> = {
    ...together,
    isTickable: () => true,
    words: { ...together.words, all: t("bulk.all") },
    actions: (chosen, clear) => (
      <>
        {chosen.every(together.isTickable) && together.actions(chosen, clear)}
        {ACTIONS.map((action) => (
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
    ),
  };
  const dialog = wish && <BulkDialog project={project} {...wish} onClose={() => setWish(undefined)} />;
  return { selection, dialog };
}
