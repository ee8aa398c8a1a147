import { DeleteOutlined, EditOutlined, IdcardOutlined, UploadOutlined } from "@ant-design/icons";
import type { AccountFile } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { PageHeader } from "../../../lib/components/index.ts";
import { JobLinks } from "../../../lib/components/job-links.tsx";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ListPage, type TableColumn, useListView } from "../../../lib/list/index.ts";
import { paths } from "../../../lib/navigation/paths.ts";
import { useProjectId } from "../../../lib/project.ts";
import "../jobs.css";
import { useAccountFiles, useJobActions } from "../use-jobs.ts";
import { AccountDialog } from "./account-dialog.tsx";
import { AccountTemplateButton } from "./account-upload.tsx";

/** The files of accounts that scripts sign in with. What is in them is never shown again. */
export default function AccountsPage() {
  const t = useT("jobs");
  const format = useFormat();
  const project = useProjectId();
  const view = useListView();
  const [editing, setEditing] = useState<AccountFile | "new">();
  const files = useAccountFiles(project, view.query);
  const columns: readonly TableColumn[] = [
    { key: "name", label: t("account_files.name"), width: "20%" },
    { key: "accounts", label: t("account_files.accounts"), width: 160 },
    { key: "jobs", label: t("account_files.jobs") },
    { key: "user", label: t("account_files.user"), width: "13%" },
    { key: "updated_at", label: t("account_files.updated_at"), width: 144 },
    { key: "actions", label: t("column.action"), width: 112, isHidden: true },
  ];
  return (
    <>
      <PageHeader
        title={t("account_files.title")}
        actions={
          <>
            <LinkButton to={paths.jobs(project)}>{t("title")}</LinkButton>
            <AccountTemplateButton project={project} />
            <Button type="primary" icon={<UploadOutlined />} onClick={() => setEditing("new")}>
              {t("account_files.add")}
            </Button>
          </>
        }
      >
        <span className="udt-secondary">{t("account_files.lead")}</span>
      </PageHeader>
      <ListPage
        view={view}
        read={files}
        search={t("account_files.search")}
        count={(total) => t("account_files.count", { count: total, total: format.number(total) })}
        columns={columns}
        renderRow={(file) => <Row key={file.account_file_id} project={project} file={file} onEdit={setEditing} />}
        expected={4}
        error={t("account_files.error")}
        icon={<IdcardOutlined />}
        none={{ title: t("account_files.none_title"), text: t("account_files.none_text") }}
        noMatch={{ title: t("account_files.no_match"), text: t("account_files.no_match_text") }}
      />
      {editing && (
        <AccountDialog
          project={project}
          file={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

function Row({ project, file, onEdit }: { project: string; file: AccountFile; onEdit: (file: AccountFile) => void }) {
  const t = useT("jobs");
  const format = useFormat();
  const now = useNow();
  const { modal, message } = App.useApp();
  const { removeAccounts } = useJobActions(project);
  const { name, account_count, free_count, jobs, job_count } = file;
  const ask = () =>
    modal.confirm({
      title: t("account_files.delete_ask", { name }),
      content: t("account_files.delete_text", { count: account_count, total: format.number(account_count) }),
      okText: t("delete.action"),
      okButtonProps: { danger: true },
      // The error policy tells a refusal, such as which jobs use it.
      onOk: () =>
        removeAccounts.mutateAsync(file.account_file_id).then(
          () => void message.success(t("delete.done", { name })),
          () => undefined,
        ),
    });
  return (
    <tr>
      <td data-literal>{name}</td>
      <td className="udt-num">
        {t("account_files.free", { free: format.number(free_count), total: format.number(account_count) })}
      </td>
      <td>
        <JobLinks project={project} jobs={jobs} job_count={job_count} unused={t("account_files.unused")} />
      </td>
      <td>{file.user_name}</td>
      <td className="udt-num">{format.dateTime(file.updated_at, now)}</td>
      <td>
        <span className="jobs-actions">
          <Button
            type="text"
            icon={<EditOutlined />}
            aria-label={t("account_files.edit", { name })}
            onClick={() => onEdit(file)}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t("account_files.delete", { name })}
            onClick={ask}
          />
        </span>
      </td>
    </tr>
  );
}
