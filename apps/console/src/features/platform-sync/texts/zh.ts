import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  opening: "正在打开上级平台的项目 {id}…",
  error: "无法打开上级平台的项目 {id}",
  off: {
    title: "此服务器未开启平台同步",
    text: "只有服务器管理员开启平台同步后，上级平台的地址才能打开对应的项目。",
    action: "前往项目列表",
  },
};
export default zh;
