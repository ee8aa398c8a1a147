import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  message: "変更内容",
  save_to: "保存先",
  new_branch: "新しいブランチ",
  new_branch_hint: "読み込んだ時点から始まり、変更を加えます",
  branch_name: "ブランチ名",
};
export default ja;
