import { Input } from "antd";
import { INSTALLABLE } from "@udt/contract";
import { useDeferredValue, useEffect, useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useDrop } from "../../../lib/drop/index.ts";
import { nameIn } from "../../../lib/apps/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { acceptOf, startUpload, UploadRow, useUploads, type Upload } from "../../../lib/uploads/index.ts";
import { PackageIcon, RetryIcon } from "../icons.tsx";
import { PickFiles } from "../pick-files.tsx";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import { AppItem, type ShownApp } from "./app-row.tsx";
import { appRows, isListed, type AppRow } from "./app-rows.ts";
import { useDeviceApps, useInstallActions, useInstalls, useProjectApps } from "./use-apps.ts";
import "./apps.css";
import "../../../lib/components/controls.css";

/** Bring an app to the device and use it there: each is one row, from its upload until it is open. */
export function AppsTab() {
  return useSession().drives ? <DriversApps /> : <WatchedApps />;
}

const named = (row: AppRow): ShownApp => {
  const { versions, install, package_name } = row;
  const [newest] = versions;
  return { ...row, name: (newest && nameIn(newest, activeLanguage())) || install?.app_name || package_name };
};

/** Who watches sees what is done, and does nothing. */
function WatchedApps() {
  const t = useT("debug");
  const { test_device } = useSession();
  const installs = useInstalls();
  if (installs.isPending) return <SkeletonRows rows={2} />;
  if (installs.isError)
    return <ErrorState title={t("apps.failed")} error={installs.error} onRetry={() => void installs.refetch()} />;
  const { list } = installs.data;
  const kind = INSTALLABLE[test_device.os];
  if (list.length === 0)
    return (
      <EmptyState icon={<PackageIcon />} title={t("apps.none_yet")}>
        {t("apps.none_yet_text")}
      </EmptyState>
    );
  return (
    <div className="dbg-apps">
      <AppList rows={appRows({ apps: [], installs: list, device: undefined, kind }).map(named)} />
    </div>
  );
}

function AppList({ rows, onDismiss = () => {} }: { rows: ShownApp[]; onDismiss?: (install_id: string) => void }) {
  return (
    <ul className="dbg-list">
      {rows.map((row) => (
        <AppItem key={row.package_name} row={row} onDismiss={onDismiss} />
      ))}
    </ul>
  );
}

function DriversApps() {
  const t = useT("debug");
  const { project, test_device, running, stage } = useSession();
  const kinds = [INSTALLABLE[test_device.os]];
  const { start } = useInstallActions();
  // Who brings an app to a session wants it on the device.
  const install = ({ state }: Upload) => {
    if (state.name === "done") start.mutate(state.app.app_id);
  };
  const upload = (files: Iterable<File>) => {
    for (const file of files) startUpload(project, file, kinds, install);
  };
  const drop = useDrop(({ files }) => upload(files));
  const [wish, setWish] = useState({ keyword: "", withSystem: false });

  return (
    <div className="dbg-apps" data-dropping={drop.isOver || undefined} {...drop.handlers}>
      <div className="dbg-toolbar">
        <Input
          value={wish.keyword}
          maxLength={100}
          allowClear
          placeholder={t("apps.search")}
          aria-label={t("apps.search")}
          onChange={({ target }) => setWish((before) => ({ ...before, keyword: target.value }))}
        />
        <label className="dbg-check">
          <input
            type="checkbox"
            checked={wish.withSystem}
            onChange={({ target }) => setWish((before) => ({ ...before, withSystem: target.checked }))}
          />
          {t("apps.with_system")}
        </label>
        <ReadAgain />
        <PickFiles label={t("apps.upload")} accept={acceptOf(kinds)} onFiles={upload} />
      </div>
      <UnderWay />
      {!running && (
        <p className="dbg-none" role="status">
          {t(stage === "over" ? "tools.over" : "tools.not_yet")}
        </p>
      )}
      <AllApps wish={wish} />
      {drop.isOver && <div className="dbg-drop">{t("apps.drop")}</div>}
    </div>
  );
}

/** Apps begin and end by themselves, and nothing tells of it. */
function ReadAgain() {
  const t = useT("debug");
  const { running } = useSession();
  const { refetch, isFetching } = useDeviceApps(running);
  return (
    <button
      type="button"
      className="udt-icon-button"
      data-large
      aria-label={t("apps.reload")}
      title={t("apps.reload")}
      disabled={!running || isFetching}
      onClick={() => void refetch()}
    >
      <RetryIcon />
    </button>
  );
}

/** Uploads, which are nobody's row in the list before it is known of what app they are. */
function UnderWay() {
  const t = useT("debug");
  const { project } = useSession();
  const uploads = useUploads(project).filter(({ state }) => state.name !== "done" && state.name !== "cancelled");
  if (uploads.length === 0) return null;
  return (
    <section className="dbg-work" aria-label={t("apps.under_way")}>
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} />
      ))}
    </section>
  );
}

function AllApps({ wish }: { wish: { keyword: string; withSystem: boolean } }) {
  const t = useT("debug");
  const { running, test_device } = useSession();
  const keyword = useDeferredValue(wish.keyword.trim());
  const apps = useProjectApps(keyword);
  const installs = useInstalls().data?.list ?? [];
  const device = useDeviceApps(running);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // Who comes back here sees what is so now.
  const active = useTabActive();
  const { refetch } = device;
  useEffect(() => {
    if (active && running) void refetch({ cancelRefetch: false });
  }, [active, running, refetch]);

  if (apps.isPending) return <SkeletonRows rows={4} />;
  if (apps.isError)
    return <ErrorState title={t("apps.failed")} error={apps.error} onRetry={() => void apps.refetch()} />;
  const { list, total } = apps.data;
  const rows = appRows({
    apps: list,
    installs: installs.filter(({ install_id }) => !dismissed.has(install_id)),
    device: running ? device.data?.list : [],
    kind: INSTALLABLE[test_device.os],
  })
    .map(named)
    .filter((row) => isListed(row, row.name, { ...wish, keyword }));
  return (
    <>
      {running && device.isError && (
        <ErrorState title={t("apps.device_failed")} error={device.error} onRetry={() => void device.refetch()} />
      )}
      <AppList rows={rows} onDismiss={(id) => setDismissed((before) => new Set([...before, id]))} />
      {rows.length > 0 ? null : keyword === "" ? (
        <EmptyState icon={<PackageIcon />} title={t("apps.empty")}>
          {t("apps.empty_text")}
        </EmptyState>
      ) : (
        <p className="dbg-none">{t("apps.none_match", { keyword })}</p>
      )}
      {total > list.length && <p className="dbg-none">{t("apps.first", { count: list.length, total })}</p>}
    </>
  );
}
