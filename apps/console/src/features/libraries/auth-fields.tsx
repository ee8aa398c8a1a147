import { libraryRules, REPOSITORY_AUTH_KINDS, type Library, type RepositoryAuth } from "@udt/contract";
import { Input } from "antd";
import { CredentialPicker } from "../../lib/credentials/credential-picker.tsx";
import { Choices, Field } from "../../lib/form/index.ts";
import { withGap } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { tokenPageOf, type GitHost } from "./git-host.ts";

export interface AuthValues {
  /** `keep`: what the library has already. */
  auth_kind: RepositoryAuth["kind"] | "keep";
  token: string;
  credential_id: string | undefined;
}

/** What the server is to be told; undefined to leave it as it is. */
export function authOf({ auth_kind, token, credential_id }: AuthValues): RepositoryAuth | undefined | "incomplete" {
  switch (auth_kind) {
    case "keep":
      return undefined;
    case "none":
      return { kind: "none" };
    case "token":
      return libraryRules.accessToken.safeParse(token).success ? { kind: "token", token: token.trim() } : "incomplete";
    case "credential":
      return credential_id === undefined ? "incomplete" : { kind: "credential", credential_id };
  }
}

/** How the repository lets its reader in: nobody asked, a token, or a credential of the project. */
export function AuthFields(props: {
  project: string;
  library: Library | undefined;
  values: AuthValues;
  /** Who hosts the repository, and its address: what a token is called and where it is made. */
  host: GitHost;
  url: string;
  tried: boolean;
  disabled?: boolean;
  /** In the authorisation window there is no doing without. */
  required?: boolean;
  onChange: (change: Partial<AuthValues>) => void;
}) {
  const t = useT("libraries");
  const { check } = useRuleText();
  const { values, tried, library, onChange } = props;
  const kept = library !== undefined && library.auth_kind !== "none";
  const kinds = [
    ...(kept ? (["keep"] as const) : []),
    ...REPOSITORY_AUTH_KINDS.filter((kind) => kind !== "none" || props.required !== true),
  ];
  const wrongToken = values.token === "" && !tried ? undefined : check(libraryRules.accessToken, values.token);
  const help = <TokenHelp host={props.host} url={props.url} />;
  return (
    <>
      <Choices
        label={t("field.auth")}
        disabled={props.disabled === true}
        value={values.auth_kind}
        options={kinds.map((value) => ({ value, label: t(`auth.${value}`) }))}
        onChange={(auth_kind) => onChange({ auth_kind })}
      />
      {values.auth_kind === "token" && (
        <Field
          label={t("auth.token")}
          hint={help}
          error={
            wrongToken === undefined ? undefined : (
              <>
                {wrongToken} {help}
              </>
            )
          }
          render={(control) => (
            <Input.Password
              {...control}
              name="token"
              autoComplete="off"
              spellCheck={false}
              visibilityToggle={false}
              value={values.token}
              onChange={(event) => onChange({ token: event.target.value })}
            />
          )}
        />
      )}
      {values.auth_kind === "credential" && (
        <Field
          label={t("auth.credential")}
          hint={t("field.credential_hint")}
          error={tried && values.credential_id === undefined ? t("field.credential_required") : undefined}
          render={(control) => (
            <CredentialPicker
              project={props.project}
              control={control}
              value={values.credential_id ?? null}
              onChange={(credential_id) => onChange({ credential_id: credential_id ?? undefined })}
            />
          )}
        />
      )}
    </>
  );
}

/** Where a token is made at the repository's host, and what it must be good for. */
function TokenHelp({ host, url }: { host: GitHost; url: string }) {
  const t = useT("libraries");
  const page = tokenPageOf(host, url);
  return (
    <>
      {withGap(t(`host.token.${host}`))}
      {page !== undefined && (
        <a className="udt-link" href={page} target="_blank" rel="noreferrer">
          {t("host.make_token")}
        </a>
      )}{" "}
      {t("field.token_hint")}
    </>
  );
}
