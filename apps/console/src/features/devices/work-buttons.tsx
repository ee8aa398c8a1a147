import type { Device } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./use-bulk.ts";

interface WorkButtonsProps {
  /** Null: an administrator of the server asks, through no project. */
  project: string | null;
  device: Device;
  works: readonly BulkAction[];
}

/** What a device may be had to do as soon as it is free; what is asked for is told before. */
export function WorkButtons({ project, device, works }: WorkButtonsProps) {
  const t = useT("devices");
  const [action, setAction] = useState<BulkAction>();
  return (
    <div className="devices-use-actions">
      {works.map((work) => (
        <Button key={work} size="small" onClick={() => setAction(work)}>
          {t(`out_of_use.${work}`)}
        </Button>
      ))}
      {action && (
        <BulkDialog project={project} action={action} devices={[device]} onClose={() => setAction(undefined)} />
      )}
    </div>
  );
}
