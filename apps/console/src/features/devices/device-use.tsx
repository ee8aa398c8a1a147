import { CheckCircleOutlined, StopOutlined } from "@ant-design/icons";
import type { Device } from "@udt/contract";
import { Button } from "antd";
import { useState } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./use-bulk.ts";
import { useMayPlace } from "./shared.ts";
import { closedKey } from "./closed-mark.tsx";
import { useOutLine } from "./use-out-line.ts";

/** Whether a device is given to anybody, by whose word it is not, and the place for administrators to change that. */
export function DeviceUse({ project, device }: { project: string; device: Device }) {
  return <DeviceUseOf project={project} device={device} may={useMay(project, "project.owner")} />;
}

/** The same, for who may change it or not; with null through no project. */
export function DeviceUseOf(props: { project: string | null; device: Device; may: boolean }) {
  const { project, device, may } = props;
  const t = useT("devices");
  const line = useOutLine();
  const isOurs = useMayPlace(project)(device);
  const [action, setAction] = useState<BulkAction>();
  const { out_of_use, site, location, task_access, remote_access } = device;
  const isPlaced = site !== "" || location !== "" || !task_access || !remote_access;
  if (!out_of_use && !isPlaced && !may) return null;
  const possible = out_of_use ? "put_back" : "take_out";
  return (
    <section className="devices-use" aria-label={t("out_of_use.title")}>
      <h2 className="devices-drawer-title">{t("out_of_use.title")}</h2>
      {out_of_use && <p>{line(out_of_use).whole}</p>}
      {site !== "" && <p>{t("placement.at", { site })}</p>}
      {location !== "" && <p>{t("placement.location", { location })}</p>}
      {(!task_access || !remote_access) && <p>{t(closedKey({ task_access, remote_access }))}</p>}
      {may && (
        <div className="devices-use-actions">
          <Button
            size="small"
            disabled={!isOurs}
            icon={out_of_use ? <CheckCircleOutlined /> : <StopOutlined />}
            onClick={() => setAction(possible)}
          >
            {t(`out_of_use.${possible}`)}
          </Button>
          {(["site", "location", "access"] as const).map((each) => (
            <Button key={each} size="small" disabled={!isOurs} onClick={() => setAction(each)}>
              {t(`out_of_use.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {may && !isOurs && <p className="udt-secondary">{t("shared.one")}</p>}
      {action && (
        <BulkDialog project={project} action={action} devices={[device]} onClose={() => setAction(undefined)} />
      )}
    </section>
  );
}
