import { UploadOutlined } from "@ant-design/icons";
import { APP_KINDS } from "@udt/contract";
import { Button } from "antd";
import { useRef } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { acceptOf } from "../../lib/uploads/index.ts";

/** Chooses packages to upload. */
export function UploadButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const t = useT("apps");
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="primary" icon={<UploadOutlined />} onClick={() => picker.current?.click()}>
        {t("upload")}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={acceptOf(APP_KINDS)}
        aria-label={t("upload")}
        onChange={(event) => {
          onFiles(event.target.files ?? []);
          event.target.value = "";
        }}
      />
    </>
  );
}
