import { DeleteOutlined, EditOutlined, KeyOutlined, PlusOutlined } from "@ant-design/icons";
import type { Credential } from "@udt/contract";
import { credentialEndpoints } from "@udt/contract/endpoints/credentials";
import { App, Button } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { api } from "../../lib/api/api.ts";
import { PageHeader } from "../../lib/components/index.ts";
import { LabelledPopover } from "../../lib/components/labelled-popover.tsx";
import { LinkButton } from "../../lib/components/link-button.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../lib/list/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { useIsGuest } from "../../lib/session/index.ts";
import { CredentialDialog } from "./credential-dialog.tsx";
import "./libraries.css";
import { useCredentialChange, useCredentials } from "./use-libraries.ts";

/** Names and passwords for repositories and image registries. A password is never shown again. */
export default function CredentialsPage() {
  const t = useT("libraries");
  const format = useFormat();
  const project = useProjectId();
  const guest = useIsGuest(project);
  const view = useListView();
  const [editing, setEditing] = useState<Credential | "new">();
  const credentials = useCredentials(project, view.query);
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("credentials.name"), width: "18%" },
    { key: "username", label: t("credentials.username") },
    { key: "password", label: t("credentials.password"), width: 108 },
    { key: "used", label: t("credentials.used"), width: 156 },
    { key: "user", label: t("credentials.user"), width: "13%" },
    { key: "updated_at", label: t("credentials.updated_at"), width: 144 },
    { key: "actions", label: t("credentials.actions"), width: 96, isHidden: true },
  ];
  return (
    <>
      <PageHeader
        title={t("credentials.title")}
        actions={
          <>
            <LinkButton to={paths.libraries(project)}>{t("title")}</LinkButton>
            {!guest && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing("new")}>
                {t("credentials.add")}
              </Button>
            )}
          </>
        }
      >
        <span className="udt-secondary">{t("credentials.lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={credentials}
        search={t("credentials.search")}
        count={(total) => t("credentials.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(credential) => (
          <Row
            key={credential.credential_id}
            project={project}
            credential={credential}
            canChange={!guest}
            onEdit={setEditing}
          />
        )}
        expected={4}
        error={t("credentials.error")}
        icon={<KeyOutlined />}
        none={{ title: t("credentials.none_title"), text: t("credentials.none_text") }}
        noMatch={{ title: t("no_match.title"), text: t("no_match.text"), clear: t("no_match.clear") }}
      />
      {editing && (
        <CredentialDialog
          project={project}
          {...(editing !== "new" && { credential: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function Row(props: {
  project: string;
  credential: Credential;
  canChange: boolean;
  onEdit: (credential: Credential) => void;
}) {
  const t = useT("libraries");
  const format = useFormat();
  const { modal, message } = App.useApp();
  const [now] = useState(Date.now);
  const { project, credential } = props;
  const { credential_id, name } = credential;
  const remove = useCredentialChange(project, () =>
    api.call(credentialEndpoints.credentialDelete, { params: { credential_id }, query: { project } }),
  );
  const ask = () =>
    modal.confirm({
      title: t("credentials.delete_ask", { name }),
      content: t("credentials.delete_text"),
      okText: t("delete.action"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal, such as what still uses it.
      onOk: () =>
        remove.mutateAsync(undefined).then(
          () => void message.success(t("credentials.deleted", { name })),
          () => undefined,
        ),
    });
  return (
    <tr>
      <td data-literal>{name}</td>
      <td className="udt-ellipsis" title={credential.username} data-literal>
        {credential.username}
      </td>
      <td aria-label={t("credentials.hidden")}>••••••</td>
      <td>
        <Uses project={project} uses={credential.uses} />
      </td>
      <td>{credential.user_name}</td>
      <td>{format.dateTime(credential.updated_at, now)}</td>
      <td className="libraries-actions">
        {props.canChange && (
          <>
            <Button
              type="text"
              icon={<EditOutlined />}
              aria-label={t("credentials.edit", { name })}
              onClick={() => props.onEdit(credential)}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined />}
              aria-label={t("credentials.delete", { name })}
              onClick={ask}
            />
          </>
        )}
      </td>
    </tr>
  );
}

/** Every use of a credential, each a link to it. */
function Uses({ project, uses }: { project: string; uses: Credential["uses"] }) {
  const t = useT("libraries");
  const format = useFormat();
  if (uses.length === 0) return <span className="udt-secondary">{t("credentials.unused")}</span>;
  const used = t("credentials.used_by", { count: uses.length, total: format.number(uses.length) });
  return (
    <LabelledPopover
      label={used}
      trigger={["hover", "click"]}
      content={
        <ul className="libraries-uses">
          {uses.map(({ kind, id, name }) => (
            <li key={`${kind} ${id}`}>
              <span className="udt-secondary">{t(`credentials.use.${kind}`)}</span>{" "}
              <Link to={kind === "job" ? paths.job(project, id, "settings") : paths.library(project, id, "settings")}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      }
    >
      <Button type="link" className="libraries-used">
        {used}
      </Button>
    </LabelledPopover>
  );
}
