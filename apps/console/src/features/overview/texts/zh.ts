import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "概览",
  lead: "测试量与设备使用情况。",
  error: "无法读取统计数据",
  scope: { label: "统计范围", all: "我的全部项目" },
  range: { label: "时间范围", days_other: "{count} 天" },
  figures: {
    label_other: "{count} 天内",
    sessions: "调试次数",
    runs: "自动化测试次数",
    minutes: "测试时长",
    users: "参与人数",
    utilisation: "设备使用率",
    utilisation_hint: "设备在线 {online}，其中使用 {busy}",
    more: "+{percent}",
    less: "−{percent}",
    before_hint: "与之前相同天数相比",
  },
  trend: {
    tests: "每日测试次数",
    minutes: "每日测试时长",
    utilisation: "设备使用率",
    at: "{day}：{value}",
    counted: "调试 {sessions} 次，自动化测试 {runs} 次",
    none_yet: "系统每隔几分钟记录设备是否在线，目前还没有记录。",
    unknown: "无记录",
  },
  busiest: {
    title: "使用最多的设备",
    kind: "{kind} {tests}",
    none: "这段时间没有设备被使用。",
    of_online: "占在线时间的 {percent}",
  },
  mine: { title: "我的测试", error: "无法读取你的测试", none: "你的测试会显示在这里。" },
  none: {
    title: "你还没有加入任何项目",
    text: "这里统计你所在项目的测试，请联系项目负责人把你加入项目。",
    projects: "查看项目",
  },
};
export default zh;
