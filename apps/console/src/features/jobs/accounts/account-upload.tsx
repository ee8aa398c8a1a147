import { DownloadOutlined, UploadOutlined } from "@ant-design/icons";
import { LIMITS } from "@udt/contract";
import { accountEndpoints } from "@udt/contract/endpoints/jobs";
import { Button } from "antd";
import { useRef, type ComponentProps } from "react";
import { api } from "../../../lib/api/api.ts";
import { useDownload } from "../../../lib/download/index.ts";
import { useT } from "../../../lib/i18n/index.ts";

/** A file's name as the name of what it holds. */
export const nameOfFile = (file: File): string =>
  file.name.replace(/\.csv$/i, "").slice(0, LIMITS.job_name_max) || file.name;

/** As the server calls it. */
const TEMPLATE_NAME = "accounts.csv";

/** The template that account files are made from. */
export function AccountTemplateButton({ project }: { project: string }) {
  const t = useT("jobs");
  const call = { query: { project } };
  const download = useDownload(accountEndpoints.accountFileTemplate);
  return (
    <Button
      icon={<DownloadOutlined />}
      href={api.url(accountEndpoints.accountFileTemplate, call)}
      download={TEMPLATE_NAME}
      onClick={(event) => {
        event.preventDefault();
        download.mutate({ call, name: TEMPLATE_NAME });
      }}
    >
      {t("editor.account_template")}
    </Button>
  );
}

/** A button by which an account file is chosen. `label` says what it is for; the button may show what was chosen. */
export function AccountFileButton(
  props: ComponentProps<typeof Button> & { label: string; onChosen: (file: File) => void },
) {
  const { label, onChosen, children, ...button } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} icon={<UploadOutlined />} onClick={() => picker.current?.click()}>
        {children ?? label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".csv,text/csv"
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChosen(file);
          event.target.value = "";
        }}
      />
    </>
  );
}
