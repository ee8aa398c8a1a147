import { SaidError, say } from "@udt/base";
import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";

/** A file of this machine, and its name beside the others. */
interface NodeFile {
  path: string;
  name: string;
}

export interface OwnNode {
  /** Names of the loader that starts it, and of node. */
  loader: string;
  node: string;
  files: readonly NodeFile[];
}

let found: Promise<OwnNode> | undefined;

/**
 * The agent's own node with every library that it loads, so that it runs also where there is none, or another C library.
 * @see https://man7.org/linux/man-pages/man8/ld.so.8.html LD_TRACE_LOADED_OBJECTS
 */
export function ownNode(): Promise<OwnNode> {
  found ??= promisify(execFile)(process.execPath, [], { env: { LD_TRACE_LOADED_OBJECTS: "1" } }).then(({ stdout }) => {
    const files = [...stdout.matchAll(/^[ \t]*(?:(\S+) => )?(\/\S+) \(0x/gm)].map(([, name, path = ""]) => ({
      path,
      name: basename(name ?? path),
    }));
    const loader = files.find(({ name }) => name.startsWith("ld-"))?.name;
    if (loader === undefined) throw new SaidError(say("engine_node"));
    return { loader, node: "node", files: [...files, { path: process.execPath, name: "node" }] };
  });
  return found;
}
