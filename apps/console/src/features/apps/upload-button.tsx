import { UploadOutlined } from "@ant-design/icons";
import { APP_KINDS } from "@udt/contract";
import { FileButton } from "../../lib/components/file-button.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { acceptOf } from "../../lib/uploads/index.ts";

/** Chooses packages to upload. */
export function UploadButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const t = useT("apps");
  return (
    <FileButton
      type="primary"
      icon={<UploadOutlined />}
      label={t("upload")}
      accept={acceptOf(APP_KINDS)}
      onFiles={onFiles}
    />
  );
}
