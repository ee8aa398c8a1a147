/** Files on the device. */
import { commandWaits, ENDPOINTS, fileEntry, filePath, ownFilePath } from "@udt/contract";
import { z } from "zod";
import { DriveFault } from "../access.ts";
import { done, doneOutput, sessionTool, type Tool } from "./tool.ts";

/** What a model can make something of; more is what people download at the page. */
const READ_MAX_BYTES = 256 * 1024;
const LISTED_MAX = 1_000;

export const FILE_TOOLS: readonly Tool[] = [
  sessionTool(
    {
      name: "files",
      title: "List files",
      description: "What is in a folder of the device, such as /sdcard.",
      reads: false,
      idempotent: true,
      input: { path: filePath.default("/sdcard") },
      output: { path: z.string(), files: z.array(fileEntry), left_out: z.int() },
      places: ["path"],
    },
    async ({ access, place: { project, ...params } }, { path }) => {
      const found = await access.client.call(ENDPOINTS.fileList, { params, query: { project, path } });
      const files = found.list.toSorted((a, b) => (a.name < b.name ? -1 : 1)).slice(0, LISTED_MAX);
      const left_out = found.left_out + found.list.length - files.length;
      const lines = files.map(({ kind, size_bytes, name }) => `${kind} ${size_bytes} ${name}`);
      return { data: { path: found.path, files, left_out }, text: lines.join("\n") };
    },
  ),
  sessionTool(
    {
      name: "file-read",
      title: "Read a text file",
      description: `Reads a text file of the device, up to ${READ_MAX_BYTES / 1024} KiB.`,
      reads: false,
      idempotent: true,
      input: { path: filePath },
      output: { path: z.string(), content: z.string() },
      places: ["path"],
    },
    async ({ access, place: { project, ...params } }, { path }) => {
      const query = { project, path, max_bytes: READ_MAX_BYTES + 1 };
      const answer = await access.client.raw(ENDPOINTS.fileDownload, { params, query });
      const bytes = new Uint8Array(await answer.arrayBuffer());
      if (bytes.length > READ_MAX_BYTES)
        throw new DriveFault("file_too_large", `${path} is larger than ${READ_MAX_BYTES} bytes.`, "path");
      const content = textOf(bytes, path);
      return { data: { path, content }, text: content };
    },
  ),
  sessionTool(
    {
      name: "file-write",
      title: "Write a text file",
      description: "Writes a text file to the device; one that is there already is refused unless replace is said.",
      reads: false,
      destructive: true,
      input: {
        path: ownFilePath,
        content: z.string().max(READ_MAX_BYTES),
        replace: z.boolean().default(false).describe("Takes the place of a file of that name"),
      },
      output: { file: fileEntry },
      places: ["path", "content"],
    },
    async ({ access, place: { project, ...params } }, { path, content, replace }) => {
      const query = { project, path, ...(replace && { replace: "1" as const }) };
      const file = await access.client.call(ENDPOINTS.fileUpload, { params, query, body: content });
      return { data: { file }, text: `Wrote ${file.size_bytes} bytes.` };
    },
  ),
  sessionTool(
    {
      name: "file-delete",
      title: "Delete a file",
      description: "Deletes a file of the device, or a folder with all in it.",
      reads: false,
      destructive: true,
      input: { path: ownFilePath },
      output: doneOutput,
      places: ["path"],
    },
    async ({ access, place: { project, ...params } }, { path }) => {
      const timeoutMs = commandWaits("file_delete").server_ms;
      await access.client.call(ENDPOINTS.fileDelete, { params, query: { project, path }, timeoutMs });
      return done("Deleted.");
    },
  ),
];

function textOf(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new DriveFault("not_text", `${path} is no text in UTF-8.`, "path");
  }
}
