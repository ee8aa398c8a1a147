import type { Device } from "@udt/contract";
import { Button } from "antd";
import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./use-bulk.ts";

/**
 * What a device may be had to do as soon as it is free; what is asked for is told before. The dialog stays while the buttons go:
 * they are for a device that has nothing to do.
 * @param project null: an administrator of the server asks, through no project
 */
export function useWorkButtons(
  project: string | null,
  device: Device,
  works: readonly BulkAction[],
): { buttons: ReactNode; dialog: ReactNode } {
  const t = useT("devices");
  const [action, setAction] = useState<BulkAction>();
  const buttons = works.map((work) => (
    <Button key={work} size="small" onClick={() => setAction(work)}>
      {t(`out_of_use.${work}`)}
    </Button>
  ));
  const dialog = action && (
    <BulkDialog project={project} action={action} devices={[device]} onClose={() => setAction(undefined)} />
  );
  return { buttons, dialog };
}
