/** What a test finds in its environment, whatever its framework; docs/writing-tests.md tells its readers. */
export const SCRIPT_VARIABLES = [
  "ANDROID_SERIAL",
  "ANDROID_ADB_SERVER_ADDRESS",
  "ANDROID_ADB_SERVER_PORT",
  "ADB_SERVER_SOCKET",
  "UDT_PICTURES_URL",
  "UDT_APP_PACKAGE",
  "UDT_APP_ACTIVITY",
  "CT_APP_PKG_NAME",
  "CT_APP_LAUNCH_ACTIVITY",
  "DEVICE_SEQ",
  "UDT_ACCOUNT",
  "UDT_SIGN_IN",
  "UDT_PARAMETERS",
  "UDT_ATTEMPT",
  "UPLOADDIR",
  "UDT_RESULTS_DIR",
  "UDT_STEPS_FILE",
  "CASE_FUNC",
] as const;
export type ScriptVariable = (typeof SCRIPT_VARIABLES)[number];
