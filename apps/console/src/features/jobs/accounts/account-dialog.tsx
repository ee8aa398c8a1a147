import { ApiError } from "@udt/client";
import { LIMITS, type AccountFile } from "@udt/contract";
import { App, Input } from "antd";
import { useState } from "react";
import { errorText } from "../../../lib/errors/index.ts";
import { Field, FormDialog } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useJobActions } from "../use-jobs.ts";
import { AccountFileButton, AccountTemplateButton, nameOfFile } from "./account-upload.tsx";

/** Adds an account file; renames one, and replaces its accounts. */
export function AccountDialog(props: { project: string; file: AccountFile | undefined; onClose: () => void }) {
  const t = useT("jobs");
  const common = useT("common");
  const { message } = App.useApp();
  const { project, file } = props;
  const [name, setName] = useState(file?.name ?? "");
  const [chosen, setChosen] = useState<File>();
  const [tried, setTried] = useState(false);
  const { saveAccounts } = useJobActions(project);
  const refusal = saveAccounts.error instanceof ApiError ? errorText(saveAccounts.error) : undefined;
  const save = async () => {
    setTried(true);
    if (name.trim() === "" || (file === undefined && chosen === undefined)) return;
    const content = await chosen?.text();
    saveAccounts.mutate(
      { account_file_id: file?.account_file_id, name: name.trim(), content },
      {
        onSuccess: () => {
          void message.success(common("saved"));
          props.onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={file ? t("account_files.edit", { name: file.name }) : t("account_files.add")}
      pending={saveAccounts.isPending}
      onSubmit={() => void save()}
      onClose={props.onClose}
    >
      <Field
        label={t("account_files.name")}
        error={tried && name.trim() === "" ? t("fault.name") : undefined}
        render={(control) => (
          <Input
            {...control}
            autoFocus
            value={name}
            maxLength={LIMITS.job_name_max}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      />
      <Field
        label={t("account_files.content")}
        hint={t(file ? "account_files.content_kept" : "hint.account_file")}
        error={refusal ?? (tried && !file && !chosen ? t("account_files.content_required") : undefined)}
        render={(control) => (
          <div className="jobs-with-actions">
            <AccountFileButton
              {...control}
              label={t("account_files.choose")}
              onChosen={(picked) => {
                setChosen(picked);
                if (name === "") setName(nameOfFile(picked));
              }}
            >
              {chosen?.name}
            </AccountFileButton>
            <AccountTemplateButton project={project} />
          </div>
        )}
      />
    </FormDialog>
  );
}
