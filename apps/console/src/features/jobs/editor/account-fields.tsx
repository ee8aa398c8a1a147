import { DownloadOutlined, UploadOutlined } from "@ant-design/icons";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { Button, Select } from "antd";
import { useRef } from "react";
import { api } from "../../../lib/api/api.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { Choices, Field } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useAccountFiles, useJobActions } from "../use-jobs.ts";
import type { StepProps } from "./job-editor.tsx";

const PROVIDERS = ["qq", "wechat"] as const;

/** Which accounts scripts sign in with. */
export function AccountFields({ project, draft, change, fault }: StepProps) {
  const t = useT("jobs");
  const { accounts } = draft.config;
  const files = useAccountFiles(project);
  const { addAccounts } = useJobActions(project);
  const picker = useRef<HTMLInputElement>(null);
  const upload = async (file: File) => {
    const name = file.name.replace(/\.csv$/i, "").slice(0, LIMITS.job_name_max) || file.name;
    addAccounts.mutate(
      { name, content: await file.text() },
      { onSuccess: ({ account_file_id }) => change({ accounts: { kind: "file", account_file_id } }) },
    );
  };
  return (
    <>
      <Choices
        label={t("field.accounts")}
        value={accounts.kind}
        options={(["none", "third_party", "file"] as const).map((value) => ({
          value,
          label: t(`accounts.${value}`),
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
          label={t("field.provider")}
          render={(control) => (
            <Select
              {...control}
              value={accounts.provider}
              options={PROVIDERS.map((value) => ({ value, label: t(`provider.${value}`) }))}
              onChange={(provider) => change({ accounts: { kind: "third_party", provider } })}
            />
          )}
        />
      )}
      {accounts.kind === "file" && (
        <Field
          label={t("field.account_file")}
          hint={t("hint.account_file")}
          error={addAccounts.error ? errorText(addAccounts.error) : fault("accounts")}
          render={(control) => (
            <div className="jobs-with-actions">
              <Select
                {...control}
                value={accounts.account_file_id || undefined}
                placeholder={t("editor.account_placeholder")}
                options={(files.data?.list ?? []).map((file) => ({
                  value: file.account_file_id,
                  label: t("editor.account_option", {
                    name: file.name,
                    total: file.account_count,
                    free: file.free_count,
                  }),
                }))}
                onChange={(account_file_id = "") => change({ accounts: { kind: "file", account_file_id } })}
              />
              <Button
                icon={<DownloadOutlined />}
                href={api.url(ENDPOINTS.accountFileTemplate, { query: { project } })}
                download
              >
                {t("editor.account_template")}
              </Button>
              <Button icon={<UploadOutlined />} loading={addAccounts.isPending} onClick={() => picker.current!.click()}>
                {t("editor.account_upload")}
              </Button>
              <input
                ref={picker}
                type="file"
                hidden
                accept=".csv,text/csv"
                aria-label={t("editor.account_upload")}
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  if (file) void upload(file);
                  event.target.value = "";
                }}
              />
            </div>
          )}
        />
      )}
    </>
  );
}
