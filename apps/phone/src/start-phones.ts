import { builtinPackages } from "./apps/index.ts";
import { type PhoneHost, type StartPhonesOptions, startPhonesWith } from "./host.ts";
import { APPS } from "./apps/registry.ts";
import { createScreen } from "./screen/index.ts";
import { startScrcpyServer } from "./scrcpy/index.ts";
import { readApk } from "./system/apk-reader.ts";

/** Starts virtual phones in this process and resolves when all of them take connections. */
export function startPhones(options: StartPhonesOptions = {}): Promise<PhoneHost> {
  return startPhonesWith(
    { createScreen: (system) => createScreen(system, APPS), builtinPackages, startScrcpyServer, readApk },
    options,
  );
}
