const en = {
  ANDROID_SERIAL: "The device",
  ANDROID_ADB_SERVER_ADDRESS: "Where an adb server listens on which the device alone exists",
  ANDROID_ADB_SERVER_PORT: "The port of an adb server on which the device alone exists",
  ADB_SERVER_SOCKET: "The same adb server, as adb itself reads it",
  UDT_PICTURES_URL: "Where a picture is posted to be found on the screen; not set when the device shows no picture",
  UDT_APP_PACKAGE: "The app under test; empty when there is none",
  UDT_APP_ACTIVITY: "The activity that the app under test begins with; empty when there is none",
  CT_APP_PKG_NAME: "The app under test, by the name that WeTest's scripts know",
  CT_APP_LAUNCH_ACTIVITY: "The activity that the app under test begins with, by the name that WeTest's scripts know",
  DEVICE_SEQ: "Which of the run's devices this is, from 0",
  UDT_ACCOUNT: "This device's row of the account file, as JSON; empty when there is none",
  UDT_SIGN_IN: "Whom the script signs in at by itself, qq or wechat; empty unless the task says so",
  UDT_PARAMETERS: "The task's parameters, as they were entered",
  UDT_ATTEMPT: "1, or more when the case is tried again",
  UPLOADDIR: "A folder: every file in it is kept with the report",
  UDT_RESULTS_DIR: "A folder: every file in it is kept with the report",
  UDT_STEPS_FILE: "The file to which steps are written, a line of JSON for each",
  CASE_FUNC: "The case's name, of the framework shell alone",
};

export default en;

declare module "../../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    variables: typeof en;
  }
}
