import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "交还状态",
  untold: "没有设备交还情况的记录。",
  clean: "已清理干净",
  remained: "有遗留",
  others_other: "与会话前的其他 {shown} 处差异",
  more_other: "以及其他 {shown} 项",
  scope: "已比较应用、共享文件、设置和账号；会话前已有的应用自己保存的数据不在比较之内。",
  not_whole: "设备上的文件过多，未能全部比较。",
  change: {
    app_added: "遗留的应用",
    app_removed: "已消失的应用",
    app_changed: "版本已变的应用",
    file_added: "遗留的文件",
    file_removed: "已消失的文件",
    setting_changed: "设置",
    account_added: "遗留的账号",
    account_removed: "已消失的账号",
  },
};
export default zh;
