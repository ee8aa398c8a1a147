import { CloseCircleFilled } from "@ant-design/icons";
import { Input } from "antd";
import { INSTALLABLE, type App } from "@udt/contract";
import { useDeferredValue, useEffect, useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useDrop } from "../../../lib/drop/index.ts";
import { listOf } from "../../../lib/format/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { acceptOf, startUpload, UploadRow, useUploads, type Upload } from "../../../lib/uploads/index.ts";
import { shownName } from "../files/file-view.ts";
import { PackageIcon, RetryIcon } from "../icons.tsx";
import { PickFiles } from "../pick-files.tsx";
import { useSession } from "../session.tsx";
import { useTabActive } from "../tabs/tabs.tsx";
import { AppItem } from "./app-row.tsx";
import { appEntries, appRows, isListed, type AppEntry } from "./app-rows.ts";
import { useAskedInstalls, useDeviceApps, useInstallActions, useInstalls, useProjectApps } from "./use-apps.ts";
import "./apps.css";
import "../../../lib/components/controls.css";

/** Bring an app to the device and use it there: each is one row, from its upload until it is open. */
export function AppsTab() {
  return useSession().drives ? <DriversApps /> : <WatchedApps />;
}

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
      <AppList
        entries={appEntries(
          [],
          appRows({ apps: [], installs: list, device: undefined, kind, language: activeLanguage() }),
        )}
      />
    </div>
  );
}

function AppList(props: { entries: AppEntry[]; onDismiss?: (install_id: string) => void }) {
  const { entries, onDismiss = () => {} } = props;
  return (
    <ul className="dbg-list">
      {entries.map((entry) =>
        "row" in entry ? (
          <AppItem key={entry.key} row={entry.row} onDismiss={onDismiss} />
        ) : (
          <li key={entry.key} className="dbg-item">
            <span className="dbg-app-icon">
              <PackageIcon />
            </span>
            <UploadRow upload={entry.upload} />
          </li>
        ),
      )}
    </ul>
  );
}

function DriversApps() {
  const t = useT("debug");
  const common = useT("common");
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
  const [folders, setFolders] = useState<string[]>([]);
  const drop = useDrop((dropped) => {
    setFolders(dropped.folders.map(({ name }) => shownName(name)));
    upload(dropped.files);
  });
  const [wish, setWish] = useState({ keyword: "", withSystem: false });

  return (
    <div className="dbg-apps" data-dropping={drop.isOver || undefined} {...drop.handlers}>
      <div className="dbg-toolbar">
        <Input
          value={wish.keyword}
          maxLength={100}
          allowClear={{
            clearIcon: (
              <CloseCircleFilled aria-label={common("labelled", { label: common("clear"), value: t("apps.search") })} />
            ),
          }}
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
      {!running && (
        <p className="dbg-none" role="status">
          {t(stage === "over" ? "tools.over" : "tools.not_yet")}
        </p>
      )}
      {folders.length > 0 && (
        <p className="dbg-none" role="status">
          {t("apps.no_folders", { names: listOf(folders) })}
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

/** The uploads that have a row here: those under way or come to nothing, and those that were under way before one's eyes. */
function useListedUploads(): Upload[] {
  const { project } = useSession();
  const uploads = useUploads(project).filter(({ state }) => state.name !== "cancelled");
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set());
  const listed = uploads.filter(({ key, state }) => state.name !== "done" || seen.has(key));
  if (listed.some(({ key }) => !seen.has(key))) setSeen(new Set(listed.map(({ key }) => key)));
  return listed;
}

/** With what has just come, before the list is read again. */
function withUploaded(apps: readonly App[], uploads: readonly Upload[]): App[] {
  const uploaded = uploads.flatMap(({ state }) => (state.name === "done" ? [state.app] : []));
  return [...uploaded.filter(({ app_id }) => !apps.some((app) => app.app_id === app_id)), ...apps];
}

function AllApps({ wish }: { wish: { keyword: string; withSystem: boolean } }) {
  const t = useT("debug");
  const { running, test_device } = useSession();
  const keyword = useDeferredValue(wish.keyword.trim());
  const apps = useProjectApps(keyword);
  const uploads = useListedUploads();
  const installs = useInstalls().data?.list ?? [];
  const device = useDeviceApps(running);
  const asked = useAskedInstalls();
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // Who comes back here sees what is so now.
  const active = useTabActive();
  const { refetch } = device;
  useEffect(() => {
    if (active && running) void refetch({ cancelRefetch: false });
  }, [active, running, refetch]);

  if (apps.isPending || apps.isError)
    return (
      <>
        <AppList entries={appEntries(uploads, [])} />
        {apps.isError ? (
          <ErrorState title={t("apps.failed")} error={apps.error} onRetry={() => void apps.refetch()} />
        ) : (
          <SkeletonRows rows={4} />
        )}
      </>
    );
  const { list, total } = apps.data;
  const rows = appRows({
    apps: withUploaded(list, uploads),
    installs: installs.filter(({ install_id }) => !dismissed.has(install_id)),
    // What cannot be told keeps nobody from installing.
    device: running ? (device.data?.list ?? (device.isError ? [] : undefined)) : [],
    isReading: device.isFetching,
    asked,
    kind: INSTALLABLE[test_device.os],
    language: activeLanguage(),
  }).filter((row) => isListed(row, { ...wish, keyword }));
  const entries = appEntries(uploads, rows);
  return (
    <>
      {running && device.isError && (
        <ErrorState title={t("apps.device_failed")} error={device.error} onRetry={() => void device.refetch()} />
      )}
      <AppList entries={entries} onDismiss={(id) => setDismissed((before) => new Set([...before, id]))} />
      {entries.length > 0 ? null : keyword === "" ? (
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
