import { useMutation, useQuery } from "@tanstack/react-query";
import { commandWaits, folderOf, pathIn } from "@udt/contract";
import { filebrowserEndpoints } from "@udt/contract/endpoints/filebrowser";
import { useCallback } from "react";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import type { Dropped } from "../../../lib/drop/index.ts";
import { deviceCall, useSession } from "../session.tsx";
import { fileCall } from "./file-calls.ts";
import { chosenFolders } from "./folder-content.ts";
import { startContent, startFolder, startTransfers, type Transfer } from "./transfers.ts";

/** Where people drop what is for the device itself. */
export const DROP_FOLDER = "/sdcard/Download";

/** What is in a folder. A folder may change by itself, so it is read again whenever it is opened. */
export function useFolder(path: string, enabled: boolean) {
  const session = useSession();
  return useQuery({
    ...queryOf(filebrowserEndpoints.fileList, fileCall(session, path)),
    enabled,
    staleTime: 0,
    // A path that is refused stays refused.
    retry: false,
  });
}

export function useReadAgain(): () => void {
  const { project } = useSession();
  const stale = useStale();
  return useCallback(() => void stale(["fileList"], project), [stale, project]);
}

type OnEnd = (ended: Transfer) => void;

function useReadAfter(): OnEnd {
  const readAgain = useReadAgain();
  return ({ isFolder, state }) => {
    // Of a folder there is a part, however it ended.
    if (isFolder || state.name === "done") readAgain();
  };
}

/** Sends files and folders to a folder of the device. */
export function useSendFiles(): (folder: string, dropped: Partial<Dropped>, onEnd?: OnEnd) => void {
  const session = useSession();
  const readAgain = useReadAfter();
  return (folder, { files = [], folders = [] }, onEnd) => {
    const begun = {
      session,
      folder,
      onEnd: (ended: Transfer) => {
        readAgain(ended);
        onEnd?.(ended);
      },
    };
    startTransfers(begun, files);
    for (const entry of folders) void startFolder(begun, entry);
  };
}

/** Sends folders that were chosen, given by their files. */
export function useSendFolders(): (folder: string, files: readonly File[]) => void {
  const session = useSession();
  const onEnd = useReadAfter();
  return (folder, files) => {
    for (const [name, content] of chosenFolders(files)) startContent({ session, folder, onEnd }, name, content);
  };
}

/** What changes files on the device; the folder is read again whatever comes of it. */
export function useFileActions() {
  const session = useSession();
  const onSettled = useReadAgain();
  const call = deviceCall(session);
  return {
    makeFolder: useMutation({
      mutationFn: (path: string) => api.call(filebrowserEndpoints.fileFolder, { ...call, body: { path } }),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: ({ path, name }: { path: string; name: string }) =>
        api.call(filebrowserEndpoints.fileRename, {
          ...call,
          body: { path, to: pathIn(folderOf(path), name) },
          timeoutMs: commandWaits("file_rename").server_ms,
        }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (path: string) => {
        const timeoutMs = commandWaits("file_delete").server_ms;
        return api.call(filebrowserEndpoints.fileDelete, { ...fileCall(session, path), timeoutMs });
      },
      onSettled,
    }),
  };
}
