import { useMutation, useQuery } from "@tanstack/react-query";
import { SWITCHABLE_PRIVILEGES, type SwitchablePrivilege } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { App, Button, Switch } from "antd";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";
import { ErrorState, PageHeader, SkeletonRows } from "../../lib/components/index.ts";
import { LeaveGuard } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { usePrivileges } from "../../lib/privileges/index.ts";
import { useProjectId } from "../../lib/project.ts";
import "./privileges.css";

const GROUPS = [
  ["project", ["project.edit", "project.token"]],
  ["members", ["member.invite", "member.edit", "member.remove"]],
  ["tests", ["debug.monitor", "app.delete", "job.delete", "tag.delete"]],
] as const satisfies readonly (readonly [string, readonly SwitchablePrivilege[]])[];

export default function PrivilegesPage() {
  const t = useT("privileges");
  const project = useProjectId();
  const list = useQuery(
    queryOf(projectEndpoints.privilegeList, { params: { project_id: project }, query: { project } }),
  );
  const privileges = usePrivileges(project);
  return (
    <>
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <div className="udt-card privileges">
        {(list.isPending || !privileges.known) && !list.isError && <SkeletonRows />}
        {list.isError && !list.data && (
          <ErrorState title={t("error")} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.data && privileges.known && (
          <Switches
            project={project}
            saved={list.data.privilege_list.filter(({ enabled }) => enabled).map(({ privilege }) => privilege)}
            locked={list.data.privilege_list.filter(({ locked }) => locked).map(({ privilege }) => privilege)}
            readOnly={!privileges.may("project.owner")}
          />
        )}
      </div>
    </>
  );
}

interface SwitchesProps {
  project: string;
  saved: readonly SwitchablePrivilege[];
  /** Set by the parent platform. */
  locked: readonly SwitchablePrivilege[];
  readOnly: boolean;
}

function Switches(props: SwitchesProps) {
  const t = useT("privileges");
  const common = useT("common");
  const { message } = App.useApp();
  const stale = useStale();
  const { project, saved, locked, readOnly } = props;
  /** Undefined while nothing is changed: what others save then shows. */
  const [edited, setEdited] = useState<readonly SwitchablePrivilege[]>();
  const on = edited ?? saved;
  const dirty =
    edited !== undefined && SWITCHABLE_PRIVILEGES.some((each) => edited.includes(each) !== saved.includes(each));
  const save = useMutation({
    mutationFn: (privilege_list: SwitchablePrivilege[]) =>
      api.call(projectEndpoints.privilegeSet, {
        params: { project_id: project },
        query: { project },
        body: { privilege_list },
      }),
    onSuccess: async () => {
      await stale(["privilegeList"], project);
      setEdited(undefined);
      void message.success(common("saved"));
    },
  });
  const toggle = (privilege: SwitchablePrivilege, enabled: boolean) =>
    setEdited(SWITCHABLE_PRIVILEGES.filter((each) => (each === privilege ? enabled : on.includes(each))));

  return (
    <>
      <LeaveGuard dirty={dirty} />
      {readOnly && (
        <p className="privileges-note" role="note">
          {t("read_only")}
        </p>
      )}
      {locked.length > 0 && (
        <p className="privileges-note" role="note">
          {t("locked")}
        </p>
      )}
      {GROUPS.map(([group, privileges]) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          <h2>{t(`group.${group}`)}</h2>
          <ul>
            {privileges.map((privilege) => (
              <li key={privilege}>
                <label htmlFor={privilege}>
                  <b>{t(`name.${TEXTS[privilege]}`)}</b>
                  <small>{t(`hint.${TEXTS[privilege]}`)}</small>
                </label>
                <code className="udt-mono" data-literal>
                  {privilege}
                </code>
                <Switch
                  id={privilege}
                  checked={on.includes(privilege)}
                  disabled={readOnly || locked.includes(privilege) || save.isPending}
                  aria-label={t(`name.${TEXTS[privilege]}`)}
                  onChange={(enabled) => toggle(privilege, enabled)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!readOnly && (
        <div className="udt-form-actions privileges-actions">
          <Button type="primary" disabled={!dirty} loading={save.isPending} onClick={() => save.mutate([...on])}>
            {common("save")}
          </Button>
          <Button disabled={!dirty || save.isPending} onClick={() => setEdited(undefined)}>
            {t("discard")}
          </Button>
        </div>
      )}
    </>
  );
}

/** A dot in a text's key would mean a level. */
const TEXTS = {
  "project.token": "project_token",
  "project.edit": "project_edit",
  "member.invite": "member_invite",
  "member.remove": "member_remove",
  "member.edit": "member_edit",
  "job.delete": "job_delete",
  "tag.delete": "tag_delete",
  "app.delete": "app_delete",
  "debug.monitor": "debug_monitor",
} as const satisfies Record<SwitchablePrivilege, string>;
