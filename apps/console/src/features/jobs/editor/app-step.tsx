import { INSTALL_MODES, LIMITS, TEST_TYPES } from "@udt/contract";
import { Checkbox, Input } from "antd";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { StepProps } from "./job-editor.tsx";
import { AppPicker } from "./pick.tsx";

/** What is tested: the job's name, the app and how it gets onto the devices. */
export function AppStep({ project, draft, change, fault, onName }: StepProps & { onName: (name: string) => void }) {
  const t = useT("jobs");
  const { config } = draft;
  return (
    <div className="jobs-form">
      <Field
        label={t("field.name")}
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
      <Choices
        label={t("field.test_type")}
        value={config.test_type}
        options={TEST_TYPES.map((value) => ({ value, label: t(`test_type.${value}`) }))}
        onChange={(test_type) => change({ test_type })}
      />
      <Field
        label={t("field.app")}
        hint={t("hint.app")}
        error={fault("app_id")}
        render={(control) => (
          <AppPicker
            project={project}
            control={control}
            value={config.app_id === null ? [] : [config.app_id]}
            onChange={([app_id]) => change({ app_id: app_id ?? null })}
          />
        )}
      />
      <Choices
        label={t("field.install_mode")}
        value={config.install_mode}
        options={INSTALL_MODES.map((value) => ({
          value,
          label: t(`install_mode.${value}`),
          hint: t(`install_mode_hint.${value}`),
        }))}
        onChange={(install_mode) => change({ install_mode })}
      />
      <Checkbox
        checked={config.skip_same_version}
        onChange={(event) => change({ skip_same_version: event.target.checked })}
      >
        {t("field.skip_same_version")}
      </Checkbox>
      <Checkbox checked={config.auto_launch} onChange={(event) => change({ auto_launch: event.target.checked })}>
        {t("field.auto_launch")}
      </Checkbox>
      <Field
        label={t("field.preinstall_apps")}
        hint={t("hint.preinstall_apps")}
        error={fault("preinstall_app_ids")}
        render={(control) => (
          <AppPicker
            project={project}
            control={control}
            many
            value={config.preinstall_app_ids}
            onChange={(preinstall_app_ids) => change({ preinstall_app_ids })}
          />
        )}
      />
    </div>
  );
}
