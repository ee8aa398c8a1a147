import type { Device } from "@udt/contract";
import { Button, Progress } from "antd";
import { useState } from "react";
import { deviceName } from "../../lib/device-name/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import "./bulk-dialog.css";
import { isSaid, WishFields } from "./bulk-wish.tsx";
import { isLater, useBulk, type BulkAction, type BulkWish, type Outcome } from "./use-bulk.ts";

export interface BulkDialogProps {
  /** Null: an administrator of the server does it, through no project. */
  project: string | null;
  action: BulkAction;
  devices: readonly Device[];
  onClose: () => void;
}

/** Asks once for all of some devices, shows how far it is, and tells of each that was refused why. */
export function BulkDialog({ project, action, devices, onClose }: BulkDialogProps) {
  const t = useT("devices");
  const common = useT("common");
  const { outcomes, isRunning, run, stop } = useBulk(project, action);
  const [wish, setWish] = useState<BulkWish>({
    reason: "",
    site: sharedOf("site", devices),
    location: sharedOf("location", devices),
    access: {},
    gift: { given_to: "projects", project_ids: [], change: "set" },
    tag: { tag_id: undefined, pick: "include" },
  });
  const isBegun = isRunning || outcomes.size > 0;
  const rest = devices.filter(({ device_id }) => outcomes.get(device_id)?.state !== "done");
  const isRight = isSaid(action, wish);
  const { reason, site, location } = wish;
  const said = { reason: reason.trim(), site: site.trim(), location: location.trim() };
  const go = () => void run(rest, { ...wish, ...said });
  const close = (
    <Button key="close" onClick={onClose}>
      {common(isBegun ? "close" : "cancel")}
    </Button>
  );
  const footer = isRunning ? (
    <Button onClick={stop}>{t("bulk.stop")}</Button>
  ) : (
    <>
      {close}
      {rest.length > 0 && (
        <Button type="primary" disabled={!isRight} onClick={go}>
          {t(isBegun ? "bulk.again" : `bulk.go.${action}`)}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={t(`bulk.title.${action}`, { count: devices.length })}
      footer={footer}
      closable={!isRunning}
      keyboard={!isRunning}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      {isBegun ? (
        <Outcomes action={action} devices={devices} outcomes={outcomes} />
      ) : (
        <>
          <p className="udt-secondary">{t(`bulk.hint.${action}`)}</p>
          <p className="devices-bulk-names" data-literal>
            {devices.map(nameOf).join(" · ")}
          </p>
          <WishFields
            project={project}
            action={action}
            wish={wish}
            change={(part) => setWish((before) => ({ ...before, ...part }))}
            onEnter={() => isRight && go()}
          />
        </>
      )}
    </Dialog>
  );
}

/** Where all of them stand already; empty where they do not stand at one place. */
const sharedOf = (of: "site" | "location", [first, ...rest]: readonly Device[]): string =>
  first && rest.every((device) => device[of] === first[of]) ? first[of] : "";

/** Of one that does not tell its model the serial number is the name. */
const nameOf = (device: Device): string => {
  const name = deviceName(device);
  return name === device.serial ? name : `${name} (${device.serial})`;
};

function Outcomes(props: { action: BulkAction; devices: readonly Device[]; outcomes: ReadonlyMap<string, Outcome> }) {
  const { action, devices, outcomes } = props;
  const t = useT("devices");
  const count = (state: Outcome["state"]) => [...outcomes.values()].filter((one) => one.state === state).length;
  const told = (["done", "refused", "left"] as const).filter((state) => state === "done" || count(state) > 0);
  const wordOf = (state: Outcome["state"]) => (state === "done" && isLater(action) ? "asked" : state);
  const refused = devices.flatMap((device) => {
    const outcome = outcomes.get(device.device_id);
    return outcome?.state === "refused" ? [{ device, why: outcome.why }] : [];
  });
  return (
    <>
      <Progress
        percent={Math.round((outcomes.size / devices.length) * 100)}
        status={refused.length > 0 ? "exception" : outcomes.size < devices.length ? "active" : "success"}
        format={() => t("bulk.progress", { done: outcomes.size, total: devices.length })}
        aria-label={t("bulk.progress", { done: outcomes.size, total: devices.length })}
      />
      <p role="status">{told.map((state) => t(`bulk.${wordOf(state)}`, { count: count(state) })).join(" · ")}</p>
      {refused.length > 0 && (
        <ul className="devices-bulk-refused">
          {refused.map(({ device, why }) => (
            <li key={device.device_id}>
              <b data-literal>{nameOf(device)}</b> {why}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
