import { ApiError } from "@udt/client";
import {
  LIBRARY_FRAMEWORKS,
  LIMITS,
  libraryRules,
  type Library,
  type LibraryFramework,
  type RepositoryAuth,
} from "@udt/contract";
import { Alert, App, Button, Input, Select, Switch } from "antd";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";
import { errorText } from "../../lib/errors/index.ts";
import { Choices, Field, LeaveGuard } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { AuthFields, authOf, type AuthValues } from "./auth-fields.tsx";
import { authorize, type AuthorizeOutcome } from "./authorize.ts";
import { useBranches } from "./use-branches.ts";
import { useSaveLibrary } from "./use-libraries.ts";

interface Values extends AuthValues {
  name: string;
  framework: LibraryFramework;
  url: string;
  branch: string;
  sync: boolean;
}
type Checked = "name" | "url" | "branch";

const SCHEMAS = { name: libraryRules.libraryName, url: libraryRules.repositoryUrl, branch: libraryRules.branchName };
const FIELD_OF: Partial<Record<string, Checked>> = {
  library_name_exists: "name",
  repository_check_failed: "url",
  repository_branch_missing: "branch",
};

const valuesOf = (library: Library | undefined): Values => ({
  name: library?.name ?? "",
  framework: library?.framework ?? "pytest",
  url: library?.url ?? "",
  branch: library?.branch ?? "",
  sync: library?.sync ?? true,
  auth_kind: library ? (library.auth_kind === "none" ? "none" : "keep") : "none",
  token: "",
  credential_id: library?.credential_id ?? undefined,
});

/** Imports a library, or changes one. A repository that asks for authorisation opens the window for it. */
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
  const common = useT("common");
  const { message } = App.useApp();
  const { project, library, disabled = false } = props;
  const { check, refused } = useRuleText();
  const initial = valuesOf(library);
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const [window_, setWindow] = useState<AuthorizeOutcome["kind"] | "asked">();
  const save = useSaveLibrary(project, library?.library_id);
  const branches = useBranches(project, library, values, window_ === undefined || window_ === "authorized");
  const dirty = JSON.stringify(values) !== JSON.stringify(initial) && (library !== undefined || !save.isSuccess);
  // Not before the form has let go: leaving it unsaved would ask.
  const { onCreated } = props;
  const created = library ? undefined : save.data;
  useEffect(() => {
    if (created) onCreated?.(created);
  }, [created, onCreated]);
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));

  const send = (wish: Values, auth: RepositoryAuth | undefined) => {
    const { name, framework, url, branch, sync } = wish;
    save.mutate(
      { name, framework, url, branch, sync, ...(auth && { auth }) },
      {
        onSuccess: (saved) => {
          if (!library || !saved) return;
          setValues(valuesOf(saved));
          void message.success(common("saved"));
        },
        onError: (error) => {
          if (!isAuthWanted(error)) return;
          setWindow("asked");
          void ask(wish);
        },
      },
    );
  };
  /** Opens the window; what it hands over is tried at once. */
  const ask = async (wish: Values) => {
    const outcome = await authorize(project, wish.url);
    setWindow(outcome.kind);
    if (outcome.kind !== "authorized") return;
    const { auth } = outcome;
    change(
      auth.kind === "credential"
        ? { auth_kind: "credential", credential_id: auth.credential_id }
        : { auth_kind: "token", token: auth.kind === "token" ? auth.token : "" },
    );
    send(wish, auth);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const broken = (["name", "url", "branch"] as const).find(
      (field) => !SCHEMAS[field].safeParse(values[field]).success,
    );
    if (broken !== undefined) {
      (event.currentTarget.elements.namedItem(broken) as HTMLElement | null)?.focus();
      return;
    }
    const auth = authOf(values);
    if (auth === "incomplete") return;
    setWindow(undefined);
    send(values, auth);
  };
  const errorOf = (field: Checked): string | undefined => {
    const value = values[field];
    const broken = value === "" && !tried ? undefined : check(SCHEMAS[field], value);
    if (broken !== undefined) return broken;
    if (save.variables?.[field] !== value) return undefined;
    const code = save.error instanceof ApiError ? save.error.code : undefined;
    if (code !== undefined && FIELD_OF[code] === field) return errorText(save.error);
    return refused(save.error, field);
  };
  const fixed = disabled || library?.is_builtin === true;

  return (
    <form className="udt-form" noValidate onSubmit={submit}>
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
        disabled={fixed}
        value={values.framework}
        options={LIBRARY_FRAMEWORKS.map((value) => ({
          value,
          label: t(`framework.${value}`),
          hint: t(`framework_hint.${value}`),
        }))}
        onChange={(framework) => change({ framework })}
      />
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
            disabled={fixed}
            value={values.url}
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      />
      {!library?.is_builtin && (
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
      {window_ !== undefined && window_ !== "authorized" && (
        <Alert
          type="warning"
          showIcon
          title={t(`window.${window_}`)}
          action={
            <Button size="small" onClick={() => void ask(values)}>
              {t("window.open")}
            </Button>
          }
        />
      )}
      {!disabled && (
        <div className="udt-form-actions">
          <Button type="primary" htmlType="submit" disabled={library !== undefined && !dirty} loading={save.isPending}>
            {props.action}
          </Button>
          {props.children}
        </div>
      )}
    </form>
  );
}

const isAuthWanted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "repository_auth_required";
