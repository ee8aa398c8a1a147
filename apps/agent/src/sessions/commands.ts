import { SaidError, saidOf, say } from "@udt/base";
import type { Client } from "@udt/client";
import {
  commandWaits,
  ENDPOINTS,
  LIMITS,
  type Capability,
  type CommandAnswer,
  type DeviceCommand,
  type ElementTree,
  type ErrorName,
} from "@udt/contract";
import { type Device, FileRefusal } from "@udt/driver";
import { wishedPicture } from "../screen/small-picture.ts";
import { deleteFile, makeFolder, renameFile } from "./file-commands.ts";
import type { InstallCommand } from "./install.ts";
import { Refusal, refusalOfFile } from "./lease.ts";
import type { SessionMemory } from "./memory.ts";
import type { MadeFiles } from "./made-files.ts";
import type { UninstallCommand } from "./uninstall.ts";

/** The error row that tells a failure of each command. */
const FAILURES: Record<DeviceCommand["name"], ErrorName> = {
  app_list: "device_command_failed",
  app_start: "start_app_failed",
  app_stop: "device_command_failed",
  app_clear: "device_command_failed",
  app_uninstall: "uninstall_failed",
  app_install: "install_failed",
  app_install_cancel: "device_command_failed",
  screen_capture: "screenshot_failed",
  fold_set: "device_command_failed",
  fold_get: "device_command_failed",
  file_folder: "device_command_failed",
  file_rename: "device_command_failed",
  file_delete: "device_command_failed",
  element_tree: "elements_failed",
  memory_processes: "device_command_failed",
  memory_start: "device_command_failed",
  memory_sample: "device_command_failed",
  memory_stop: "device_command_failed",
  camera_image_list: "device_command_failed",
  camera_image_remove: "device_command_failed",
};

export interface CommandContext {
  device: Device;
  client: Client;
  test_id: string;
  lease_token: number;
  signal: AbortSignal;
  made: MadeFiles;
  memory: SessionMemory | undefined;
  startInstall(command: InstallCommand | UninstallCommand): void;
  cancelInstall(installId: string): void;
}

/** What changes the device's picture, as far as it changes anything. */
export const SHOWN_COMMANDS: readonly DeviceCommand["name"][] = ["app_start", "app_stop", "fold_set"];

/** Carries out one command and resolves with its answer; rejects with a {@link Refusal}. */
export async function runCommand(
  command: DeviceCommand,
  context: CommandContext,
): Promise<CommandAnswer<DeviceCommand["name"]>> {
  const tooLong = AbortSignal.timeout(commandWaits(command.name).device_ms);
  const signal = AbortSignal.any([context.signal, tooLong]);
  try {
    return await perform(command, context, signal);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof FileRefusal) throw refusalOfFile(error);
    const [cause, failed] = [{ cause: error }, FAILURES[command.name]];
    const ranOut = tooLong.aborted && !context.signal.aborted;
    if (ranOut && failed === "device_command_failed") throw new Refusal("device_took_too_long", {}, cause);
    const reason = ranOut ? say("too_long") : saidOf(error, (raw) => say("device_refused", {}, raw));
    throw new Refusal(failed, { reason }, cause);
  }
}

async function perform(
  command: DeviceCommand,
  context: CommandContext,
  signal: AbortSignal,
): Promise<CommandAnswer<DeviceCommand["name"]>> {
  const { capabilities, identity } = context.device;
  const need = <T>(capability: T | undefined, name: Capability): T => {
    if (capability === undefined)
      throw new Refusal("capability_missing", { device_id: identity.serial, capability: name });
    return capability;
  };
  switch (command.name) {
    case "app_list":
      return need(capabilities.apps, "apps").named(signal);
    case "app_start":
      await need(capabilities.apps, "apps").start(command.package_name, signal);
      return null;
    case "app_stop":
      await need(capabilities.apps, "apps").stop(command.package_name, signal);
      return null;
    case "app_clear":
      await need(capabilities.apps, "apps").clear(command.package_name, signal);
      return null;
    case "app_install":
    case "app_uninstall":
      need(capabilities.apps, "apps");
      context.startInstall(command);
      return null;
    case "app_install_cancel":
      context.cancelInstall(command.install_id);
      return null;
    case "screen_capture":
      return screenCapture(command, need(capabilities.screen, "screen"), context, signal);
    case "fold_set": {
      const fold = need(capabilities.fold, "fold");
      await fold.set(command.folded, signal);
      return { folded: await fold.get(signal) };
    }
    case "fold_get":
      return { folded: await need(capabilities.fold, "fold").get(signal) };
    case "file_folder":
      return makeFolder(need(capabilities.files, "files"), command.path, context.made, signal);
    case "file_rename":
      return renameFile(need(capabilities.files, "files"), command, context.made, signal);
    case "file_delete":
      return deleteFile(need(capabilities.files, "files"), command.path, signal);
    case "element_tree":
      return fitting(await need(capabilities.elements, "elements").read(signal));
    case "camera_image_list":
      return { list: await need(capabilities.cameraImage, "cameraImage").list(signal) };
    case "camera_image_remove":
      await need(capabilities.cameraImage, "cameraImage").remove(command, signal);
      return null;
    case "memory_processes":
      return { list: await need(context.memory, "memory").processes(signal) };
    case "memory_start":
      need(context.memory, "memory").start(command);
      return null;
    case "memory_sample":
      need(context.memory, "memory").sample(command);
      return null;
    case "memory_stop":
      need(context.memory, "memory").stop(command);
      return null;
  }
}

/**
 * As much of it as one answer takes, whatever its driver read; the last are above the others, but a tree needs its parents.
 * Even of the smallest elements that is fewer than {@link LIMITS.elements_max}.
 */
export function fitting(tree: ElementTree): ElementTree {
  const list: ElementTree["list"] = [];
  let bytes = 0;
  for (const element of tree.list) {
    bytes += Buffer.byteLength(JSON.stringify(element)) + 1;
    if (bytes > LIMITS.element_tree_max_bytes) return { ...tree, list, is_cut: true };
    list.push(element);
  }
  return tree;
}

async function screenCapture(
  { device_id, ...wish }: Extract<DeviceCommand, { name: "screen_capture" }>,
  screen: NonNullable<Device["capabilities"]["screen"]>,
  context: CommandContext,
  signal: AbortSignal,
): Promise<CommandAnswer<"screen_capture">> {
  const picture = await wishedPicture(await screen.capture(signal), wish);
  if (!picture) throw new SaidError(say("device_no_picture"));
  const [content_type, ending] = wish.quality === undefined ? ["image/png", "png"] : ["image/jpeg", "jpg"];
  const name = `screenshot-${new Date().toISOString().replace(/[:.]/g, "-")}.${ending}`;
  return context.client.call(ENDPOINTS.agentResourcePut, {
    params: { test_id: context.test_id, device_id },
    query: { name, kind: "screenshot", content_type, lease_token: context.lease_token },
    body: new Uint8Array(picture),
    signal,
  });
}
