import { SIGN_IN_PROVIDERS } from "@udt/contract";
import { accountEndpoints } from "@udt/contract/endpoints/jobs";
import { Select } from "antd";
import { queryOf } from "../../../lib/api/queries.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { Choices, Field, Picker } from "../../../lib/form/index.ts";
import { LinkButton } from "../../../lib/components/link-button.tsx";
import { paths } from "../../../lib/navigation/paths.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { AccountFileButton, AccountTemplateButton, nameOfFile } from "../accounts/account-upload.tsx";
import { useAccountFiles, useJobActions } from "../use-jobs.ts";
import type { StepProps } from "./step-props.ts";

/** Which accounts scripts sign in with. */
export function AccountFields({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const c = useT("job-config");
  const { accounts } = draft.config;
  // Whichever is first is proposed.
  const files = useAccountFiles(project, { page_size: 1 });
  const { addAccounts } = useJobActions(project);
  const upload = async (file: File) => {
    addAccounts.mutate(
      { name: nameOfFile(file), content: await file.text() },
      { onSuccess: ({ account_file_id }) => change({ accounts: { kind: "file", account_file_id } }) },
    );
  };
  return (
    <>
      <Choices
        label={c("field.accounts")}
        value={accounts.kind}
        options={(["none", "third_party", "file"] as const).map((value) => ({
          value,
          label: c(`accounts.${value}`),
          hint: t(`accounts_hint.${value}`),
        }))}
        onChange={(kind) =>
          change({
            accounts:
              kind === "none"
                ? { kind }
                : kind === "third_party"
                  ? { kind, provider: "qq" }
                  : { kind, account_file_id: files.data?.list[0]?.account_file_id ?? "" },
          })
        }
      />
      {accounts.kind === "third_party" && (
        <Field
          label={c("field.provider")}
          render={(control) => (
            <Select
              {...control}
              value={accounts.provider}
              options={SIGN_IN_PROVIDERS.map((value) => ({ value, label: c(`provider.${value}`) }))}
              onChange={(provider) => change({ accounts: { kind: "third_party", provider } })}
            />
          )}
        />
      )}
      {accounts.kind === "file" && (
        <Field
          label={c("field.account_file")}
          hint={t("hint.account_file")}
          error={addAccounts.error ? errorText(addAccounts.error) : fault("accounts")}
          render={(control) => (
            <div className="jobs-with-actions">
              <Picker
                control={control}
                list={(filter) => queryOf(accountEndpoints.accountFileList, { query: { project, ...filter } })}
                get={(account_file_id) =>
                  queryOf(accountEndpoints.accountFileGet, { params: { account_file_id }, query: { project } })
                }
                option={(file) => ({
                  value: file.account_file_id,
                  label: t("editor.account_option", {
                    name: file.name,
                    total: file.account_count,
                    free: file.free_count,
                  }),
                })}
                placeholder={t("editor.account_placeholder")}
                value={accounts.account_file_id || null}
                onChange={(id) => change({ accounts: { kind: "file", account_file_id: id ?? "" } })}
              />
              <AccountTemplateButton project={project} />
              <AccountFileButton
                label={t("editor.account_upload")}
                loading={addAccounts.isPending}
                onChosen={(file) => void upload(file)}
              />
              <LinkButton to={paths.accountFiles(project)}>{t("account_files.manage")}</LinkButton>
            </div>
          )}
        />
      )}
    </>
  );
}
