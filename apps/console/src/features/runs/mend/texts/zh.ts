import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";
const zh: TextsLike<typeof en> = {
  title: "在脚本中修复",
  lead: "此后 {path} 中的步骤“{step}”将查找这个元素，文件的其余内容保持不变。",
  change: "对 {path} 的修改",
  variables: "原来的定位方式用了变量，新的对所有数据行和循环都相同。",
  save: "保存到脚本",
  message: "修复步骤 {step} 的定位方式",
  saved: "已保存为提交 {commit}。",
  open: "在编辑器中打开",
  refused: {
    unread: "无法将该脚本（执行时的版本或最新版本）读取为低代码步骤。",
    gone: "脚本的最新版本中已没有这个步骤。",
    changed: "在脚本的最新版本中，这个步骤查找的是别的元素，可能已经修复过。",
    unwritten: "无法在那里单独写入这个定位方式，请在编辑器中修改。",
  },
};
export default zh;
