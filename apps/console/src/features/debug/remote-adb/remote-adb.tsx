import type { RemoteAdb } from "@udt/contract";
import { isThisComputer } from "../../../lib/api/this-computer.ts";
import { CopyButton, ErrorState, SkeletonRows, StatePill, type Tone } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { AdbKeys } from "./adb-keys.tsx";
import { useRemoteAdb } from "./use-remote-adb.ts";
import "./remote-adb.css";

const TONES: Record<RemoteAdb["state"], Tone> = {
  off: "offline",
  waiting: "busy",
  asking: "warning",
  connected: "good",
};

/** adb from the user's own computer to this device, for as long as the session lasts. */
export function RemoteAdbPanel() {
  const t = useT("remote-adb");
  const { adb, open, close } = useRemoteAdb();
  if (adb.isPending) return <SkeletonRows rows={2} />;
  if (adb.isError) return <ErrorState title={t("failed")} error={adb.error} onRetry={() => void adb.refetch()} />;
  const { state, address } = adb.data;
  const isOn = state !== "off";
  return (
    <section className="dbg-adb" aria-label={t("title")} data-state={state}>
      <div className="dbg-adb-head">
        <h2 className="dbg-title">{t("title")}</h2>
        <StatePill tone={TONES[state]}>{t(`state.${state}`)}</StatePill>
        <span className="dbg-space" />
        {isOn ? (
          <button type="button" className="udt-button" disabled={close.isPending} onClick={() => close.mutate()}>
            {t("turn_off")}
          </button>
        ) : (
          <button type="button" className="udt-button" disabled={open.isPending} onClick={() => open.mutate()}>
            {t("turn_on")}
          </button>
        )}
      </div>
      {!isOn && <p className="udt-secondary">{t("lead")}</p>}
      {address && <Address address={address} isLocal={adb.data.is_local} />}
      <Traffic adb={adb.data} />
      <AdbKeys />
    </section>
  );
}

function Address({ address, isLocal }: { address: NonNullable<RemoteAdb["address"]>; isLocal: boolean }) {
  const t = useT("remote-adb");
  const { hostname } = window.location;
  const command = `adb connect ${address.hostname || hostname}:${address.port}`;
  return (
    <>
      <p className="dbg-adb-command">
        <code className="udt-num" data-literal>
          {command}
        </code>
        <CopyButton text={command} />
      </p>
      {isLocal && !isThisComputer(hostname) && (
        <p className="udt-secondary" role="note">
          {t("local_only")}
        </p>
      )}
    </>
  );
}

function Traffic({ adb }: { adb: RemoteAdb }) {
  const t = useT("remote-adb");
  const format = useFormat();
  const { state, connected_at, received_bytes, sent_bytes } = adb;
  // A key that asks is told of above the page, wherever the person is.
  if (state === "off" || state === "asking") return null;
  if (connected_at === null) return <p className="udt-secondary">{t("waiting_text")}</p>;
  return (
    <p className="udt-secondary udt-num">
      {t("connected_since", { time: format.exact(connected_at) })}
      {" · "}
      {t("traffic", { received: format.bytes(received_bytes), sent: format.bytes(sent_bytes) })}
    </p>
  );
}
