import { UploadOutlined } from "@ant-design/icons";
import { useState, type DragEvent, type ReactNode } from "react";
import { useT } from "../../lib/i18n/index.ts";
import "./apps.css";

/** The whole page takes files that are dropped on it. */
export function DropZone(props: { enabled: boolean; onFiles: (files: Iterable<File>) => void; children: ReactNode }) {
  const t = useT("apps");
  const [dropping, setDropping] = useState(false);
  if (!props.enabled) return <>{props.children}</>;
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  };
  const onDragLeave = (event: DragEvent) => {
    // Going over to a child is no leaving.
    if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setDropping(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    props.onFiles(event.dataTransfer.files);
  };
  return (
    <div className="apps-zone" onDragOver={onDragOver} onDragLeave={onDragLeave} onDrop={onDrop}>
      {props.children}
      {dropping && (
        <div className="apps-drop">
          <UploadOutlined />
          {t("drop")}
        </div>
      )}
    </div>
  );
}
