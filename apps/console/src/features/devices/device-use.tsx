import { CheckCircleOutlined, StopOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import { useOutLine } from "./use-out-line.ts";

/** Whether a device is given to anybody, by whose word it is not, and the place for administrators to change that. */
export function DeviceUse({ project, device }: { project: string; device: Device }) {
  const t = useT("devices");
  const may = useMay(project, "project.owner");
  const line = useOutLine();
  const [action, setAction] = useState<"take_out" | "put_back">();
  const { out_of_use } = device;
  if (!out_of_use && !may) return null;
  const possible = out_of_use ? "put_back" : "take_out";
  return (
    <section className="devices-use" aria-label={t("out_of_use.title")}>
      <h2 className="devices-drawer-title">{t("out_of_use.title")}</h2>
      <p>{out_of_use ? line(out_of_use).whole : t("out_of_use.in_use")}</p>
      {may && (
        <Button
          size="small"
          icon={out_of_use ? <CheckCircleOutlined /> : <StopOutlined />}
          onClick={() => setAction(possible)}
        >
          {t(`out_of_use.${possible}`)}
        </Button>
      )}
      {action && (
        <BulkDialog project={project} action={action} devices={[device]} onClose={() => setAction(undefined)} />
      )}
    </section>
  );
}
