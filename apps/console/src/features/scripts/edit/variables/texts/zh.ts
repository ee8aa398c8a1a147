import type { TextsLike } from "../../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  ANDROID_SERIAL: "设备",
  ANDROID_ADB_SERVER_ADDRESS: "只有该设备的 adb 服务的监听地址",
  ANDROID_ADB_SERVER_PORT: "只有该设备的 adb 服务的端口",
  ADB_SERVER_SOCKET: "同一个 adb 服务，供 adb 本身读取",
  UDT_PICTURES_URL: "向此地址 POST 一张图片，即可在屏幕上查找它；设备没有画面时不设置",
  UDT_APP_PACKAGE: "被测应用；没有时为空",
  UDT_APP_ACTIVITY: "被测应用的启动 Activity；没有时为空",
  CT_APP_PKG_NAME: "被测应用，使用 WeTest 脚本所用的名称",
  CT_APP_LAUNCH_ACTIVITY: "被测应用的启动 Activity，使用 WeTest 脚本所用的名称",
  DEVICE_SEQ: "本设备在此次执行中的序号，从 0 开始",
  UDT_ACCOUNT: "账号文件中属于本设备的一行，为 JSON；没有时为空",
  UDT_SIGN_IN: "由脚本自行登录的平台，qq 或 wechat；任务未设置时为空",
  UDT_PARAMETERS: "任务的参数，与填写时一致",
  UDT_ATTEMPT: "1；重试用例时大于 1",
  UPLOADDIR: "一个文件夹：其中的每个文件都随报告保存",
  UDT_RESULTS_DIR: "一个文件夹：其中的每个文件都随报告保存",
  UDT_STEPS_FILE: "写入步骤的文件，每个步骤一行 JSON",
  CASE_FUNC: "用例的名称，仅用于 shell 框架",
};

export default zh;
