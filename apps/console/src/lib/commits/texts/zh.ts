import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  message: "更改说明",
  save_to: "保存到",
  new_branch: "新分支",
  new_branch_hint: "从你读取的提交开始，加上你的修改",
  branch_name: "分支名",
};
export default zh;
