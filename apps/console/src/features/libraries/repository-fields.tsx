import type { Library } from "@udt/contract";
import { Input, Select, Switch } from "antd";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { AuthFields } from "./auth-fields.tsx";
import { useBranches } from "./use-branches.ts";
import type { useLibraryForm } from "./use-library-form.ts";

/** Where a library's repository is, how it is let in, and what of it is read. A built-in one has its address alone. */
export function RepositoryFields(props: {
  project: string;
  library: Library | undefined;
  disabled: boolean;
  form: Pick<ReturnType<typeof useLibraryForm>, "values" | "change" | "tried" | "errorOf">;
  /** The repository may be asked for its branches. */
  enabled: boolean;
}) {
  const t = useT("libraries");
  const { project, library, disabled } = props;
  const { values, change, tried, errorOf } = props.form;
  const branches = useBranches(project, library, values, props.enabled);
  const isBuiltin = library?.is_builtin === true;
  return (
    <>
      <Field
        label={t("field.url")}
        hint={branches.hint ?? t("field.url_hint")}
        error={errorOf("url") ?? branches.error}
        render={(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://git.example.com/team/tests.git"
            disabled={disabled || isBuiltin}
            value={values.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      />
      {!isBuiltin && (
        <>
          <AuthFields
            project={project}
            library={library}
            values={values}
            tried={tried}
            disabled={disabled}
            onChange={change}
          />
          <Field
            label={t("field.branch")}
            hint={t("field.branch_hint")}
            error={errorOf("branch")}
            render={({ id, ...control }) => (
              <Select
                {...control}
                id={id}
                showSearch
                allowClear
                disabled={disabled}
                value={values.branch === "" ? undefined : values.branch}
                placeholder={branches.default_branch || t("default_branch")}
                options={branches.list.map((name) => ({ value: name, label: name }))}
                onSearch={(typed) => typed !== "" && branches.list.length === 0 && change({ branch: typed.trim() })}
                onChange={(branch: string | undefined) => change({ branch: branch ?? "" })}
              />
            )}
          />
          <Field
            label={t("field.sync")}
            hint={t("field.sync_hint")}
            render={(control) => (
              <span>
                <Switch {...control} disabled={disabled} checked={values.sync} onChange={(sync) => change({ sync })} />
              </span>
            )}
          />
        </>
      )}
    </>
  );
}
