import { UploadOutlined } from "@ant-design/icons";
import type { ReactNode } from "react";
import { useDrop } from "../../lib/drop/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import "./apps.css";

/** The whole page takes files that are dropped on it. */
export function DropZone(props: { enabled: boolean; onFiles: (files: Iterable<File>) => void; children: ReactNode }) {
  const t = useT("apps");
  const drop = useDrop(({ files }) => props.onFiles(files));
  if (!props.enabled) return <>{props.children}</>;
  return (
    <div className="apps-zone" {...drop.handlers}>
      {props.children}
      {drop.isOver && (
        <div className="apps-drop">
          <UploadOutlined />
          {t("drop")}
        </div>
      )}
    </div>
  );
}
