import { useQuery } from "@tanstack/react-query";
import type { Device } from "@udt/contract";
import { deviceEndpoints } from "@udt/contract/endpoints/devices";
import { useState } from "react";
import { queryOf } from "../../../lib/api/queries.ts";
import { deviceLine, EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { deviceName } from "../../../lib/device-name/index.ts";
import { DevicePicture, HeldPicture } from "../../../lib/device-pictures/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { SearchField } from "../../../lib/list/index.ts";
import { ModelName } from "../../../lib/model-picture/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useRecentTests } from "../../../lib/statistics/index.ts";
import { DebugButton, useStartDebug } from "../../../lib/tests/index.ts";

type OnPhone = (test_id: string, device_id: string) => void;

const OWN_MAX = 20;
const FREE_MAX = 30;

/** A phone for the place beside the editor: of a session that one has, or one that is free. */
export function ChoosePhone({ onPhone }: { onPhone: OnPhone }) {
  return (
    <div className="dbg-beside-choose">
      <OwnSessions onPhone={onPhone} />
      <FreePhones onPhone={onPhone} />
    </div>
  );
}

/** The reader's debug sessions in this project that go on. */
function OwnSessions({ onPhone }: { onPhone: OnPhone }) {
  const t = useT("beside");
  const common = useT("common");
  const project = useProjectId();
  const tests = useRecentTests("open", OWN_MAX, project);
  const own = (tests.data?.list ?? []).flatMap(({ kind, test_id, devices: [device] }) =>
    kind === "debug" && device && device.state !== "done" ? [{ test_id, device }] : [],
  );
  if (own.length === 0) return null;
  return (
    <section aria-label={t("own")}>
      <h3>{t("own")}</h3>
      <ul>
        {own.map(({ test_id, device: { device_id, model, serial } }) => (
          <li key={test_id}>
            <HeldPicture project={project} device_id={device_id} />
            <b className="udt-ellipsis">{model || serial}</b>
            <button type="button" className="udt-button" onClick={() => onPhone(test_id, device_id)}>
              {common("debug.back")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FreePhones({ onPhone }: { onPhone: OnPhone }) {
  const t = useT("beside");
  const project = useProjectId();
  const [keyword, setKeyword] = useState("");
  const free = { project, state: "idle", access: "remote", page_size: FREE_MAX } as const;
  const query = { ...free, language: activeLanguage(), ...(keyword && { keyword }) };
  const devices = useQuery(queryOf(deviceEndpoints.deviceList, { query }));
  return (
    <section aria-label={t("free")}>
      <h3>{t("free")}</h3>
      <SearchField value={keyword} placeholder={t("search")} onSearch={setKeyword} />
      {devices.isPending && <SkeletonRows rows={3} />}
      {devices.isError && !devices.data && (
        <ErrorState title={t("devices_failed")} error={devices.error} onRetry={() => void devices.refetch()} />
      )}
      {devices.data?.list.length === 0 && (
        <EmptyState title={t("none")}>{t(keyword ? "none_found" : "none_text")}</EmptyState>
      )}
      <ul>
        {devices.data?.list.map((device) => (
          <FreePhone key={device.device_id} device={device} onPhone={onPhone} />
        ))}
      </ul>
    </section>
  );
}

function FreePhone({ device, onPhone }: { device: Device; onPhone: OnPhone }) {
  const common = useT("common");
  const project = useProjectId();
  const start = useStartDebug(onPhone);
  return (
    <li>
      <DevicePicture project={project} device={device} />
      <span className="dbg-beside-name">
        <b>
          <ModelName project={project} device={device} />
        </b>
        {start.refusal ? (
          <small className="dbg-bad" role="alert">
            {start.refusal}
          </small>
        ) : (
          <small className="udt-ellipsis">{deviceLine(device, common(`os.${device.os}`))}</small>
        )}
      </span>
      <DebugButton
        model={deviceName(device)}
        pending={start.isPending}
        onStart={(duration_minutes) => start.mutate({ project, device_id: device.device_id, duration_minutes })}
      />
    </li>
  );
}
