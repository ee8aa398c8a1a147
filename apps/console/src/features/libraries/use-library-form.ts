import { ApiError } from "@udt/client";
import { libraryRules, type Library, type LibraryFramework, type RepositoryAuth } from "@udt/contract";
import { App } from "antd";
import { useEffect, useState } from "react";
import { errorText } from "../../lib/errors/index.ts";
import { focusField } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { privateHostOf } from "../../lib/private-address/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { authOf, type AuthValues } from "./auth-fields.tsx";
import { authorize, type AuthorizeOutcome } from "./authorize.ts";
import { useSaveLibrary } from "./use-libraries.ts";

export interface LibraryValues extends AuthValues {
  name: string;
  framework: LibraryFramework;
  url: string;
  branch: string;
  sync: boolean;
}
const CHECKED = ["name", "url", "branch"] as const;
export type CheckedField = (typeof CHECKED)[number];

const SCHEMAS = { name: libraryRules.libraryName, url: libraryRules.repositoryUrl, branch: libraryRules.branchName };
const FIELD_OF: Partial<Record<string, CheckedField>> = {
  library_name_exists: "name",
  repository_check_failed: "url",
  repository_branch_missing: "branch",
};

const valuesOf = (library: Library | undefined): LibraryValues => ({
  name: library?.name ?? "",
  framework: library?.framework ?? "pytest",
  url: library?.url ?? "",
  branch: library?.branch ?? "",
  sync: library?.sync ?? true,
  auth_kind: library ? (library.auth_kind === "none" ? "none" : "keep") : "none",
  token: "",
  credential_id: library?.credential_id ?? undefined,
});

interface LibraryFormOptions {
  project: string;
  library: Library | undefined;
  /** A new one is there. Its identity is stable. */
  onCreated: ((library: Library) => void) | undefined;
}

/** What the form of a library holds, and how it is saved. A repository that asks for authorisation opens the window for it. */
export function useLibraryForm({ project, library, onCreated }: LibraryFormOptions) {
  const common = useT("common");
  const { message } = App.useApp();
  const initial = valuesOf(library);
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  /** What became of the window; "asked": it is to be opened. */
  const [authorization, setAuthorization] = useState<AuthorizeOutcome["kind"] | "asked">();
  const save = useSaveLibrary(project, library?.library_id);
  const errorOf = useFieldError(values, tried, save);
  const dirty = JSON.stringify(values) !== JSON.stringify(initial) && (library !== undefined || !save.isSuccess);
  // Not before the form has let go: leaving it unsaved would ask.
  const created = library ? undefined : save.data;
  useEffect(() => {
    if (created) onCreated?.(created);
  }, [created, onCreated]);
  const change = (part: Partial<LibraryValues>) => setValues((before) => ({ ...before, ...part }));

  const send = (wish: LibraryValues, auth: RepositoryAuth | undefined) => {
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
          setAuthorization("asked");
          void ask(wish);
        },
      },
    );
  };
  /** Opens the window; what it hands over is tried at once. */
  const ask = async (wish: LibraryValues) => {
    const outcome = await authorize(project, wish.url);
    setAuthorization(outcome.kind);
    if (outcome.kind !== "authorized") return;
    const { auth } = outcome;
    change(
      auth.kind === "credential"
        ? { auth_kind: "credential", credential_id: auth.credential_id }
        : { auth_kind: "token", token: auth.kind === "token" ? auth.token : "" },
    );
    send(wish, auth);
  };
  const submit = (form: HTMLFormElement) => {
    setTried(true);
    const broken = CHECKED.find((field) => !SCHEMAS[field].safeParse(values[field]).success);
    if (broken !== undefined) return focusField(form, broken);
    const auth = authOf(values);
    if (auth === "incomplete") return;
    setAuthorization(undefined);
    send(values, auth);
  };
  return {
    values,
    change,
    tried,
    dirty,
    errorOf,
    /** The host that the server would not call for what was saved, because it is not public. */
    privateHost: save.variables?.url === values.url ? privateHostOf(save.error) : undefined,
    authorization,
    askAgain: () => void ask(values),
    submit,
    isPending: save.isPending,
  };
}

/** The rule that a field breaks, or what the server said of the value that it still has. */
function useFieldError(values: LibraryValues, tried: boolean, save: ReturnType<typeof useSaveLibrary>) {
  const { check, refused } = useRuleText();
  return (field: CheckedField): string | undefined => {
    const value = values[field];
    const broken = value === "" && !tried ? undefined : check(SCHEMAS[field], value);
    if (broken !== undefined) return broken;
    if (save.variables?.[field] !== value) return undefined;
    const code = save.error instanceof ApiError ? save.error.code : undefined;
    if (code !== undefined && FIELD_OF[code] === field) return errorText(save.error);
    return refused(save.error, field);
  };
}

const isAuthWanted = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "repository_auth_required";
