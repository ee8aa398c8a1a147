import { Input } from "antd";
import { type App, INSTALLABLE } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { useDeferredValue, useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { api } from "../../../lib/api/api.ts";
import { useDrop } from "../../../lib/drop/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { nameIn, versionOf } from "../../../lib/apps/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { withNewestOver } from "../../../lib/streams/index.ts";
import { acceptOf, startUpload, UploadRow, useUploads } from "../../../lib/uploads/index.ts";
import { PackageIcon } from "../icons.tsx";
import { PickFiles } from "../pick-files.tsx";
import { useSession } from "../session.tsx";
import { DeviceApps } from "./device-apps.tsx";
import { hasFailed, InstallRow } from "./install-row.tsx";
import { isUnderWay, useInstallActions, useInstalls, useProjectApps } from "./use-apps.ts";
import "./apps.css";
import "../../../lib/components/controls.css";

/** Bring an app to the device: upload, the project's apps, and what the device has. Who watches sees what is under way. */
export function AppsTab() {
  return useSession().drives ? <HolderApps /> : <WatchedApps />;
}

function WatchedApps() {
  const t = useT("debug");
  const installs = useInstalls();
  if (installs.isPending) return <SkeletonRows rows={2} />;
  if (installs.isError)
    return <ErrorState title={t("apps.failed")} error={installs.error} onRetry={() => void installs.refetch()} />;
  return (
    <div className="dbg-apps">
      {installs.data.list.length === 0 ? (
        <EmptyState icon={<PackageIcon />} title={t("apps.none_yet")}>
          {t("apps.none_yet_text")}
        </EmptyState>
      ) : (
        <UnderWay />
      )}
    </div>
  );
}

function HolderApps() {
  const t = useT("debug");
  const { project, running, test_device } = useSession();
  const kinds = [INSTALLABLE[test_device.os]];
  const [view, setView] = useState<"project" | "device">("project");
  const upload = (files: Iterable<File>) => {
    for (const file of files) startUpload(project, file, kinds);
  };
  const drop = useDrop(({ files }) => upload(files));

  return (
    <div className="dbg-apps" data-dropping={drop.isOver || undefined} {...drop.handlers}>
      <div className="dbg-toolbar">
        <div className="udt-switch dbg-switch" role="group" aria-label={t("apps.which")}>
          {(["project", "device"] as const).map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
              {t(`apps.view.${each}`)}
            </button>
          ))}
        </div>
        <span className="dbg-space" />
        <PickFiles label={t("apps.upload")} accept={acceptOf(kinds)} onFiles={upload} />
      </div>
      <UnderWay />
      {view === "project" ? <ProjectApps canInstall={running} /> : <DeviceApps />}
      {drop.isOver && <div className="dbg-drop">{t("apps.drop")}</div>}
    </div>
  );
}

function UnderWay() {
  const t = useT("debug");
  const { project, running, drives } = useSession();
  // An upload is one's own, and what one watches is not.
  const all = useUploads(project);
  const uploads = drives ? all : [];
  const installs = useInstalls();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const wanted = installs.data?.list.filter((install) => !hidden.has(install.install_id)) ?? [];
  const shown = withNewestOver(wanted, (install) => !isUnderWay(install) && !hasFailed(install));
  if (uploads.length === 0 && shown.length === 0) return null;
  return (
    <section className="dbg-work" aria-label={t("apps.under_way")}>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          next={running && drives && upload.state.name === "done" && <InstallApp app_id={upload.state.app.app_id} />}
        />
      ))}
      {shown.map((install) => (
        <InstallRow
          key={install.install_id}
          install={install}
          onDismiss={() => setHidden((before) => new Set([...before, install.install_id]))}
        />
      ))}
    </section>
  );
}

function InstallApp({ app_id }: { app_id: string }) {
  const t = useT("debug");
  const { start } = useInstallActions();
  return (
    <button type="button" className="udt-button" disabled={start.isPending} onClick={() => start.mutate(app_id)}>
      {t("apps.install")}
    </button>
  );
}

function ProjectApps({ canInstall }: { canInstall: boolean }) {
  const t = useT("debug");
  const [keyword, setKeyword] = useState("");
  const apps = useProjectApps(useDeferredValue(keyword.trim()));
  const installs = useInstalls();
  const actions = useInstallActions();
  const needed = INSTALLABLE[useSession().test_device.os];
  const busy = new Set(installs.data?.list.filter(isUnderWay).map((install) => install.app_id));

  if (apps.isPending) return <SkeletonRows rows={4} />;
  if (apps.isError)
    return <ErrorState title={t("apps.failed")} error={apps.error} onRetry={() => void apps.refetch()} />;
  const { list, total } = apps.data;
  if (total === 0 && keyword === "") {
    return (
      <EmptyState icon={<PackageIcon />} title={t("apps.empty")}>
        {t("apps.empty_text")}
      </EmptyState>
    );
  }
  return (
    <>
      <div className="dbg-search">
        <Input
          value={keyword}
          maxLength={100}
          allowClear
          placeholder={t("apps.search")}
          aria-label={t("apps.search")}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      <ul className="dbg-list">
        {list.map((app) => (
          <li key={app.app_id} className="dbg-item">
            <AppIcon app={app} />
            <AppWords app={app} />
            {app.kind === needed ? (
              <button
                type="button"
                className="udt-button"
                disabled={!canInstall || busy.has(app.app_id) || actions.start.isPending}
                onClick={() => actions.start.mutate(app.app_id)}
              >
                {busy.has(app.app_id) ? t("apps.installing") : t("apps.install")}
              </button>
            ) : (
              <span className="udt-secondary dbg-item-note">
                {t(app.kind === "aab" ? "apps.bundle" : "apps.other_system", { kind: `.${app.kind}` })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {list.length === 0 && <p className="dbg-none">{t("apps.none_match", { keyword })}</p>}
      {total > list.length && <p className="dbg-none">{t("apps.first", { count: list.length, total })}</p>}
    </>
  );
}

function AppIcon({ app }: { app: App }) {
  const { project } = useSession();
  const [broken, setBroken] = useState(false);
  if (!app.icon || broken) {
    return (
      <span className="dbg-app-icon">
        <PackageIcon />
      </span>
    );
  }
  const src = api.url(appEndpoints.appIcon, { params: { app_id: app.app_id }, query: { project } });
  return <img className="dbg-app-icon" src={src} alt="" loading="lazy" onError={() => setBroken(true)} />;
}

function AppWords({ app }: { app: App }) {
  const format = useFormat();
  return (
    <span className="dbg-item-words">
      <strong className="udt-ellipsis">{nameIn(app, activeLanguage()) || app.package_name}</strong>
      <span className="udt-secondary udt-ellipsis" title={`${app.package_name} · ${app.file_name}`}>
        {versionOf(app)} · {format.bytes(app.size_bytes)} · {app.package_name}
      </span>
    </span>
  );
}
