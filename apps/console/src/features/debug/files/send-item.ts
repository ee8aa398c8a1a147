import { ApiError } from "@udt/client";
import { folderOf, pathIn } from "@udt/contract";
import { filebrowserEndpoints } from "@udt/contract/endpoints/filebrowser";
import { api } from "../../../lib/api/api.ts";
import { deviceCall, type Session } from "../session.tsx";
import type { Item } from "./folder-content.ts";
import { putFile } from "./put-file.ts";

interface Sent {
  session: Session;
  folder: string;
  item: Item;
  replace: boolean;
  /** Folders that are known to be there. */
  made: Set<string>;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

/** A file, with the folders on its way; or an empty folder. */
export async function sendItem({ session, folder, item, made, ...more }: Sent): Promise<void> {
  const path = pathIn(folder, item.path);
  if (item.file) await putFile({ session, path, file: item.file, ...more });
  else await makeFolders(session, folder, path, made);
}

async function makeFolders(session: Session, top: string, path: string, made: Set<string>): Promise<void> {
  if (path === top || made.has(path)) return;
  await makeFolders(session, top, folderOf(path), made);
  try {
    await api.call(filebrowserEndpoints.fileFolder, { ...deviceCall(session), body: { path } });
  } catch (error) {
    // One that is there already is what was wanted.
    if (!(error instanceof ApiError && error.code === "file_exists")) throw error;
  }
  made.add(path);
}
