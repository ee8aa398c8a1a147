import { ApiError } from "@udt/client";
import type { FileEntry } from "@udt/contract";
import { filebrowserEndpoints } from "@udt/contract/endpoints/filebrowser";
import { useEffect, useMemo, useRef, useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { activeLanguage } from "../../../lib/i18n/index.ts";
import { useSession } from "../session.tsx";
import { fileCall } from "./file-calls.ts";
import { aboveOf, closed, nodeOf, opened, treeRows, type TreeNode } from "./tree-rows.ts";

const UNREAD: TreeNode = { names: [], left_out: 0 };

/** What is neither open nor in the list is forgotten. */
const kept = (nodes: ReadonlyMap<string, TreeNode>, open: ReadonlySet<string>, path: string) =>
  new Map([...nodes].filter(([folder]) => folder === path || open.has(folder)));

/**
 * The tree of folders: each is read when it is opened and forgotten when it is closed. It follows the list, and takes from it
 * what is in the folder that the list shows.
 */
export function useTree(path: string, list: readonly FileEntry[] | undefined) {
  const session = useSession();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(["/"]));
  const [nodes, setNodes] = useState<ReadonlyMap<string, TreeNode>>(new Map());
  const asked = useRef(new Set<string>());

  const [followed, setFollowed] = useState("/");
  if (followed !== path) {
    setFollowed(path);
    setOpen(aboveOf(path).reduce((all, one) => opened(all, one, path), open));
  }
  const [seen, setSeen] = useState<typeof list>();
  // Who comes back before another folder's list has arrived finds the same list, which may have been forgotten meanwhile.
  if (list && (list !== seen || !nodes.has(path))) {
    setSeen(list);
    setNodes(kept(nodes, open, path).set(path, nodeOf(list, activeLanguage())));
  }

  useEffect(() => {
    const { current } = asked;
    const read = async (folder: string) => {
      const node = await api.call(filebrowserEndpoints.fileList, fileCall(session, folder)).then(
        ({ list: found }) => nodeOf(found, activeLanguage()),
        // A folder that may not be listed is one in which the tree knows of nothing.
        (error: unknown) => (error instanceof ApiError && error.kind === "refused" ? UNREAD : undefined),
      );
      current.delete(folder);
      // Where nobody answered it is asked for again once the list, which is read again by itself, has come.
      if (node) setNodes((all) => new Map(all).set(folder, node));
    };
    for (const folder of open) {
      if (folder === path || nodes.has(folder) || current.has(folder)) continue;
      current.add(folder);
      void read(folder);
    }
  }, [open, nodes, path, session]);

  const rows = useMemo(() => treeRows(nodes, open, path), [nodes, open, path]);
  const set = (to: ReadonlySet<string>) => {
    setOpen(to);
    setNodes((all) => kept(all, to, path));
  };
  return {
    rows,
    open: (folder: string) => set(opened(open, folder, path)),
    close: (folder: string) => set(closed(open, folder)),
  };
}
