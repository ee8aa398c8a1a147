import { Input, Popconfirm } from "antd";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { ErrorState, SkeletonRows, StatePill } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { hint } from "../hints.tsx";
import { EraseIcon, PackageIcon, PlayIcon, RetryIcon, StopIcon, TrashIcon } from "../icons.tsx";
import { NotRunning } from "../not-running.tsx";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import { shownApps, type DeviceApp } from "./shown-apps.ts";
import {
  isUnderWay,
  useDeviceAppAction,
  useDeviceApps,
  useInstallActions,
  useInstalls,
  type DeviceAppAction,
} from "./use-apps.ts";

/** The packages on the device and what can be done with them. */
export function DeviceApps() {
  const t = useT("debug");
  const { running } = useSession();
  const apps = useDeviceApps(running);
  const action = useDeviceAppAction();
  const [keyword, setKeyword] = useState("");
  const [withSystem, setWithSystem] = useState(false);

  // Apps begin and end by themselves, and nothing tells of it: who comes back here sees what is so now.
  const active = useTabActive();
  const { refetch } = apps;
  useEffect(() => {
    if (active && running) void refetch({ cancelRefetch: false });
  }, [active, running, refetch]);

  const installs = useInstalls().data?.list;
  const list = useMemo(
    () => shownApps(apps.data?.list ?? [], installs ?? [], { keyword, withSystem }),
    [apps.data, installs, keyword, withSystem],
  );

  const leaving = new Set(
    (installs ?? []).filter((each) => each.app_id === null && isUnderWay(each)).map((each) => each.package_name),
  );

  if (!running) return <NotRunning icon={<PackageIcon />} />;
  if (apps.isPending) return <SkeletonRows rows={5} />;
  if (apps.isError)
    return <ErrorState title={t("apps.device_failed")} error={apps.error} onRetry={() => void apps.refetch()} />;

  return (
    <>
      <div className="dbg-search">
        <Input
          value={keyword}
          allowClear
          placeholder={t("apps.filter")}
          aria-label={t("apps.filter")}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <label className="dbg-check">
          <input type="checkbox" checked={withSystem} onChange={(event) => setWithSystem(event.target.checked)} />
          {t("apps.with_system")}
        </label>
        <button
          type="button"
          className="udt-icon-button"
          data-large
          aria-label={t("apps.reload")}
          title={t("apps.reload")}
          disabled={apps.isFetching}
          onClick={() => void apps.refetch()}
        >
          <RetryIcon />
        </button>
      </div>
      <ul className="dbg-list">
        {list.map((app) => (
          <DeviceAppRow key={app.package_name} app={app} action={action} isLeaving={leaving.has(app.package_name)} />
        ))}
      </ul>
      {list.length === 0 && (
        <p className="dbg-none">{keyword ? t("apps.none_match", { keyword }) : t("apps.none_third_party")}</p>
      )}
    </>
  );
}

/** A package, and what can be done with it. */
function DeviceAppRow({
  app,
  action,
  isLeaving,
}: {
  app: DeviceApp;
  action: ReturnType<typeof useDeviceAppAction>;
  isLeaving: boolean;
}) {
  const t = useT("debug");
  const common = useT("common");
  const { package_name } = app;
  const { uninstall } = useInstallActions();

  const act = (what: DeviceAppAction) =>
    action.mutate(
      { action: what, package_name },
      { onSuccess: () => hint("good", t(`apps.done.${what}`, { name: package_name })) },
    );
  const isBusy = (what: DeviceAppAction) =>
    action.isPending && action.variables.action === what && action.variables.package_name === package_name;
  const button = (what: DeviceAppAction | "uninstall", icon: ReactNode, onClick?: () => void, off = false) => (
    <button
      type="button"
      className="udt-icon-button"
      data-large
      aria-label={`${t(`apps.${what}`)} ${package_name}`}
      title={t(`apps.${what}`)}
      disabled={off || isLeaving || (what !== "uninstall" && isBusy(what))}
      onClick={onClick}
    >
      {icon}
    </button>
  );
  const confirmed = (what: "clear" | "uninstall", icon: ReactNode, off = false) => (
    <Popconfirm
      title={t(`apps.${what}_title`, { name: package_name })}
      description={t(`apps.${what}_text`)}
      okText={t(`apps.${what}`)}
      cancelText={common("cancel")}
      okButtonProps={{ danger: true }}
      onConfirm={() => (what === "clear" ? act(what) : uninstall.mutate(package_name))}
    >
      {button(what, icon, undefined, off)}
    </Popconfirm>
  );

  return (
    <li className="dbg-item">
      <span className="dbg-item-words">
        <strong className="udt-ellipsis">{package_name}</strong>
        <span className="udt-secondary">
          {app.version_name} ({app.version_code})
        </span>
      </span>
      {app.system && <span className="udt-secondary">{t("apps.system")}</span>}
      {app.running && <StatePill tone="busy">{t("apps.running")}</StatePill>}
      {button("start", <PlayIcon />, () => act("start"))}
      {/* What is said to run is as old as the reading: it may be stopped in any case. */}
      {button("stop", <StopIcon />, () => act("stop"))}
      {confirmed("clear", <EraseIcon />)}
      {confirmed("uninstall", <TrashIcon />, app.system)}
    </li>
  );
}
