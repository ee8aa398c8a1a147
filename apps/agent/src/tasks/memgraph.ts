import { createReadStream, createWriteStream, openAsBlob } from "node:fs";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Said, SaidError, saidOf, say } from "@udt/base";
import { ApiError } from "@udt/client";
import { ENDPOINTS, LIMITS, type MemgraphFailure, type MemgraphTool } from "@udt/contract";
import { APP_TIMEOUT_MS, fetchApp } from "../app-file.ts";
import { MEMGRAPH_TOOL_OF, memgraphPrograms } from "./memgraph-tools.ts";
import type { TaskRoom, WorkOn } from "./task-room.ts";
import { NOT_STARTED, openToolPlace, type StepEnd, takeFile, type ToolPlace } from "./tool-place.ts";

/** Of each tool: all of them together, with the download, are done within a task's time. */
const TOOL_MINUTES = 6;
const MEMORY_MAX_BYTES = 16 * 1024 ** 3;
const TEXT_MAX_BYTES = LIMITS.memgraph_output_max_bytes;
/** What the tools are told. */
const GRAPH = "graph.memgraph";

/**
 * Has Apple's tools read a memory graph, one after the other, and gives back what each wrote as soon as it has. What one of them does
 * not do loses nothing of the others.
 */
export const memgraph: WorkOn<"memgraph"> = async ({ task_id, payload: { file, tools } }, room) => {
  const { folder, signal, log, onStage } = room;
  const end = (failure: MemgraphFailure | null, message: Said | null, notes: Said[] = []) =>
    ({ kind: "memgraph", failure, message, notes }) as const;
  let failure: MemgraphFailure = "file_not_had";
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    onStage("download", null);
    const bytes = await download(room, task_id, file);
    failure = "tools_failed";
    const bounds = { timeMs: TOOL_MINUTES * 60_000, diskBytes: bytes + TEXT_MAX_BYTES, memoryBytes: MEMORY_MAX_BYTES };
    const place = await openToolPlace(
      await room.isolation(),
      await memgraphPrograms(tools),
      join(folder, "place"),
      bounds,
    );
    const notes: Said[] = [];
    try {
      await rename(join(folder, GRAPH), join(place.folder, GRAPH));
      for (const [index, tool] of tools.entries()) {
        onStage("tools", Math.floor((index / tools.length) * 100));
        const note = await read(room, place, task_id, tool);
        if (note) notes.push(note);
      }
    } finally {
      await place.close();
    }
    return notes.length < tools.length ? end(null, null, notes) : end("tools_failed", say("memgraph_nothing"), notes);
  } catch (error) {
    if (!(error instanceof SaidError) && !signal.aborted) log("error", "task failed", { task_id, error });
    return end(failure, signal.aborted ? say("too_long") : saidOf(error));
  }
};

/** @returns how large it is once it is unpacked */
async function download(
  { client, folder, signal, onStage }: TaskRoom,
  task_id: string,
  file: { file_name: string; size_bytes: number },
): Promise<number> {
  const came = join(folder, "came");
  const call = { params: { task_id }, signal, timeoutMs: APP_TIMEOUT_MS };
  const onBytes = (bytes: number) => onStage("download", Math.floor((bytes / Math.max(file.size_bytes, 1)) * 100));
  const ask = () => client.raw(ENDPOINTS.agentMemgraphFile, call);
  await fetchApp(ask, { ...file, md5: null }, came, signal, onBytes);
  const graph = join(folder, GRAPH);
  if (!(await isGzip(came))) await rename(came, graph);
  else {
    await unpack(came, graph, signal);
    await rm(came);
  }
  return (await stat(graph)).size;
}

async function isGzip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/** The server has read it to its end, and found it no larger than a file may be. */
async function unpack(from: string, to: string, signal: AbortSignal): Promise<void> {
  let bytes = 0;
  const bounded = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.length;
      if (bytes > LIMITS.memory_file_max_bytes) throw new SaidError(say("memgraph_not_unpacked"));
      yield piece;
    }
  };
  try {
    await pipeline(createReadStream(from), createGunzip(), bounded, createWriteStream(to, { mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw new SaidError(say("memgraph_not_unpacked"), { cause: error });
  }
}

/** @returns why a tool gave nothing */
async function read(room: TaskRoom, place: ToolPlace, task_id: string, tool: MemgraphTool): Promise<Said | undefined> {
  const { words, writesFile, done } = MEMGRAPH_TOOL_OF[tool];
  const text = `${tool}.out`;
  const step = { program: tool, words: words(GRAPH, text), folder: "." };
  const ended = await place.run(writesFile ? step : { ...step, output: text }, room.signal);
  const taken = join(room.folder, text);
  const size = await takeFile(join(place.folder, text), taken);
  try {
    const isDone = ended.exit_code !== null && done.includes(ended.exit_code);
    if (!isDone || size === undefined || size === 0) return faultOf(tool, ended, isDone);
    if (size > TEXT_MAX_BYTES) return tooLarge(tool);
    return await deliver(room, task_id, tool, taken);
  } finally {
    await rm(taken, { recursive: true, force: true });
  }
}

const tooLarge = (tool: MemgraphTool): Said => say("memgraph_tool_large", { tool, gb: TEXT_MAX_BYTES / 1024 ** 3 });

function faultOf(tool: MemgraphTool, { exit_code, bound, said }: StepEnd, isDone: boolean): Said {
  if (bound === "time") return say("memgraph_tool_long", { tool, minutes: TOOL_MINUTES }, said);
  if (bound === "disk" || bound === "output") return tooLarge(tool);
  if (exit_code === null) return say("memgraph_tool_ended", { tool }, said);
  if (exit_code === NOT_STARTED) return say("memgraph_tool_gone", { tool }, said);
  if (tool === "malloc_history") return say("memgraph_no_stacks", {}, said);
  return isDone ? say("memgraph_tool_empty", { tool }, said) : say("memgraph_tool_failed", { tool, exit_code }, said);
}

/** @returns why the server does not keep a text. @throws SaidError where the task is not this agent's any more */
async function deliver(
  { client, signal, insist }: TaskRoom,
  task_id: string,
  tool: MemgraphTool,
  file: string,
): Promise<Said | undefined> {
  const body = await openAsBlob(file);
  const call = { params: { task_id, tool }, body, signal, timeoutMs: APP_TIMEOUT_MS };
  try {
    await insist(() => client.call(ENDPOINTS.agentMemgraphText, call));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ApiError) || error.kind !== "refused") throw error;
    if (error.code === "agent_task_not_found") throw new SaidError(say("called_off"), { cause: error });
    return say("memgraph_not_kept", { tool, code: error.code ?? String(error.ret) }, error.message);
  }
}
