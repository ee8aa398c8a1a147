import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isSelectable, LIMITS, type Device, type Run } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { Button, Input, Radio } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { DEVICE_TONES, ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { ModelName } from "../../lib/model-picture/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { faultsOf } from "../../lib/device-health/index.ts";
import { inRow, useFormat } from "../../lib/format/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import type { OneCase } from "./failure-text.tsx";
import { usePlace } from "./use-place.ts";
import { useRerun } from "./use-rerun.ts";

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
  const format = useFormat();
  const { project } = usePlace();
  const rerun = useRerun(project, run);
  const [chosen, setChosen] = useState<string>();
  const [keyword, setKeyword] = useState("");
  const devices = useOffered(project, run, one, useDeferredValue(keyword.trim()));
  const { list } = devices;
  // One that is not offered any more is chosen no longer, and none is in its stead.
  const wanted = chosen === undefined ? list[0] : list.find(({ device_id }) => device_id === chosen);
  const device_id = wanted && isSelectable(wanted.state) && wanted.task_access ? wanted.device_id : undefined;
  return (
    <Dialog
      title={t("case.run_alone")}
      okText={t("alone.run")}
      okButtonProps={{ loading: rerun.isPending, disabled: device_id === undefined }}
      cancelText={common("cancel")}
      onOk={() => device_id !== undefined && rerun.mutate({ case_key: one.case_key, device_id })}
      onCancel={onClose}
    >
      <p className="udt-secondary">{t("alone.text")}</p>
      {(devices.isMore || keyword !== "") && (
        <Input
          type="search"
          allowClear
          maxLength={LIMITS.keyword_max}
          aria-label={common("search")}
          placeholder={common("search")}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
      )}
      {devices.isPending ? (
        <SkeletonRows rows={3} />
      ) : devices.error ? (
        <ErrorState title={t("devices.error")} error={devices.error} onRetry={() => void devices.refetch()} />
      ) : list.length === 0 ? (
        <p role="status">{t("alone.none")}</p>
      ) : (
        <Radio.Group
          className="runs-alone"
          aria-label={t("case.device")}
          value={device_id}
          onChange={(event) => setChosen(event.target.value as string)}
        >
          {list.map((device) => (
            <Radio
              key={device.device_id}
              value={device.device_id}
              disabled={!isSelectable(device.state) || !device.task_access}
            >
              <span className="runs-alone-name">
                <b className="udt-ellipsis">
                  <ModelName project={project} device={device} />
                </b>
                <small className="udt-secondary udt-ellipsis" data-literal>
                  {device.serial}
                </small>
                <Faults device={device} />
              </span>
              {device.device_id === one.device_id && <small className="udt-secondary">{t("alone.same")}</small>}
              <StatePill tone={DEVICE_TONES[device.state]}>{common(`device_state.${device.state}`)}</StatePill>
            </Radio>
          ))}
        </Radio.Group>
      )}
      {devices.isMore && (
        <small className="udt-secondary">
          {t("alone.more", { shown: format.number(list.length), total: format.number(devices.total) })}
        </small>
      )}
    </Dialog>
  );
}

/** Why the case may wait there: a run that takes only healthy devices leaves such a one. */
function Faults({ device }: { device: Device }) {
  const faults = faultsOf(device);
  return faults.length === 0 ? null : <small className="runs-alone-faults">{inRow(faults)}</small>;
}

/** The devices that a case of the run can run on, with the one where it ran among them; their states follow. */
function useOffered(project: string, run: Run, one: OneCase, keyword: string) {
  const found = useQuery({
    ...queryOf(deviceEndpoints.deviceList, {
      query: { project, os: run.config.os, keyword, page_size: LIMITS.page_size_max, language: activeLanguage() },
    }),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    ...queryOf(deviceEndpoints.deviceGet, { params: { device_id: one.device_id ?? "" }, query: { project } }),
    enabled: one.device_id !== null,
  });
  const listed = found.data?.list ?? [];
  const total = found.data?.total ?? 0;
  // What is searched for is what matches; a device that is not the project's any more is not offered.
  const isMissing = keyword === "" && own.data && listed.every(({ device_id }) => device_id !== own.data.device_id);
  const list = isMissing ? [own.data, ...listed] : listed;
  return {
    list: list.toSorted((a, b) => placeOf(a, one) - placeOf(b, one)),
    total,
    isMore: total > listed.length,
    isPending: found.isPending || own.isLoading,
    error: found.data ? null : found.error,
    refetch: found.refetch,
  };
}

/** The device where it ran comes first, then those that are free, and last those that nobody can choose. */
function placeOf({ device_id, state, task_access }: Device, one: OneCase): number {
  if (!isSelectable(state) || !task_access) return 3;
  return device_id === one.device_id ? 0 : state === "idle" ? 1 : 2;
}
