import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  attribute: "属性",
  operator: "比較",
  value: "値",
  add: "ルールを追加",
  remove: "このルールを削除",
  brand_example: "Sony",
  choose_tag: "タグを選択",
  no_tags: "該当するタグはありません",
};
export default ja;
