/** A heap profile of Go's kind, and what Go's own reader says of it. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type Node, pprofBytes } from "@udt/memory/testing";
import { functionName, madeStacks } from "../lib/memory-stacks.ts";

const run = promisify(execFile);
const CALLS = 300_000;

/** Writes it gzipped, as Go does, and returns how many bytes it says to be in use. */
export function writeProfile(path: string): number {
  const root: Node = { symbol: functionName(0), bytes: 0, count: 0, calls: [] };
  const made = new Map<Node, Map<number, Node>>();
  let total = 0;
  for (const stack of madeStacks(CALLS)) {
    let node = root;
    for (const called of stack.path.slice(1)) {
      let below = made.get(node);
      if (!below) made.set(node, (below = new Map()));
      let child = below.get(called);
      if (!child) {
        below.set(called, (child = { symbol: functionName(called), bytes: 0, count: 0, calls: [] }));
        node.calls?.push(child);
      }
      node = child;
    }
    node.bytes += stack.bytes;
    node.count += 1;
    total += stack.bytes;
  }
  writeFileSync(path, gzipSync(pprofBytes([root])));
  return total;
}

/** @returns why Go's tool is not there, or nothing */
export async function goMissing(): Promise<string | undefined> {
  try {
    // It is built the first time that it is asked for.
    await run("go", ["tool", "-n", "pprof"]);
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n")[0];
  }
}

/** What `go tool pprof -top` says to be in use, in bytes. */
export async function goTop(path: string): Promise<number> {
  const told = ["-top", "-nodecount=10", "-unit=byte", "-sample_index=inuse_space"];
  const { stdout } = await run("go", ["tool", "pprof", ...told, path]);
  return Number(/ of (\d+)B total$/m.exec(stdout)?.[1]);
}
