import { useQuery } from "@tanstack/react-query";
import { DEVICE_OS, hasApps, INSTALL_MODES, LIMITS, TEST_TYPES, type DeviceOs } from "@udt/contract";
import { appEndpoints } from "@udt/contract/endpoints/apps";
import { Checkbox, Input } from "antd";
import { Link } from "react-router";
import { queryOf } from "../../../lib/api/queries.ts";
import { Choices, Field } from "../../../lib/form/index.ts";
import { withGap } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { Advanced } from "./advanced.tsx";
import { withOs } from "./draft.ts";
import type { StepProps } from "./step-props.ts";
import { AppPicker } from "./pick.tsx";

interface AppStepProps extends StepProps {
  /** Undefined where the job keeps its name. */
  onName: ((name: string) => void) | undefined;
}

/** What is tested: the job's name, the app and how it gets onto the devices. */
export function AppStep({ project, draft, change, fault, onName }: AppStepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const common = useT("common");
  const { config } = draft;
  const hasNone = useHasNoApps(project, config.os);
  return (
    <div className="jobs-form">
      {onName && (
        <Field
          label={c("field.name")}
          error={fault("name")}
          render={(control) => (
            <Input
              {...control}
              value={draft.name}
              maxLength={LIMITS.job_name_max}
              showCount
              autoFocus
              onChange={(event) => onName(event.target.value)}
            />
          )}
        />
      )}
      <Choices
        label={c("field.test_type")}
        value={config.test_type}
        options={TEST_TYPES.map((value) => ({
          value,
          label: c(`test_type.${value}`),
          hint: t(`test_type_hint.${value}`),
        }))}
        onChange={(test_type) => change({ test_type })}
      />
      <Choices
        label={c("field.os")}
        value={config.os}
        options={DEVICE_OS.map((value) => ({ value, label: common(`os.${value}`) }))}
        onChange={(os) => change(withOs(config, os))}
      />
      <Field
        label={c("field.app")}
        hint={
          hasNone ? (
            <>
              {withGap(t("editor.app_none_yet", { os: common(`os.${config.os}`) }))}
              <Link to={paths.apps(project)}>{t("editor.app_upload")}</Link>
            </>
          ) : (
            t("hint.app")
          )
        }
        error={fault("app_id")}
        render={(control) => (
          <AppPicker
            project={project}
            control={control}
            os={config.os}
            value={config.app_id === null ? [] : [config.app_id]}
            onChange={([app_id]) => change({ app_id: app_id ?? null })}
          />
        )}
      />
      {(!hasNone || hasApps(config)) && (
        <Advanced step="app" draft={draft} fault={fault}>
          <Field
            label={c("field.preinstall_apps")}
            hint={t("hint.preinstall_apps")}
            error={fault("preinstall_app_ids")}
            render={(control) => (
              <AppPicker
                project={project}
                control={control}
                os={config.os}
                many
                value={config.preinstall_app_ids}
                onChange={(preinstall_app_ids) => change({ preinstall_app_ids })}
              />
            )}
          />
          <InstallFields draft={draft} change={change} />
        </Advanced>
      )}
    </div>
  );
}

/** Whether it is known that a project has no package for a system: options of packages are of no use then. */
function useHasNoApps(project: string, os: DeviceOs): boolean {
  const apps = useQuery(queryOf(appEndpoints.appList, { query: { project, os, page_size: 1 } }));
  return apps.data?.total === 0;
}

/** How the app gets onto the devices, and what is done with it there. */
function InstallFields({ draft, change }: Pick<StepProps, "draft" | "change">) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { config } = draft;
  return (
    <>
      {hasApps(config) && (
        <>
          <Choices
            label={c("field.install_mode")}
            value={config.install_mode}
            options={INSTALL_MODES.map((value) => ({
              value,
              label: c(`install_mode.${value}`),
              hint: t(`install_mode_hint.${value}`),
            }))}
            onChange={(install_mode) => change({ install_mode })}
          />
          <Checkbox
            checked={config.skip_same_version}
            onChange={(event) => change({ skip_same_version: event.target.checked })}
          >
            {c("field.skip_same_version")}
          </Checkbox>
        </>
      )}
      {config.app_id !== null && (
        <Checkbox checked={config.auto_launch} onChange={(event) => change({ auto_launch: event.target.checked })}>
          {c("field.auto_launch")}
        </Checkbox>
      )}
    </>
  );
}
