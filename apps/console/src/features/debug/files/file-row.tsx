import { isFolder, type FileEntry } from "@udt/contract";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { DownloadIcon, FileIcon, FolderIcon, LinkIcon, PencilIcon, TrashIcon } from "../icons.tsx";
import type { FileActs } from "./file-acts.ts";
import { shownName } from "./file-view.ts";
import { NameForm } from "./name-form.tsx";

interface FileRowProps {
  entry: FileEntry;
  index: number;
  top: number;
  isCurrent: boolean;
  isRenamed: boolean;
  onFocus: () => void;
  onRename: () => void;
  onRenamed: () => void;
  acts: FileActs;
}

/** A file or folder, and what can be done with it. */
export function FileRow({ entry, index, top, isCurrent, isRenamed, onFocus, onRename, onRenamed, acts }: FileRowProps) {
  const t = useT("debug");
  const format = useFormat();
  const now = useNow();
  const name = shownName(entry.name);
  const opens = entry.kind !== "other" && !(entry.kind === "link" && entry.leads_to === null);
  const Icon = entry.kind === "link" ? LinkIcon : isFolder(entry) ? FolderIcon : FileIcon;
  return (
    <div
      className="dbg-file-row"
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-current={isCurrent || undefined}
      data-kind={isFolder(entry) ? "folder" : "file"}
      style={{ top }}
      onFocus={onFocus}
    >
      <span role="gridcell" data-column="name">
        <Icon />
        {isRenamed ? (
          <NameForm
            label={t("files.rename_of", { name })}
            initial={entry.name}
            isBusy={acts.rename.isPending}
            error={acts.rename.error}
            onCancel={onRenamed}
            onName={(to) => acts.rename.mutate({ path: acts.pathOf(entry), name: to }, { onSuccess: onRenamed })}
          />
        ) : (
          <button
            type="button"
            className="dbg-file-name udt-ellipsis"
            title={name}
            tabIndex={isCurrent ? 0 : -1}
            aria-disabled={!opens}
            onClick={() => opens && acts.onOpen(entry)}
            data-literal
          >
            {name}
          </button>
        )}
      </span>
      <span role="gridcell" data-column="size_bytes" className="udt-num udt-secondary">
        {isFolder(entry) || entry.kind === "other" ? "" : format.bytes(entry.size_bytes)}
      </span>
      <span
        role="gridcell"
        data-column="modified_at"
        className="udt-num udt-secondary"
        title={format.exact(entry.modified_at)}
      >
        {format.dateTime(entry.modified_at, now)}
      </span>
      <span role="gridcell" data-column="actions">
        {(
          [
            ["download", <DownloadIcon key="icon" />, () => acts.onDownload(entry)],
            ["rename", <PencilIcon key="icon" />, onRename],
            ["delete", <TrashIcon key="icon" />, () => acts.onDelete(entry)],
          ] as const
        ).map(([action, icon, act]) => (
          <button
            key={action}
            type="button"
            className="udt-icon-button"
            tabIndex={isCurrent ? 0 : -1}
            disabled={action === "download" && !opens}
            aria-label={t(`files.${action}_of`, { name })}
            title={t(`files.${action}`)}
            onClick={act}
          >
            {icon}
          </button>
        ))}
      </span>
    </div>
  );
}
