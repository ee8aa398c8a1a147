import { useQuery } from "@tanstack/react-query";
import { isSelectable, type DataOf, type Run } from "@udt/contract";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { Button, Radio } from "antd";
import { useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { DEVICE_TONES, ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import type { OneCase } from "./failure-text.tsx";
import { usePlace } from "./use-place.ts";
import { useRerun } from "./use-rerun.ts";

type Offered = DataOf<typeof jobEndpoints.jobDevices>["list"][number];

/** Runs one case again, by itself, on a device that one is asked for. */
export function RunAlone({ run, one }: { run: Run; one: OneCase }) {
  const t = useT("runs");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {t("case.run_alone")}
      </Button>
      {open && <AloneDialog run={run} one={one} onClose={() => setOpen(false)} />}
    </>
  );
}

function AloneDialog({ run, one, onClose }: { run: Run; one: OneCase; onClose: () => void }) {
  const t = useT("runs");
  const common = useT("common");
  const { project } = usePlace();
  const rerun = useRerun(project, run);
  const [chosen, setChosen] = useState<string>();
  const devices = useQuery(
    queryOf(jobEndpoints.jobDevices, {
      query: { project },
      body: { os: run.config.os, devices: { kind: "rule", rules: [], count: 1 } },
    }),
  );
  const list = (devices.data?.list ?? []).toSorted((a, b) => placeOf(a, one) - placeOf(b, one));
  const usable = list.filter(({ state }) => isSelectable(state));
  const device_id = chosen ?? usable[0]?.device_id;
  return (
    <Dialog
      title={t("alone.title")}
      okText={t("alone.run")}
      okButtonProps={{ loading: rerun.isPending, disabled: device_id === undefined }}
      cancelText={common("cancel")}
      onOk={() => device_id !== undefined && rerun.mutate({ case_key: one.case_key, device_id })}
      onCancel={onClose}
    >
      <p className="udt-secondary">{t("alone.text")}</p>
      {devices.isPending ? (
        <SkeletonRows rows={3} />
      ) : devices.isError ? (
        <ErrorState title={t("devices.error")} error={devices.error} onRetry={() => void devices.refetch()} />
      ) : list.length === 0 ? (
        <p role="status">{t("alone.none")}</p>
      ) : (
        <Radio.Group
          className="runs-alone"
          aria-label={t("alone.device")}
          value={device_id}
          onChange={(event) => setChosen(event.target.value as string)}
        >
          {list.map((device) => (
            <Radio key={device.device_id} value={device.device_id} disabled={!isSelectable(device.state)}>
              <span className="runs-alone-name">
                <b className="udt-ellipsis">{device.model}</b>
                <small className="udt-secondary udt-ellipsis" data-literal>
                  {device.serial}
                </small>
              </span>
              {device.device_id === one.device_id && <small className="udt-secondary">{t("alone.same")}</small>}
              <StatePill tone={DEVICE_TONES[device.state]}>{common(`device_state.${device.state}`)}</StatePill>
            </Radio>
          ))}
        </Radio.Group>
      )}
    </Dialog>
  );
}

/** The device where it ran comes first, then those that are free, and last those that nobody can choose. */
function placeOf({ device_id, state }: Offered, one: OneCase): number {
  if (!isSelectable(state)) return 3;
  return device_id === one.device_id ? 0 : state === "idle" ? 1 : 2;
}
