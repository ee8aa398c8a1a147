import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "环境设置",
  hint: "设定此标签的设备上应有的内容，以及清理时保留的内容。设备有多个标签时，每项设置以项目顺序中第一个设定该项的标签为准。",
  of: { preinstalled: "预装应用", free_apps: "免清理应用", free_paths: "免清理文件和文件夹" },
  about: {
    preinstalled: "自检时会安装缺少的或安装包不一致的应用；会话卸载或替换的应用会在会话结束后恢复。",
    free_apps: "应用包名；* 代表任意部分，例如 com.example.*",
    free_paths: "完整路径，例如 /sdcard/Download/keep",
  },
  add: "名称、包名或文件名",
  no_app: "没有设备可以安装的应用",
  remove: "移除 {package_name}",
  version: "{package_name} 的版本",
  newest: "最新版本",
  newest_of: "{package_name}（最新版本）",
  version_of: "{package_name}（指定版本）",
  gone: "已不存在的版本",
  none: "无",
  line: "{of}：{told}",
  decided: "设备上应有的内容",
  lead: "每项设置由项目顺序中第一个设定该项的标签决定。",
  setting: "设置",
  value: "内容",
  by: "决定者",
  no_tag: "无标签",
};
export default zh;
