import { ApiError } from "@udt/client";
import { KEY_ACCESS, KEY_DAYS, KEY_DAYS_DEFAULT, LIMITS, rules, type KeyAccess } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { Button, Input, Select } from "antd";
import { useState, type FormEvent } from "react";
import { baseUrl } from "../../lib/api/api.ts";
import { Command, CopyButton } from "../../lib/components/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { Dialog } from "../../lib/form/dialog.tsx";
import { Choices, Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { isAboutProof, ProofField, useProof } from "../../lib/proof/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { useProjects } from "../../lib/session/index.ts";
import "../../lib/list/list.css";
import { useMakeKey } from "./use-account.ts";

/** No project has an empty id, and no key lasts for no days: both stand for the choice without a bound. */
const ALL_PROJECTS = "";
const FOR_EVER = 0;
type Days = (typeof KEY_DAYS)[number];

/** Asks for what a key shall be, and shows the made one once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const t = useT("account");
  const make = useMakeKey();
  if (make.data) return <ShownOnce {...make.data} onClose={onClose} />;
  return (
    <Dialog title={t("key.make_title")} footer={null} onCancel={onClose}>
      <KeyForm make={make} onClose={onClose} />
    </Dialog>
  );
}

function KeyForm({ make, onClose }: { make: ReturnType<typeof useMakeKey>; onClose: () => void }) {
  const t = useT("account");
  const common = useT("common");
  const texts = useRuleText();
  const proof = useProof();
  const [name, setName] = useState("");
  const [judged, setJudged] = useState(false);
  const [project_id, setProject] = useState(ALL_PROJECTS);
  const [keyword, setKeyword] = useState("");
  const [access, setAccess] = useState<KeyAccess>("read");
  const [days, setDays] = useState<Days | typeof FOR_EVER>(KEY_DAYS_DEFAULT);
  const projects = useProjects(keyword.trim().slice(0, LIMITS.keyword_max));
  const problem = texts.check(rules.keyName, name);
  const isTaken = make.error instanceof ApiError && make.error.code === "key_name_exists";
  const wrongName = isTaken ? errorText(make.error) : judged ? problem : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(true);
    if (problem !== undefined || !proof.isGiven || make.isPending) return;
    make.mutate({
      name,
      project_id: project_id === ALL_PROJECTS ? null : project_id,
      access,
      expires_in_days: days === FOR_EVER ? null : days,
      ...proof.body,
    });
  };
  const own = (projects.data?.list ?? []).map((each) => ({ value: each.project_id, label: each.name }));
  return (
    <form className="account-form" noValidate onSubmit={submit}>
      <Field
        label={t("key.name")}
        hint={t("key.name_hint")}
        error={wrongName}
        render={(control) => (
          <Input
            {...control}
            {...(wrongName !== undefined && { status: "error" as const })}
            autoFocus
            autoComplete="off"
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              if (isTaken) make.reset();
            }}
          />
        )}
      />
      <Field
        label={t("key.project")}
        hint={t("key.project_hint")}
        render={(control) => (
          <Select
            {...control}
            value={project_id}
            loading={projects.isFetching}
            showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
            options={[{ value: ALL_PROJECTS, label: t("key.all_projects") }, ...own]}
            onChange={(chosen: string) => setProject(chosen)}
          />
        )}
      />
      <Choices
        label={t("key.access_title")}
        value={access}
        options={KEY_ACCESS.map((value) => ({ value, label: t(`key.access.${value}`), hint: t(`key.hint.${value}`) }))}
        onChange={setAccess}
      />
      <Field
        label={t("key.expires")}
        render={(control) => (
          <Select
            {...control}
            value={days}
            options={[
              ...KEY_DAYS.map((count) => ({ value: count, label: t("key.days", { count }) })),
              { value: FOR_EVER, label: t("key.for_ever") },
            ]}
            onChange={(chosen: Days | typeof FOR_EVER) => setDays(chosen)}
          />
        )}
      />
      <ProofField proof={proof} error={make.error} judged={judged} />
      {make.error && !isTaken && !isAboutProof(make.error) && (
        <p className="udt-field-note" data-error role="status">
          {errorText(make.error)}
        </p>
      )}
      <div className="account-row account-form-end">
        <Button onClick={onClose}>{common("cancel")}</Button>
        <Button type="primary" htmlType="submit" loading={make.isPending}>
          {t("key.make")}
        </Button>
      </div>
    </form>
  );
}

/** The only time that the secret is seen: it must be closed on purpose. */
function ShownOnce(props: { secret_id: string; secret_key: string; onClose: () => void }) {
  const t = useT("account");
  return (
    <Dialog
      width={640}
      title={t("key.made")}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={props.onClose}>
          {t("key.done")}
        </Button>
      }
    >
      <div className="account-key-once">
        <p className="account-note">{t("key.once")}</p>
        <dl className="udt-facts">
          <dt>{t("key.id")}</dt>
          <dd className="udt-mono">
            {props.secret_id}
            <CopyButton text={props.secret_id} />
          </dd>
          <dt>{t("key.secret")}</dt>
          <dd className="udt-mono">
            {props.secret_key}
            <CopyButton text={props.secret_key} />
          </dd>
        </dl>
        <h2>{t("key.try")}</h2>
        <Command text={`curl -u '${props.secret_id}:${props.secret_key}' ${baseUrl}${userEndpoints.userInfo.path}`} />
        <p className="udt-secondary">{t("key.caution")}</p>
      </div>
    </Dialog>
  );
}
