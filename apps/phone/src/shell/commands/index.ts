import type { Program } from "../program.ts";
import { accountCommands } from "./accounts.ts";
import { activityCommands } from "./activities.ts";
import { runtimeCommands } from "./app-process.ts";
import { bugreportCommands } from "./bugreport.ts";
import { captureCommands } from "./capture.ts";
import { serviceCommands } from "./cmd.ts";
import { deviceCommands } from "./device.ts";
import { dumpCommands } from "./dumpsys.ts";
import { faultCommands } from "./faults.ts";
import { fileCommands } from "./files.ts";
import { inputCommands } from "./input.ts";
import { logCommands } from "./logcat.ts";
import { monkeyCommands } from "./monkey.ts";
import { addressCommands } from "./addresses.ts";
import { networkCommands } from "./network.ts";
import { packageCommands } from "./packages.ts";
import { processCommands } from "./processes.ts";
import { propertyCommands } from "./properties.ts";
import { removeCommands } from "./rm.ts";
import { recordCommands } from "./screenrecord.ts";
import { settingsCommands } from "./settings.ts";
import { windowCommands } from "./window.ts";

/** Every command of the phone that is ours; the rest of toybox comes from just-bash. */
export const programs: ReadonlyMap<string, Program> = new Map(
  Object.entries({
    ...accountCommands,
    ...activityCommands,
    ...bugreportCommands,
    ...captureCommands,
    ...deviceCommands,
    ...dumpCommands,
    ...faultCommands,
    ...fileCommands,
    ...inputCommands,
    ...logCommands,
    ...monkeyCommands,
    ...addressCommands,
    ...networkCommands,
    ...packageCommands,
    ...processCommands,
    ...propertyCommands,
    ...recordCommands,
    ...removeCommands,
    ...runtimeCommands,
    ...serviceCommands,
    ...settingsCommands,
    ...windowCommands,
  }),
);
