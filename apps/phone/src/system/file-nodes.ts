import type { FileContent } from "./file-content.ts";

/** Nodes of the phone's file tree. */
export interface FileNode {
  kind: "file";
  mode: number;
  mtimeMs: number;
  ino: number;
  content: FileContent;
  links: number;
  /** Content made on each read, such as `/proc/meminfo`; such a file takes no space and no writes. */
  provide?: () => string | Uint8Array;
  /** The one user who may read it, whatever its mode says; the system itself may. */
  keptFor?: number;
  /** `/dev/null`: takes everything, keeps nothing. */
  discards?: boolean;
}

export interface DirectoryNode {
  kind: "directory";
  mode: number;
  mtimeMs: number;
  ino: number;
  entries: Map<string, Node>;
}

export interface LinkNode {
  kind: "link";
  mode: number;
  mtimeMs: number;
  ino: number;
  target: string;
}

export type Node = FileNode | DirectoryNode | LinkNode;

export interface FileStat {
  kind: Node["kind"];
  /** Permission bits with the file type, as `st_mode`. */
  mode: number;
  size: number;
  mtimeMs: number;
  ino: number;
  links: number;
}

const TYPE_BITS = { file: 0o100000, directory: 0o040000, link: 0o120000 } as const;

export function statOf(node: Node): FileStat {
  const type = node.kind === "file" && node.discards ? 0o020000 : TYPE_BITS[node.kind];
  const size = node.kind === "directory" ? 3452 : node.kind === "link" ? node.target.length : contentSize(node);
  const links = node.kind === "file" ? node.links : node.kind === "directory" ? 2 : 1;
  return { kind: node.kind, mode: type | node.mode, size, mtimeMs: node.mtimeMs, ino: node.ino, links };
}

/** Files of `/proc` have size 0 there too, but a reader that trusts the size must still get the bytes, so it is told truly. */
function contentSize(node: FileNode): number {
  return node.provide ? provided(node).length : node.content.size;
}

export function provided(node: FileNode): Uint8Array {
  const content = node.provide?.() ?? "";
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** Whether a folder is another one, or lies anywhere in it. */
export function isWithin(folder: DirectoryNode, outer: DirectoryNode): boolean {
  if (folder === outer) return true;
  for (const node of outer.entries.values()) if (node.kind === "directory" && isWithin(folder, node)) return true;
  return false;
}
