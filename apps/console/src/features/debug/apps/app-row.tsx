import { Popconfirm, Progress } from "antd";
import type { App } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { useState, type ReactNode } from "react";
import { api } from "../../../lib/api/api.ts";
import { versionOf } from "../../../lib/apps/index.ts";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";
import { StatePill } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { hint } from "../hints.tsx";
import { CloseIcon, EraseIcon, PackageIcon, PlayIcon, StopIcon, TrashIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { appStateOf, hasFailed, isOutdated, isSystemAlone, isUnderWay, type AppRow } from "./app-rows.ts";
import { useDeviceAppAction, useInstallActions, type DeviceAppAction } from "./use-apps.ts";

/** One app: what it is, its one state, and what can be done with it now. */
export function AppItem({ row, onDismiss }: { row: AppRow; onDismiss: (install_id: string) => void }) {
  const { drives } = useSession();
  const state = appStateOf(row);
  const { install } = row;
  return (
    <li className="dbg-item" data-package={row.package_name} data-app={state} data-install={install?.state}>
      <AppIcon app={row.versions[0]} />
      <AppWords row={row} />
      <span className="dbg-app-acts">
        <AppPill row={row} />
        {drives && <AppActs row={row} onDismiss={onDismiss} />}
      </span>
    </li>
  );
}

function AppIcon({ app }: { app: App | undefined }) {
  const { project } = useSession();
  const [broken, setBroken] = useState(false);
  if (!app?.icon || broken) {
    return (
      <span className="dbg-app-icon">
        <PackageIcon />
      </span>
    );
  }
  const src = api.url(appEndpoints.appIcon, { params: { app_id: app.app_id }, query: { project } });
  return <img className="dbg-app-icon" src={src} alt="" loading="lazy" onError={() => setBroken(true)} />;
}

/** The device can take none of its packages. */
const isForeign = ({ fits, versions, onDevice }: AppRow): boolean => !fits && versions.length > 0 && !onDevice;

function AppWords({ row }: { row: AppRow }) {
  const t = useT("debug");
  const format = useFormat();
  const { install, onDevice, versions, name, package_name } = row;
  const [newest] = versions;
  const version = onDevice ? `${onDevice.version_name} (${onDevice.version_code})` : newest && versionOf(newest);
  const id = name !== package_name && package_name;
  const facts = [
    id,
    version,
    newest && !onDevice && format.bytes(newest.size_bytes),
    isSystemAlone(row) && t("apps.system"),
  ];
  const underWay = install && isUnderWay(install);
  const failed = install && hasFailed(install);
  const begins = row.isAsked && !underWay;
  return (
    <span className="dbg-item-words">
      <strong className="udt-ellipsis" title={[package_name, newest?.file_name].filter(Boolean).join(" · ")}>
        {name}
      </strong>
      {begins ? (
        <span className="udt-secondary" role="status">
          {t("install.state.download_started")}
        </span>
      ) : underWay ? (
        <span className="udt-secondary udt-num" role="status">
          {t(`install.state.${install.state}`)}
          {install.percent > 0 && ` ${format.percent(install.percent / 100)}`}
        </span>
      ) : failed ? (
        <span className="dbg-bad" role="alert">
          {t(`install.state.${install.state}`)}
        </span>
      ) : (
        <span className="udt-secondary udt-ellipsis">{facts.filter(Boolean).join(" · ")}</span>
      )}
      {isForeign(row) && newest && (
        <span className="udt-secondary">
          {t(newest.kind === "aab" ? "apps.bundle" : "apps.other_system", { kind: `.${newest.kind}` })}
        </span>
      )}
      {install && !begins && !underWay && install.reason && <Said said={install.reason} />}
      {underWay && install.state !== "uninstalling" && (
        <Progress percent={install.percent} showInfo={false} size="small" status="active" aria-label={name} />
      )}
    </span>
  );
}

/** What is so now, told apart from what can be done: a word with its colour, never a button. */
function AppPill({ row }: { row: AppRow }) {
  const t = useT("debug");
  const state = appStateOf(row);
  if (state === "running") return <StatePill tone="busy">{t("apps.running")}</StatePill>;
  if (state === "installed") return <StatePill tone="good">{t("apps.installed")}</StatePill>;
  if (state === "absent" && (row.install?.state === "uninstalled" || row.install?.state === "cancelled"))
    return <span className="udt-secondary dbg-item-note">{t(`install.state.${row.install.state}`)}</span>;
  return null;
}

function AppActs({ row, onDismiss }: { row: AppRow; onDismiss: (install_id: string) => void }) {
  const t = useT("debug");
  const common = useT("common");
  const { running } = useSession();
  const { cancel } = useInstallActions();
  const { install, fits, onDevice, isRead, isAsked, name } = row;
  if (install && isUnderWay(install)) {
    return (
      <button
        type="button"
        className="udt-button"
        disabled={!running || cancel.isPending}
        onClick={() => cancel.mutate(install)}
      >
        {t("apps.cancel")}
      </button>
    );
  }
  // What can be done is known as soon as it has begun, or as the device has said whether it is there.
  if (isAsked || isForeign(row)) return null;
  return (
    <>
      {onDevice && <DeviceActs row={row} onDevice={onDevice} />}
      {fits && (onDevice || isRead) && <InstallActs row={row} />}
      {install && hasFailed(install) && (
        <button
          type="button"
          className="udt-icon-button"
          data-large
          aria-label={common("labelled", { label: t("apps.dismiss"), value: name })}
          title={t("apps.dismiss")}
          onClick={() => onDismiss(install.install_id)}
        >
          <CloseIcon />
        </button>
      )}
    </>
  );
}

/** Puts one of the project's packages on the device: the newest by a button, any by its menu. */
function InstallActs({ row }: { row: AppRow }) {
  const t = useT("debug");
  const { running } = useSession();
  const { start } = useInstallActions();
  const { versions, onDevice, name } = row;
  const [newest] = versions;
  const off = !running || start.isPending;
  const words = onDevice ? (isOutdated(row) ? "apps.update" : undefined) : "apps.install";
  const items = versions.map((app) => ({
    key: app.app_id,
    label: t("apps.install_version", { version: versionOf(app) }),
    onClick: () => start.mutate(app.app_id),
  }));
  return (
    <>
      {words && newest && (
        <button type="button" className="udt-button" disabled={off} onClick={() => start.mutate(newest.app_id)}>
          {t(words)}
        </button>
      )}
      {(versions.length > 1 || !words) && (
        <ClickMenu menu={{ items }}>
          <button
            type="button"
            className="dbg-link dbg-caret"
            disabled={off}
            aria-label={t("apps.versions", { name })}
            title={t("apps.versions", { name })}
          >
            ▾
          </button>
        </ClickMenu>
      )}
    </>
  );
}

/** What can be done with an app that is on the device. */
function DeviceActs({ row, onDevice }: { row: AppRow; onDevice: NonNullable<AppRow["onDevice"]> }) {
  const t = useT("debug");
  const common = useT("common");
  const { running } = useSession();
  const { package_name, name } = row;
  const { uninstall } = useInstallActions();
  const action = useDeviceAppAction();
  const act = (what: DeviceAppAction) =>
    action.mutate({ action: what, package_name }, { onSuccess: () => hint("good", t(`apps.done.${what}`, { name })) });
  const isOff = (what: DeviceAppAction) => !running || (action.isPending && action.variables.action === what);
  const titleOf = (what: "stop" | "clear" | "uninstall") =>
    t(what === "uninstall" && onDevice.system ? "apps.system_stays" : `apps.${what}`);
  const button = (what: "stop" | "clear" | "uninstall", icon: ReactNode, off: boolean, onClick?: () => void) => (
    <button
      type="button"
      className="udt-icon-button"
      data-large
      aria-label={common("labelled", { label: t(`apps.${what}`), value: name })}
      title={titleOf(what)}
      disabled={off}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  const confirmed = (what: "clear" | "uninstall", icon: ReactNode, off: boolean) => (
    <Popconfirm
      title={t(`apps.${what}_title`, { name })}
      description={t(`apps.${what}_text`)}
      okText={t(`apps.${what}`)}
      cancelText={common("cancel")}
      okButtonProps={{ danger: true }}
      onConfirm={() => (what === "clear" ? act(what) : uninstall.mutate(package_name))}
    >
      {button(what, icon, off)}
    </Popconfirm>
  );
  return (
    <>
      <button
        type="button"
        className="udt-button"
        aria-label={common("labelled", { label: t("apps.open"), value: name })}
        disabled={isOff("start")}
        onClick={() => act("start")}
      >
        <PlayIcon /> {t("apps.open")}
      </button>
      {/* What is said to run is as old as the reading: it may be stopped in any case. */}
      {button("stop", <StopIcon />, isOff("stop"), () => act("stop"))}
      {confirmed("clear", <EraseIcon />, isOff("clear"))}
      {confirmed("uninstall", <TrashIcon />, !running || onDevice.system)}
    </>
  );
}
