import type { AppDetail } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { Button } from "antd";
import { DeleteOutlined, DownloadOutlined } from "@ant-design/icons";
import { Avatar, CopyButton } from "../../lib/components/index.ts";
import { ReadDrawer } from "../../lib/components/read-drawer.tsx";
import { api } from "../../lib/api/api.ts";
import { useDownload } from "../../lib/download/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { activeLanguage, LOCALES, useT } from "../../lib/i18n/index.ts";
import { useMay } from "../../lib/privileges/index.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { AppVersions, shortPermission } from "./app-versions.tsx";
import { nameIn, versionOf } from "../../lib/apps/index.ts";
import { useAppDetail } from "./use-apps.ts";
import { useAskToDelete } from "./use-delete.tsx";

interface AppDrawerProps {
  project: string;
  app_id: string | null;
  onOpen: (app_id: string) => void;
  onClose: () => void;
}

/** One app in full; open while the URL names it. */
export function AppDrawer({ project, app_id, onOpen, onClose }: AppDrawerProps) {
  const t = useT("apps");
  const app = useAppDetail(project, app_id);
  return (
    <ReadDrawer
      isOpen={app_id !== null}
      size={640}
      read={app}
      title={app.data ? nameIn(app.data, activeLanguage()) : t("details")}
      extra={app.data && <Actions project={project} app={app.data} onDone={onClose} />}
      error={t("gone")}
      onClose={onClose}
      render={(one) => (
        <>
          <Facts app={one} />
          <h2 className="apps-title">{t("permissions", { count: one.permissions.length })}</h2>
          <Permissions app={one} />
          <h2 className="apps-title">{t("versions.title", { count: one.versions })}</h2>
          <AppVersions key={one.app_id} project={project} app_id={one.app_id} onOpen={onOpen} />
        </>
      )}
    />
  );
}

function Actions({ project, app, onDone }: { project: string; app: AppDetail; onDone: () => void }) {
  const t = useT("apps");
  const guest = useIsGuest(project);
  const mayDelete = useMay(project, "app.delete");
  const ask = useAskToDelete(project);
  const download = useDownload(appEndpoints.appDownload);
  if (guest) return null;
  const call = { params: { app_id: app.app_id }, query: { project } };
  return (
    <div className="apps-actions">
      <Button
        icon={<DownloadOutlined />}
        href={api.url(appEndpoints.appDownload, call)}
        download={app.file_name}
        onClick={(event) => {
          event.preventDefault();
          download.mutate({ call, name: app.file_name });
        }}
      >
        {t("download")}
      </Button>
      {mayDelete && (
        <Button danger icon={<DeleteOutlined />} onClick={() => ask(app, onDone)}>
          {t("delete.action")}
        </Button>
      )}
    </div>
  );
}

function Facts({ app }: { app: AppDetail }) {
  const t = useT("apps");
  const common = useT("common");
  const format = useFormat();
  const level = (version: string) => (app.os === "ios" || version === "" ? version : t("api_level", { version }));
  return (
    <>
      <div className="apps-head">
        <Avatar name={nameIn(app, activeLanguage())} image={app.icon} size={40} square />
        <div>
          <b>{versionOf(app)}</b>
          <span className="udt-secondary udt-mono" data-literal>
            {app.package_name}
            <CopyButton text={app.package_name} />
          </span>
        </div>
      </div>
      <dl className="udt-facts">
        <dt>{t("fact.file")}</dt>
        <dd>
          {app.file_name} · {format.bytes(app.size_bytes)}
        </dd>
        <dt>{t("fact.uploaded")}</dt>
        <dd>
          {format.exact(app.created_at)} · {app.user_name}
        </dd>
        <dt>{t("fact.system")}</dt>
        <dd>
          {common(`os.${app.os}`)}
          {app.min_os_version !== "" && ` · ${t("fact.min_os", { version: level(app.min_os_version) })}`}
          {app.target_os_version !== "" && ` · ${t("fact.target_os", { version: level(app.target_os_version) })}`}
        </dd>
        {Object.keys(app.names).length > 0 && (
          <>
            <dt>{t("fact.names")}</dt>
            <dd className="apps-list">
              {Object.entries(app.names).map(([locale, name]) => (
                <span key={locale} title={localeName(locale)}>
                  <i className="udt-secondary">{locale}</i> {name}
                </span>
              ))}
            </dd>
          </>
        )}
        <dt>{t("fact.abis")}</dt>
        <dd>{app.abis.length > 0 ? app.abis.join(" · ") : t("fact.any_abi")}</dd>
        {app.device_types.length > 0 && (
          <>
            <dt>{t("fact.devices")}</dt>
            <dd>{app.device_types.join(" · ")}</dd>
          </>
        )}
        {app.main_activity !== "" && (
          <>
            <dt>{t("fact.main_activity")}</dt>
            <dd className="udt-mono" data-literal>
              {app.main_activity}
            </dd>
          </>
        )}
        <dt>{t("fact.signer")}</dt>
        <dd className="apps-list">
          {app.signer ? (
            <>
              <span>{app.signer.subject || t("fact.no_subject")}</span>
              <span className="udt-mono udt-secondary">
                SHA-256 {app.signer.sha256}
                <CopyButton text={app.signer.sha256} />
              </span>
            </>
          ) : (
            t("unsigned")
          )}
        </dd>
        {app.debuggable && (
          <>
            <dt>{t("fact.debuggable")}</dt>
            <dd>{t("fact.yes")}</dd>
          </>
        )}
        <dt>{t("fact.used")}</dt>
        <dd>{t("fact.used_value", { tests: format.number(app.tests), running: format.number(app.running_tests) })}</dd>
        <dt>MD5</dt>
        <dd className="udt-mono">
          {app.md5}
          <CopyButton text={app.md5} />
        </dd>
      </dl>
    </>
  );
}

function Permissions({ app }: { app: AppDetail }) {
  const t = useT("apps");
  if (app.permissions.length === 0) return <p className="udt-secondary">{t("no_permissions")}</p>;
  return (
    <ul className="apps-permissions">
      {app.permissions.map((name) => (
        <li key={name} className="udt-mono" title={name} data-literal>
          {shortPermission(name)}
        </li>
      ))}
    </ul>
  );
}

function localeName(locale: string): string {
  try {
    return new Intl.DisplayNames(LOCALES[activeLanguage()], { type: "language" }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}
