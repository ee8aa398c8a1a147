import type { Library } from "@udt/contract";
import { Button, Input, Select, Switch } from "antd";
import { useState } from "react";
import { Choices, Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { PrivateAddressAdvice } from "../../lib/private-address/index.ts";
import { AuthFields } from "./auth-fields.tsx";
import { ADDRESS_EXAMPLES, GIT_HOSTS, gitHostOf, meantAddress, type GitHost } from "./git-host.ts";
import { useBranches } from "./use-branches.ts";
import type { useLibraryForm } from "./use-library-form.ts";

/** Where a library's repository is, how it is let in, and what of it is read. A built-in one has its address alone. */
export function RepositoryFields(props: {
  project: string;
  library: Library | undefined;
  disabled: boolean;
  form: Pick<ReturnType<typeof useLibraryForm>, "values" | "change" | "tried" | "errorOf" | "privateHost">;
  /** The repository may be asked for its branches. */
  enabled: boolean;
}) {
  const t = useT("libraries");
  const { project, library, disabled } = props;
  const { values, change, tried, errorOf } = props.form;
  const branches = useBranches(project, library, values, props.enabled);
  const isBuiltin = library?.is_builtin === true;
  const [chosen, setChosen] = useState<GitHost>("github");
  const told = gitHostOf(values.url);
  const host = told ?? chosen;
  const fault = errorOf("url") ?? branches.error;
  return (
    <>
      {!library && <HostChoice told={told} host={host} onChoose={setChosen} />}
      <Field
        label={t("field.url")}
        hint={branches.hint ?? t(library ? "field.url_hint" : `host.address.${host}`)}
        error={
          fault === undefined ? undefined : (
            <AddressFault
              text={fault}
              help={errorOf("url") === undefined ? undefined : t(`host.address.${host}`)}
              privateHost={props.form.privateHost ?? branches.privateHost}
              meant={meantAddress(values.url)}
              onMeant={(url) => change({ url })}
            />
          )
        }
        render={(control) => (
          <Input
            {...control}
            name="url"
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder={ADDRESS_EXAMPLES[host]}
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
            host={host}
            url={values.url}
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
              <Switch {...control} disabled={disabled} checked={values.sync} onChange={(sync) => change({ sync })} />
            )}
          />
        </>
      )}
    </>
  );
}

/** Who keeps a repository: as the address tells it, or as it is chosen where that does not. */
function HostChoice(props: { told: GitHost | undefined; host: GitHost; onChoose: (host: GitHost) => void }) {
  const t = useT("libraries");
  return (
    <Choices
      label={t(props.told === undefined ? "host.label" : "host.by_address")}
      disabled={props.told !== undefined}
      value={props.host}
      options={GIT_HOSTS.map((value) => ({ value, label: t(`host.name.${value}`) }))}
      onChange={props.onChoose}
    />
  );
}

/** What is wrong with an address, and what can be done about it. */
function AddressFault(props: {
  text: string;
  /** Where the address is found, for who has a wrong one. */
  help: string | undefined;
  privateHost: string | undefined;
  /** The address that was meant, where what was typed tells it. */
  meant: string | undefined;
  onMeant: (url: string) => void;
}) {
  const t = useT("libraries");
  const { text, help, privateHost, meant } = props;
  return (
    <>
      <div>{text}</div>
      {privateHost !== undefined && <PrivateAddressAdvice host={privateHost} />}
      {/* Of an address that is right, and only not allowed, it says nothing. */}
      {meant === undefined && privateHost === undefined && help}
      {meant !== undefined && (
        <Button type="link" size="small" className="libraries-meant" onClick={() => props.onMeant(meant)}>
          {t("host.meant", { url: meant })}
        </Button>
      )}
    </>
  );
}
