import type { FileEntry } from "@udt/contract";
import type { useFileActions } from "./use-files.ts";

/** What can be done with the entries of a folder. */
export interface FileActs {
  onOpen: (entry: FileEntry) => void;
  onUp: () => void;
  onDownload: (entry: FileEntry) => void;
  onDelete: (entry: FileEntry) => void;
  rename: ReturnType<typeof useFileActions>["rename"];
  pathOf: (entry: FileEntry) => string;
}
