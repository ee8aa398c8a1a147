import { isFolder, nameOf, pathIn, type FileEntry } from "@udt/contract";
import { filebrowserEndpoints } from "@udt/contract/endpoints/filebrowser";
import { App } from "antd";
import { useMemo, useState } from "react";
import { EmptyState, ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useDrop } from "../../../lib/drop/index.ts";
import { useDownload } from "../../../lib/download/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { activeLanguage, useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { FolderIcon } from "../icons.tsx";
import { NotRunning } from "../not-running.tsx";
import { useSession } from "../session.tsx";
import { fileCall } from "./file-calls.ts";
import { FolderTree } from "./folder-tree.tsx";
import { FileList } from "./file-list.tsx";
import { FilePreview } from "./file-preview.tsx";
import { shownName, sortedEntries, type Sorting } from "./file-view.ts";
import { FilesToolbar } from "./files-toolbar.tsx";
import { NameForm } from "./name-form.tsx";
import { Evidence, TransferRow } from "./transfer-row.tsx";
import { dismissTransfer, settledOf, transfers } from "./transfers.ts";
import { useFileActions, useFolder, useSendFiles, useSendFolders } from "./use-files.ts";
import "./files.css";

const FIRST_FOLDER = "/sdcard";

/** The device's files: where one is, what is there, and what can be done with it. */
export function FilesTab() {
  const t = useT("debug");
  const { running } = useSession();
  const [path, setPath] = useState(FIRST_FOLDER);
  const [naming, setNaming] = useState(false);
  const send = useSendFiles();
  const folder = useFolder(path, running);
  const { makeFolder } = useFileActions();
  const sendFolders = useSendFolders();
  const drop = useDrop((dropped) => send(path, dropped));
  const go = (to: string) => {
    setNaming(false);
    if (to === path) void folder.refetch();
    else setPath(to);
  };

  if (!running) return <NotRunning icon={<FolderIcon />} />;
  return (
    <div className="dbg-files" {...drop.handlers} data-dropping={drop.isOver || undefined}>
      <FilesToolbar
        path={path}
        isReading={folder.isFetching}
        onGo={go}
        onReadAgain={() => void folder.refetch()}
        onNewFolder={() => setNaming(true)}
        onFiles={(files) => send(path, { files })}
        onFolder={(files) => sendFolders(path, files)}
      />
      <Transfers />
      {naming && (
        <div className="dbg-files-new">
          <FolderIcon />
          <NameForm
            label={t("files.new_name")}
            initial=""
            isBusy={makeFolder.isPending}
            error={makeFolder.error}
            onCancel={() => (makeFolder.reset(), setNaming(false))}
            onName={(name) => makeFolder.mutate(pathIn(path, name), { onSuccess: () => setNaming(false) })}
          />
        </div>
      )}
      <div className="dbg-files-split">
        <FolderTree path={path} list={folder.data?.list} onGo={go} />
        <div className="dbg-files-main">
          {folder.isPending && <SkeletonRows rows={6} />}
          {folder.isError && (
            <>
              <ErrorState title={t("files.failed")} error={folder.error} onRetry={() => void folder.refetch()} />
              <p className="dbg-none">
                <Evidence error={folder.error} />
              </p>
            </>
          )}
          {folder.isSuccess && (
            <Folder key={path} path={path} list={folder.data.list} leftOut={folder.data.left_out} onGo={go} />
          )}
        </div>
      </div>
      {drop.isOver && <div className="dbg-drop">{t("files.drop", { folder: path })}</div>}
    </div>
  );
}

function Transfers() {
  const t = useT("debug");
  const { test_id } = useSession();
  const mine = useStore(transfers).filter((transfer) => transfer.test_id === test_id);
  if (mine.length === 0) return null;
  const settled = settledOf(mine);
  return (
    <section className="dbg-work dbg-files-work" aria-label={t("files.under_way")}>
      {settled.length > 1 && (
        <button
          type="button"
          className="udt-button dbg-files-clear"
          onClick={() => settled.forEach(({ key }) => dismissTransfer(key))}
        >
          {t("files.clear_settled", { count: settled.length })}
        </button>
      )}
      {mine.map((transfer) => (
        <TransferRow key={transfer.key} transfer={transfer} />
      ))}
    </section>
  );
}

interface FolderProps {
  path: string;
  list: readonly FileEntry[];
  leftOut: number;
  onGo: (path: string) => void;
}

function Folder({ path, list, leftOut, onGo }: FolderProps) {
  const t = useT("debug");
  const session = useSession();
  const [sorting, setSorting] = useState<Sorting>({ by: "name", descending: false });
  const [viewed, setViewed] = useState<FileEntry>();
  const download = useDownload(filebrowserEndpoints.fileDownload);
  const { rename } = useFileActions();
  const remove = useRemoval();
  const entries = useMemo(() => sortedEntries(list, sorting, activeLanguage()), [list, sorting]);
  const at = (entry: FileEntry) => pathIn(path, entry.name);
  const keep = (entry: FileEntry) =>
    download.mutate({
      call: fileCall(session, at(entry)),
      name: isFolder(entry) ? `${entry.name}.tar` : entry.name,
    });
  if (entries.length === 0)
    return (
      <EmptyState icon={<FolderIcon />} title={t("files.empty")}>
        {t("files.empty_text")}
      </EmptyState>
    );
  return (
    <>
      <FileList
        entries={entries}
        sorting={sorting}
        onSort={setSorting}
        onOpen={(entry) => (isFolder(entry) ? onGo(at(entry)) : setViewed(entry))}
        onUp={() => onGo(path.slice(0, path.lastIndexOf("/")) || "/")}
        onDownload={keep}
        onDelete={(entry) => remove(at(entry), entry)}
        rename={rename}
        pathOf={at}
      />
      {leftOut > 0 && <p className="dbg-none">{t("files.left_out", { count: leftOut })}</p>}
      <FilePreview entry={viewed} path={viewed && at(viewed)} onDownload={keep} onClose={() => setViewed(undefined)} />
    </>
  );
}

/** Deletes after a question that names what is lost. */
function useRemoval() {
  const t = useT("debug");
  const common = useT("common");
  const format = useFormat();
  const { modal, message } = App.useApp();
  const { remove } = useFileActions();
  return (path: string, entry: FileEntry) => {
    const name = shownName(nameOf(path));
    const lost =
      entry.kind === "folder"
        ? t("files.delete_folder", { path: shownName(path) })
        : entry.kind === "link"
          ? t("files.delete_link", { path: shownName(path) })
          : t("files.delete_file", { path: shownName(path), size: format.bytes(entry.size_bytes) });
    modal.confirm({
      title: t("files.delete_title", { name }),
      content: <span className="dbg-wrap">{lost}</span>,
      okText: t("files.delete"),
      cancelText: common("cancel"),
      okButtonProps: { danger: true },
      onOk: () =>
        remove.mutateAsync(path).catch((error: unknown) => {
          void message.error(
            <span>
              {errorText(error)} <Evidence error={error} />
            </span>,
          );
        }),
    });
  };
}
