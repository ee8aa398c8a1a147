import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "与基线对比",
  use: "设为基线",
  no_app: "该跟踪未填写应用，其样本不能作为应用的基线。请在跟踪标题旁填写应用。",
  dialog: {
    title: "设为 {app} 的基线",
    lead: "{app} 所有样本的报告都会显示与它的差值，构建也可以据此衡量。",
    branch: "分支",
    branch_hint: "每个分支一个基线。",
    replaces: "将替换 {sample}。",
    done: "已为 {app} 的分支 {branch} 设置新基线",
  },
  is_this: "当前样本",
  against: "相对于 {sample}",
  other_measure: "度量方式不同",
  compare: "比较",
  remove: "移除分支 {branch} 的基线",
  remove_ask: "移除 {app} 分支 {branch} 的基线？",
  remove_goes: "样本会保留；在设置新基线之前，以它衡量的构建会失败。",
  remove_ok: "移除",
  error: "无法读取基线",
  list: {
    app: "应用",
    branch: "分支",
    sample: "样本",
    footprint: "内存占用",
    user: "设置者",
    created_at: "设置时间",
    do: "移除",
    search: "应用、分支、样本或人员",
    count_other: "共 {total} 个基线",
    none: "还没有基线",
    none_text: "打开已填写应用的跟踪中的一个样本并设为基线，该应用的其他样本就会以它衡量。",
    none_text_guest: "该项目中还没有人把样本设为基线。",
    no_match: "没有匹配项",
    no_match_text: "没有符合该搜索的基线。",
    clear: "清除搜索",
  },
};
export default zh;
