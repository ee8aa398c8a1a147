import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { unpack, type UnpackFault } from "@udt/appfile/unpack";
import { type Said, SaidError, saidOf, say } from "@udt/base";
import { ApiError } from "@udt/client";
import { ENDPOINTS, LIMITS, type DataOf, type ResignFailure, type SigningToolName } from "@udt/contract";
import { APP_TIMEOUT_MS, fetchApp } from "../app-file.ts";
import { messageOf } from "../logger.ts";
import { removeTree } from "../remove-tree.ts";
import { boundSaid } from "../runners/bound-said.ts";
import { openSigningPlace } from "./signing-place.ts";
import { FILES, TOOL_OF, type SignedBundlePart, type SignStep } from "./signing-tools.ts";
import type { TaskRoom, WorkOn } from "./task-room.ts";
import { NOT_STARTED, type StepEnd, takeFile, type ToolPlace } from "./tool-place.ts";

const STEP_MINUTES = 20;
/** The server reads the app once more before it answers, after those of others. */
const FILES_TIMEOUT_MS = 5 * 60_000;
const UNPACKED_MAX_BYTES = LIMITS.resign_unpacked_max_bytes;
/** What is in the app, what a tool makes aside of that, and what comes of it. */
const STEP_BOUNDS = { timeMs: STEP_MINUTES * 60_000, diskBytes: 4 * UNPACKED_MAX_BYTES };
type SigningFiles = DataOf<(typeof ENDPOINTS)["agentResignFiles"]>;

/**
 * Signs an app anew. All that it signs with lies where the tool runs, apart from everything else, while it runs and no longer: what
 * is in the app is looked at before.
 */
export const resign: WorkOn<"resign"> = async ({ task_id, payload: { app } }, room) => {
  const { client, folder, signal, log, onStage } = room;
  const params = { task_id };
  /** As what it fails, at the stage in hand. */
  let failure: ResignFailure = "sign_failed";
  try {
    const name = room.signing_tool?.name;
    if (name === undefined) throw new SaidError(say("resign_tool_gone"));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    failure = "app_not_had";
    onStage("download", null);
    const call = { params, signal, timeoutMs: APP_TIMEOUT_MS };
    const onBytes = (bytes: number) => onStage("download", Math.floor((bytes / Math.max(app.size_bytes, 1)) * 100));
    await fetchApp(
      () => client.raw(ENDPOINTS.agentResignApp, call),
      app,
      join(folder, FILES.app),
      signal,
      onBytes,
    ).catch((error: unknown) => {
      throw new SaidError(refusalOf(error) ?? saidOf(error), { cause: error });
    });
    failure = "sign_failed";
    onStage("sign", null);
    const place = await openSigningPlace(await room.isolation(), name, join(folder, "place"), STEP_BOUNDS);
    try {
      await unpackApp(join(folder, FILES.app), place.folder, signal);
      failure = "files_not_had";
      const files = await filesOf(room, task_id);
      failure = "sign_failed";
      await sign(place, signal, name, files);
      await takeSigned(place.folder, folder, name);
    } finally {
      await place.close();
    }
    failure = "save_failed";
    onStage("deliver", null);
    await deliver(room, task_id);
    return { kind: "resign", failure: null, message: null };
  } catch (error) {
    if (!(error instanceof SaidError) && !signal.aborted) log("error", "task failed", { task_id, error });
    return { kind: "resign", failure, message: signal.aborted ? say("too_long") : saidOf(error) };
  }
};

async function filesOf({ client, signal, insist }: TaskRoom, task_id: string): Promise<SigningFiles> {
  let files: SigningFiles | undefined;
  try {
    await insist(async () => {
      const call = { params: { task_id }, signal, timeoutMs: FILES_TIMEOUT_MS };
      files = await client.call(ENDPOINTS.agentResignFiles, call);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new SaidError(refusalOf(error) ?? say("resign_not_told", {}, messageOf(error)), { cause: error });
  }
  if (!files) throw new SaidError(say("resign_not_told"));
  return files;
}

/** Why the server itself refused, in words of the table: its reason, or what its code stands for. */
function refusalOf(error: unknown): Said | undefined {
  if (!(error instanceof ApiError) || error.kind !== "refused" || error.status >= 500) return undefined;
  const { code, args, message } = error;
  if (args.reason) return args.reason;
  if (code === "app_not_found" || code === "app_not_in_project") return say("resign_app_gone");
  if (code === "ios_certificate_files_lost") return say("resign_files_lost");
  if (code === "ios_certificate_not_found") return say("resign_certificate_gone");
  if (code === "agent_task_not_found") return say("called_off");
  if (code === "body_too_large") return say("resign_signed_large", { max_gib: LIMITS.app_size_max_bytes / 1024 ** 3 });
  return say("resign_refused", { code: code ?? String(error.ret) }, message);
}

/** Takes the app apart, and refuses one that holds anything but files and folders: a link leads out of it. */
async function unpackApp(app: string, folder: string, signal: AbortSignal): Promise<void> {
  const unpacked = join(folder, FILES.unpacked);
  await mkdir(unpacked, { mode: 0o700 });
  const done = await unpack(app, unpacked, { maxBytes: UNPACKED_MAX_BYTES, signal });
  if (!done.ok) throw new SaidError(unpackFault(done.error));
}

function unpackFault(fault: UnpackFault): Said {
  if (fault.code === "irregular") return say("resign_links", { path: fault.path });
  if (fault.code === "large") return say("resign_unpacked_large", { max_gib: UNPACKED_MAX_BYTES / 1024 ** 3 });
  return fault.code === "package" ? fault.error.said : say("resign_unpacked", {}, fault.errno);
}

async function sign(place: ToolPlace, signal: AbortSignal, name: SigningToolName, files: SigningFiles): Promise<void> {
  const { folder } = place;
  const secret = { mode: 0o600 };
  await mkdir(join(folder, FILES.work), { mode: 0o700 });
  await writeFile(join(folder, FILES.profile), Buffer.from(files.profile, "base64"), secret);
  const bundles: SignedBundlePart[] = [];
  for (const [index, { path, entitlements }] of files.bundles.entries()) {
    const file = `entitlements-${index}.plist`;
    await writeFile(join(folder, file), entitlements, secret);
    bundles.push({ path, entitlements: file });
    // rcodesign knows no profiles, and zsign lays one of a pattern into the app alone.
    await layProfile(folder, path, files.profile);
  }
  const steps = TOOL_OF[name].steps(bundles);
  const identity = join(folder, FILES.identity);
  try {
    await writeFile(identity, `${files.key_pem}\n${files.certificate_pem}`, secret);
    for (const step of steps.filter(({ does }) => does === "sign")) await run(step, place, signal);
  } finally {
    // However it ended, however long packing takes, and whatever the tool put in its place.
    await removeTree(identity);
  }
  for (const step of steps.filter(({ does }) => does === "pack")) await run(step, place, signal);
}

/** Takes what the tool wrote to where it can put nothing else in its place; it may be a link to a file of the agent's. */
async function takeSigned(from: string, to: string, tool: SigningToolName): Promise<void> {
  if ((await takeFile(join(from, FILES.signed), join(to, FILES.signed))) === undefined)
    throw new SaidError(say("resign_signed_nothing", { tool }));
}

async function run(step: SignStep, place: ToolPlace, signal: AbortSignal): Promise<void> {
  const end = await place.run(step, signal);
  if (end.exit_code !== 0) throw new SaidError(faultOf(step, end));
}

function faultOf({ does, program: tool }: SignStep, { exit_code, bound, said }: StepEnd): Said {
  if (bound === "time") return say("resign_tool_too_long", { tool, minutes: STEP_MINUTES }, said);
  if (bound !== null) return boundSaid(bound, said);
  if (exit_code === null) return say("resign_tool_killed", { tool }, said);
  if (exit_code === NOT_STARTED) return say("resign_tool_gone", {}, said);
  if (does === "pack") return say("resign_packed", { tool }, said);
  return say("resign_tool_failed", { tool, exit_code }, said);
}

/** Lays the profile into a part of the unpacked app, in which no link leads elsewhere. */
async function layProfile(folder: string, path: string, profile: string): Promise<void> {
  const file = join(folder, FILES.unpacked, path, "embedded.mobileprovision");
  await rm(file, { force: true });
  await writeFile(file, Buffer.from(profile, "base64"), { flag: "wx" });
}

async function deliver({ client, folder, signal, insist }: TaskRoom, task_id: string): Promise<void> {
  const file = join(folder, FILES.signed);
  const hash = createHash("sha256");
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  const query = { sha256: hash.digest("hex") };
  const body = await openAsBlob(file);
  const call = { params: { task_id }, query, body, signal, timeoutMs: APP_TIMEOUT_MS };
  try {
    await insist(() => client.call(ENDPOINTS.agentResignSigned, call));
  } catch (error) {
    signal.throwIfAborted();
    const said = refusalOf(error) ?? say("resign_not_kept", {}, messageOf(error));
    throw new SaidError(said, { cause: error });
  }
}
