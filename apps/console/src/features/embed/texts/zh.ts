import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  waiting: "正在等待外层页面",
  waiting_text: "外层页面指定项目后，这里会立即显示该项目。",
  alone: "此地址供其他平台嵌入使用",
  alone_text: "它在其他平台的页面中显示控制台，由该页面选择项目；当前没有外层页面。",
  home: "返回首页",
};
export default zh;
