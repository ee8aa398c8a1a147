import { Progress } from "antd";
import type { Install, InstallState } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";
import { Said } from "../../../lib/words/index.ts";
import { CloseIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { isUnderWay, useDeviceAppAction, useInstallActions } from "./use-apps.ts";

const FAILED: readonly InstallState[] = ["install_failed", "download_failed", "uninstall_failed"];

export const hasFailed = ({ state }: Install): boolean => FAILED.includes(state);

/** One installation or uninstallation: its stage, the reason of a failure in words and in the device's own. */
export function InstallRow({ install, onDismiss }: { install: Install; onDismiss: () => void }) {
  const t = useT("debug");
  const { running, drives } = useSession();
  const { cancel } = useInstallActions();
  const action = useDeviceAppAction();
  const underWay = isUnderWay(install);
  const failed = hasFailed(install);
  const withPercent = underWay && install.percent > 0;
  return (
    <div className="dbg-work-row" data-install={install.state}>
      <span className="dbg-item-words">
        <strong className="udt-ellipsis">{install.app_name || install.package_name}</strong>
        <span className={failed ? "dbg-bad" : "udt-secondary udt-num"} role={failed ? "alert" : "status"}>
          {t(`install.state.${install.state}`)}
          {withPercent && ` ${install.percent} %`}
        </span>
        {!underWay && install.reason && <Said said={install.reason} />}
        {underWay && install.state !== "uninstalling" && (
          <Progress percent={install.percent} showInfo={false} size="small" status="active" />
        )}
      </span>
      {install.state === "installed" && running && drives && install.package_name && (
        <button
          type="button"
          className="udt-button"
          disabled={action.isPending}
          onClick={() => action.mutate({ action: "start", package_name: install.package_name })}
        >
          {t("apps.start")}
        </button>
      )}
      {underWay && drives && (
        <button
          type="button"
          className="udt-button"
          disabled={!running || cancel.isPending}
          onClick={() => cancel.mutate(install)}
        >
          {t("apps.cancel")}
        </button>
      )}
      {!underWay && (
        <button
          type="button"
          className="udt-icon-button"
          data-large
          aria-label={t("apps.dismiss")}
          title={t("apps.dismiss")}
          onClick={onDismiss}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
