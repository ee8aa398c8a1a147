import { useQuery } from "@tanstack/react-query";
import type { Device } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { useNavigate } from "react-router";
import { queryOf } from "../../lib/api/queries.ts";
import { deviceLine, EmptyState, ErrorState, SkeletonRows } from "../../lib/components/index.ts";
import { deviceName } from "../../lib/device-name/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { DebugButton, useStartDebug } from "../../lib/tests/index.ts";

/** A page of the list: who wants another finds it in the list of devices. */
const SHOWN_MAX = 100;

/** Chooses a device; its debug session opens where memory is recorded. */
export function RecordDialog({ project, onClose }: { project: string; onClose: () => void }) {
  const t = useT("memory");
  const wanted = { project, state: "idle", access: "remote", page_size: SHOWN_MAX } as const;
  const devices = useQuery(queryOf(deviceEndpoints.deviceList, { query: { ...wanted, language: activeLanguage() } }));
  const able = devices.data?.list.filter(({ capabilities }) => capabilities.includes("memory"));
  return (
    <Dialog title={t("record.title")} footer={null} onCancel={onClose}>
      <p className="udt-secondary">{t("record.lead")}</p>
      {devices.isPending && <SkeletonRows rows={3} />}
      {devices.isError && !able && (
        <ErrorState title={t("record.failed")} error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {able?.length === 0 && <EmptyState title={t("record.none")}>{t("record.none_text")}</EmptyState>}
      <ul className="memory-devices" aria-label={t("record.devices")}>
        {able?.map((device) => (
          <FreeDevice key={device.device_id} project={project} device={device} />
        ))}
      </ul>
    </Dialog>
  );
}

function FreeDevice({ project, device }: { project: string; device: Device }) {
  const common = useT("common");
  const navigate = useNavigate();
  const start = useStartDebug((test_id, device_id) => {
    void navigate(`${paths.debug(project, test_id, device_id)}&tab=memory`);
  });
  const { device_id } = device;
  return (
    <li>
      <span>
        <b className="udt-ellipsis">{deviceName(device)}</b>
        <small className="udt-secondary udt-ellipsis" role={start.refusal ? "alert" : undefined}>
          {start.refusal ?? deviceLine(device, common(`os.${device.os}`))}
        </small>
      </span>
      <DebugButton
        model={deviceName(device)}
        pending={start.isPending}
        onStart={(duration_minutes) => start.mutate({ project, device_id, duration_minutes })}
      />
    </li>
  );
}
