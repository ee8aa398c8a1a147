import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { mkdir, realpath, rm, stat, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { type Said, SaidError, saidOf, say } from "@udt/base";
import { ApiError } from "@udt/client";
import { ENDPOINTS, saidOfCall, type DataOf, type ResignFailure } from "@udt/contract";
import { APP_TIMEOUT_MS, fetchApp } from "../app-file.ts";
import { messageOf } from "../logger.ts";
import { runStep } from "./run-signer.ts";
import { FILES, SIGNER_OF, type SignedBundlePart, type SignStep } from "./signers.ts";
import type { TaskRoom, WorkOn } from "./task-room.ts";

const STEP_MINUTES = 20;
type SigningFiles = DataOf<(typeof ENDPOINTS)["agentResignFiles"]>;

class ResignFault extends SaidError {
  readonly failure: ResignFailure;
  constructor(failure: ResignFailure, said: Said, options?: ErrorOptions) {
    super(said, options);
    this.failure = failure;
  }
}

/** Signs an app anew. All that it signs with lies in the task's folder, which is its user's alone and goes with the task. */
export const resign: WorkOn<"resign"> = async ({ task_id, payload: { app } }, room) => {
  const { client, folder, signal, log, onStage } = room;
  const params = { task_id };
  try {
    if (!room.signer) throw new ResignFault("sign_failed", say("resign_signer_gone"));
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
      throw new ResignFault("app_not_had", saidOf(error), { cause: error });
    });
    onStage("sign", null);
    await sign(room, room.signer.name, await filesOf(room, task_id));
    onStage("deliver", null);
    await deliver(room, task_id);
    return { kind: "resign", failure: null, message: null };
  } catch (error) {
    const isKnown = error instanceof ResignFault;
    if (!isKnown && !signal.aborted) log("error", "task failed", { task_id, error });
    const failure = isKnown ? error.failure : "sign_failed";
    return { kind: "resign", failure, message: signal.aborted ? say("too_long") : saidOf(error) };
  }
};

async function filesOf({ client, signal, insist }: TaskRoom, task_id: string): Promise<SigningFiles> {
  let files: SigningFiles | undefined;
  try {
    await insist(async () => {
      files = await client.call(ENDPOINTS.agentResignFiles, { params: { task_id }, signal });
    });
  } catch (error) {
    signal.throwIfAborted();
    throw new ResignFault("files_not_had", refusalOf(error) ?? say("resign_not_told", {}, messageOf(error)), {
      cause: error,
    });
  }
  if (!files) throw new ResignFault("files_not_had", say("resign_not_told"));
  return files;
}

/** What the server itself refused, in its own words. */
const refusalOf = (error: unknown): Said | undefined =>
  error instanceof ApiError && error.kind === "refused" && error.status < 500 ? saidOfCall(error) : undefined;

async function sign(room: TaskRoom, name: keyof typeof SIGNER_OF, files: SigningFiles): Promise<void> {
  const { folder, signal } = room;
  const signer = SIGNER_OF[name];
  const secret = { mode: 0o600 };
  await mkdir(join(folder, FILES.work), { mode: 0o700 });
  await writeFile(join(folder, FILES.identity), `${files.key_pem}\n${files.certificate_pem}`, secret);
  await writeFile(join(folder, FILES.profile), Buffer.from(files.profile, "base64"), secret);
  const bundles: SignedBundlePart[] = [];
  for (const [index, { path, entitlements }] of files.bundles.entries()) {
    const file = `entitlements-${index}.plist`;
    await writeFile(join(folder, file), entitlements, secret);
    bundles.push({ path, entitlements: file });
  }
  for (const step of signer.steps(bundles)) {
    await run(step, folder, signal);
    if (step.does === "unpack" && signer.is_of_bundles)
      for (const { path } of bundles) await layProfile(folder, path, files.profile);
  }
  // What was signed with is needed no more, however long it takes to deliver.
  await rm(join(folder, FILES.identity));
  const isThere = await stat(join(folder, FILES.signed)).catch(() => undefined);
  if (!isThere?.isFile()) throw new ResignFault("sign_failed", say("resign_signed_nothing", { signer: name }));
}

async function run(step: SignStep, folder: string, signal: AbortSignal): Promise<void> {
  const { program } = step;
  const end = await runStep(step, folder, STEP_MINUTES * 60_000, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ResignFault("sign_failed", say("resign_signer_gone", {}, messageOf(error)), { cause: error });
  });
  if (end.exit_code === 0) return;
  throw new ResignFault("sign_failed", faultOf(step, end, program));
}

function faultOf({ does }: SignStep, end: Awaited<ReturnType<typeof runStep>>, program: string): Said {
  const { said } = end;
  if (end.is_too_long) return say("resign_signer_too_long", { signer: program, minutes: STEP_MINUTES }, said);
  if (end.exit_code === null) return say("resign_signer_killed", { signer: program }, said);
  if (does === "unpack") return say("resign_unpacked", { tool: program }, said);
  if (does === "pack") return say("resign_packed", { tool: program }, said);
  return say("resign_signer_failed", { signer: program, exit_code: end.exit_code }, said);
}

/** Lays the profile into a part of the unpacked app, and nowhere else, wherever the app's own links lead. */
async function layProfile(folder: string, path: string, profile: string): Promise<void> {
  const unpacked = await realpath(join(folder, FILES.unpacked));
  const bundle = await realpath(join(unpacked, path));
  if (!bundle.startsWith(unpacked + sep))
    throw new ResignFault("sign_failed", say("resign_unpacked", { tool: "unzip" }));
  const file = join(bundle, "embedded.mobileprovision");
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
    throw new ResignFault("save_failed", said, { cause: error });
  }
}
