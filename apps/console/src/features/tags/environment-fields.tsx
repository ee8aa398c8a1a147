import { DeleteOutlined } from "@ant-design/icons";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  INSTALLABLE,
  OCCURRING_DEVICE_OS,
  type App,
  type EnvironmentConfig,
  type PreinstalledApp,
  type TagWish,
} from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { Button, Select } from "antd";
import { useDeferredValue, useState } from "react";
import { queryOf } from "../../lib/api/queries.ts";
import { nameIn, versionOf } from "../../lib/apps/index.ts";
import { Field, PICKED } from "../../lib/form/index.ts";
import { activeLanguage, useT } from "../../lib/i18n/index.ts";
import type { EnvironmentFaults } from "./use-tag-editor.ts";

const [os] = OCCURRING_DEVICE_OS;
const isInstallable = (app: App): boolean => app.kind === INSTALLABLE[app.os];

/** What is to be on the tag's devices, and what cleaning leaves there. */
export function EnvironmentFields(props: {
  project: string;
  draft: TagWish;
  faults: EnvironmentFaults;
  change: (part: Partial<TagWish>) => void;
}) {
  const t = useT("environment");
  const { project, draft, faults } = props;
  const { environment } = draft;
  const change = (part: Partial<EnvironmentConfig>) => props.change({ environment: { ...environment, ...part } });
  return (
    <fieldset className="udt-field tags-inspection" aria-label={t("title")}>
      <legend>
        <b>{t("title")}</b>
      </legend>
      <p className="udt-secondary">{t("hint")}</p>
      <Field
        label={t("of.preinstalled")}
        hint={t("about.preinstalled")}
        error={faults.preinstalled}
        render={(control) => (
          <AddApp
            project={project}
            control={control}
            chosen={environment.preinstalled}
            onAdd={(app) => change({ preinstalled: [...environment.preinstalled, app] })}
          />
        )}
      />
      {environment.preinstalled.length > 0 && (
        <ul className="tags-preinstalled">
          {environment.preinstalled.map((app) => (
            <li key={`${app.os} ${app.package_name}`}>
              <Chosen
                project={project}
                app={app}
                onVersion={(app_id) =>
                  change({
                    preinstalled: environment.preinstalled.map((one) => (one === app ? { ...app, app_id } : one)),
                  })
                }
                onRemove={() => change({ preinstalled: environment.preinstalled.filter((one) => one !== app) })}
              />
            </li>
          ))}
        </ul>
      )}
      {(["free_apps", "free_paths"] as const).map((setting) => (
        <Field
          key={setting}
          label={t(`of.${setting}`)}
          hint={t(`about.${setting}`)}
          error={faults[setting]}
          render={(control) => (
            <Select
              {...control}
              value={environment[setting]}
              tokenSeparators={[";", "\n"]}
              mode="tags"
              suffixIcon={null}
              open={false}
              onChange={(entries: string[]) => change({ [setting]: entries.map((entry) => entry.trim()) })}
            />
          )}
        />
      ))}
    </fieldset>
  );
}

/** Adds an application of the project; its newest package, until a version is chosen. */
function AddApp(props: {
  project: string;
  control: object;
  chosen: readonly PreinstalledApp[];
  onAdd: (app: PreinstalledApp) => void;
}) {
  const t = useT("environment");
  const [text, setText] = useState("");
  const query = { project: props.project, os, keyword: useDeferredValue(text.trim()), page_size: PICKED };
  const offered = useQuery({ ...queryOf(appEndpoints.appList, { query }), placeholderData: keepPreviousData });
  const chosen = new Set(props.chosen.map(({ package_name }) => package_name));
  const names = new Map(
    (offered.data?.list ?? [])
      .filter((app) => isInstallable(app) && !chosen.has(app.package_name))
      .map((app) => [app.package_name, `${nameIn(app, activeLanguage())} · ${app.package_name}`]),
  );
  return (
    <Select
      {...props.control}
      showSearch={{ filterOption: false, searchValue: text, onSearch: setText }}
      value={null}
      placeholder={t("add")}
      notFoundContent={t("no_app")}
      loading={offered.isFetching}
      options={[...names].map(([value, label]) => ({ value, label }))}
      onChange={(package_name: string | null) => {
        setText("");
        if (package_name !== null) props.onAdd({ os, package_name, app_id: null });
      }}
    />
  );
}

const NEWEST = "newest";

function Chosen(props: {
  project: string;
  app: PreinstalledApp;
  onVersion: (app_id: string | null) => void;
  onRemove: () => void;
}) {
  const t = useT("environment");
  const { os, package_name, app_id } = props.app;
  const query = { project: props.project, os, package_name, page_size: PICKED };
  const versions = useQuery(queryOf(appEndpoints.appList, { query }));
  const known = (versions.data?.list ?? []).filter(isInstallable);
  const isGone = app_id !== null && versions.data && !known.some((app) => app.app_id === app_id);
  const options = [
    { value: NEWEST, label: t("newest") },
    ...known.map((app) => ({ value: app.app_id, label: versionOf(app) })),
    ...(isGone ? [{ value: app_id, label: t("gone"), disabled: true }] : []),
  ];
  return (
    <>
      <span className="udt-ellipsis" title={package_name} data-literal>
        {package_name}
      </span>
      <Select
        aria-label={t("version", { package_name })}
        loading={versions.isPending}
        options={options}
        value={app_id ?? NEWEST}
        onChange={(value) => props.onVersion(value === NEWEST ? null : value)}
      />
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={t("remove", { package_name })}
        onClick={props.onRemove}
      />
    </>
  );
}
