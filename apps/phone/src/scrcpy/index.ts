import type { PhoneScreen, PhoneSystem } from "../types.ts";
import { isLaunchable, listApps, listAudioEncoders, listCameras, listDisplays, listVideoEncoders } from "./listings.ts";
import { OptionError, parseOptions, type ServerOptions } from "./options.ts";
import { ServerLog } from "./server-log.ts";
import { runSession } from "./session.ts";

export interface ServerIo {
  /** One line of the server's output, without its line feed. */
  stdout(line: string): void;
  /** Ends the server, as killing its process does. */
  signal: AbortSignal;
}

const list = (phone: { system: PhoneSystem; screen: PhoneScreen }, options: ServerOptions, log: ServerLog): boolean => {
  if (options.list_encoders) {
    log.info(listVideoEncoders());
    log.info(listAudioEncoders());
  }
  if (options.list_displays) log.info(listDisplays(phone.screen.size()));
  // This phone has no camera, so none has sizes either.
  if (options.list_cameras || options.list_camera_sizes) log.info(listCameras());
  if (options.list_apps) {
    log.info("Processing Android apps... (this may take some time)");
    log.info(listApps(phone.system.packages.list().filter(isLaunchable)));
  }
  return (
    options.list_encoders ||
    options.list_displays ||
    options.list_cameras ||
    options.list_camera_sizes ||
    options.list_apps
  );
};

/**
 * The scrcpy server of 3.1 to 4.1: what `app_process / com.genymobile.scrcpy.Server <version> key=value …` runs. `args` follow the
 * class name. Resolves with the exit code when the session is over.
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/doc/develop.md
 * @see https://github.com/Genymobile/scrcpy/blob/v4.1/doc/develop.md
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/Server.java
 */
export const startScrcpyServer = async (
  phone: { system: PhoneSystem; screen: PhoneScreen },
  args: string[],
  io: ServerIo,
): Promise<number> => {
  const log = new ServerLog((line) => io.stdout(line), phone.system.log);
  try {
    const { options, unknown } = parseOptions(args);
    for (const key of unknown) log.warn(`Unknown server option: ${key}`);
    log.level = options.log_level;
    const { brand, model, os_version } = phone.system.profile;
    log.info(`Device: [${brand}] ${brand} ${model} (Android ${os_version})`);
    if (list(phone, options, log)) return 0;
    if (options.unsupported !== undefined) {
      log.error(options.unsupported);
      return 0;
    }
    await runSession(phone, options, log, io.signal);
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error(message);
    if (error instanceof OptionError) io.stdout(`java.lang.IllegalArgumentException: ${message}`);
    return 1;
  }
};
