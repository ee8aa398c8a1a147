import { LIBRARY_FRAMEWORKS, LIMITS, type Library } from "@udt/contract";
import { Alert, Button, Input } from "antd";
import type { ReactNode } from "react";
import { Choices, Field, LeaveGuard } from "../../lib/form/index.ts";
import { useFrameworkName } from "../../lib/common/use-framework-name.ts";
import { useT } from "../../lib/i18n/index.ts";
import { RepositoryFields } from "./repository-fields.tsx";
import { useLibraryForm } from "./use-library-form.ts";

/** Imports a library, or changes one. */
export function LibraryForm(props: {
  project: string;
  library?: Library;
  disabled?: boolean;
  action: string;
  children?: ReactNode;
  /** A new one is there. Its identity is stable. */
  onCreated?: (library: Library) => void;
}) {
  const t = useT("libraries");
  const frameworkName = useFrameworkName();
  const { project, library, disabled = false } = props;
  const form = useLibraryForm({ project, library, onCreated: props.onCreated });
  const { values, change, dirty, errorOf, authorization } = form;

  return (
    <form
      className="udt-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit(event.currentTarget);
      }}
    >
      <LeaveGuard dirty={dirty && !disabled} />
      <Field
        label={t("column.name")}
        error={errorOf("name")}
        render={(control) => (
          <Input
            {...control}
            name="name"
            autoFocus={!library}
            autoComplete="off"
            disabled={disabled}
            maxLength={LIMITS.name_max * 4}
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        )}
      />
      <Choices
        label={t("column.framework")}
        disabled={disabled || library?.is_builtin === true}
        value={values.framework}
        options={LIBRARY_FRAMEWORKS.map((value) => ({
          value,
          label: frameworkName(value),
          hint: t(`framework_hint.${value}`),
        }))}
        onChange={(framework) => change({ framework })}
      />
      <RepositoryFields
        project={project}
        library={library}
        disabled={disabled}
        form={form}
        // While the window is open the repository has said already that it wants to be authorised.
        enabled={authorization === undefined || authorization === "authorized"}
      />
      {authorization !== undefined && authorization !== "authorized" && (
        <Alert
          type="warning"
          showIcon
          title={t(`window.${authorization}`)}
          action={
            <Button size="small" onClick={form.askAgain}>
              {t("window.open")}
            </Button>
          }
        />
      )}
      {!disabled && (
        <div className="udt-form-actions">
          <Button type="primary" htmlType="submit" disabled={library !== undefined && !dirty} loading={form.isPending}>
            {props.action}
          </Button>
          {props.children}
        </div>
      )}
    </form>
  );
}
