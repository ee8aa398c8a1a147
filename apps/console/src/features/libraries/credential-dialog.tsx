import { ApiError } from "@udt/client";
import { libraryRules, LIMITS, type Credential } from "@udt/contract";
import { credentialEndpoints } from "@udt/contract/endpoints/credentials";
import { App, Input } from "antd";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { errorText } from "../../lib/errors/index.ts";
import { Field, FormDialog } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { useCredentialChange } from "./use-libraries.ts";

const SCHEMAS = {
  name: libraryRules.credentialName,
  username: libraryRules.credentialUsername,
  password: libraryRules.credentialPassword,
};
type FieldName = keyof typeof SCHEMAS;

/** Adds a credential or changes one. */
export function CredentialDialog(props: { project: string; credential?: Credential; onClose: () => void }) {
  const t = useT("libraries");
  const common = useT("common");
  const { message } = App.useApp();
  const { check, refused } = useRuleText();
  const { project, credential } = props;
  const [values, setValues] = useState({
    name: credential?.name ?? "",
    username: credential?.username ?? "",
    password: "",
  });
  const [tried, setTried] = useState(false);
  const save = useCredentialChange(project, (wish: typeof values) => {
    if (!credential) return api.call(credentialEndpoints.credentialCreate, { query: { project }, body: wish });
    const { password, ...names } = wish;
    const body = password === "" ? names : wish;
    const params = { credential_id: credential.credential_id };
    return api.call(credentialEndpoints.credentialUpdate, { params, query: { project }, body });
  });
  // The password that is kept belongs to its user name.
  const keepsPassword = credential !== undefined && values.username === credential.username;
  const errorOf = (field: FieldName, always = tried): string | undefined => {
    const value = values[field];
    if (field === "password" && value === "" && keepsPassword) return undefined;
    const broken = value === "" && !always ? undefined : check(SCHEMAS[field], value);
    if (broken !== undefined) return broken;
    if (save.variables?.[field] !== value) return undefined;
    const code = save.error instanceof ApiError ? save.error.code : undefined;
    if (field === "name" && code === "credential_name_exists") return errorText(save.error);
    return refused(save.error, field);
  };
  const go = () => {
    setTried(true);
    if ((["name", "username", "password"] as const).some((field) => errorOf(field, true) && !save.isError)) return;
    save.mutate(values, {
      onSuccess: () => {
        void message.success(common("saved"));
        props.onClose();
      },
    });
  };
  const hints = {
    name: t("credentials.name_hint", { min: LIMITS.credential_name_min, max: LIMITS.credential_name_max }),
    username: undefined,
    password: keepsPassword ? t("credentials.password_kept") : t("credentials.password_hint"),
  };
  return (
    <FormDialog
      title={credential ? t("credentials.edit", { name: credential.name }) : t("credentials.add")}
      pending={save.isPending}
      onSubmit={go}
      onClose={props.onClose}
    >
      {(["name", "username", "password"] as const).map((field) => (
        <Field
          key={field}
          label={t(`credentials.${field}`)}
          hint={hints[field]}
          error={errorOf(field)}
          render={(control) => (
            <Input
              {...control}
              name={field}
              type={field === "password" ? "password" : "text"}
              autoFocus={field === "name"}
              autoComplete={field === "password" ? "new-password" : "off"}
              spellCheck={false}
              value={values[field]}
              onChange={(event) => setValues((before) => ({ ...before, [field]: event.target.value }))}
            />
          )}
        />
      ))}
    </FormDialog>
  );
}
