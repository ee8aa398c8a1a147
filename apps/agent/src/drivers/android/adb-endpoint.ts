import type { AdbCapability, ScriptEndpoint } from "@udt/driver";
import { privateAdb } from "../../private-adb/private-adb.ts";
import { toldAdb } from "../../private-adb/told-adb.ts";

/** An adb server for scripts, on which exactly this device exists. */
export const adbEndpoint = (serial: string, adb: AdbCapability): ScriptEndpoint => ({
  name: "adb",
  serve: (onUse, listenOn) => privateAdb(serial, toldAdb(adb, onUse), listenOn),
  env: (port) => ({
    ANDROID_SERIAL: serial,
    ANDROID_ADB_SERVER_ADDRESS: "127.0.0.1",
    ANDROID_ADB_SERVER_PORT: String(port),
    ADB_SERVER_SOCKET: `tcp:127.0.0.1:${port}`,
  }),
});
