import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  attribute: "属性",
  operator: "比较方式",
  value: "值",
  add: "添加规则",
  remove: "删除此规则",
  brand_example: "Xiaomi",
  choose_tag: "选择标签",
  no_tags: "没有匹配的标签",
};
export default zh;
