import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  greeting: "你好，{name}",
  running: { title: "我的会话与测试", until: "最晚至 {time}", waiting: "自 {time} 起排队", report: "报告" },
  free: { title: "可立即使用", all: "全部设备", none: "当前没有空闲设备。", error: "无法读取设备" },
  availability: "设备",
  recent: {
    title: "我最近的会话与测试",
    all: "全部记录",
    runs: "全部报告",
    none: "你的调试会话和自动化测试会显示在这里。",
  },
  recent_error: "无法读取会话",
  no_project: {
    title: "你还没有加入任何项目",
    text: "设备、测试和报告都属于项目。可以自己创建项目、申请加入已有项目，或请项目负责人添加你。",
    create: "创建项目",
    join: "查看项目",
  },
  no_devices: { title: "还没有设备", text: "接入第一部手机后，就可以从这里开始调试。", action: "如何接入手机" },
  trend: { title_other: "近 {count} 天的测试", all: "概览", at: "{day}：调试 {sessions} 次，自动化测试 {runs} 次" },
  projects: "我的项目",
  shortcuts: "按 {key} 查看键盘快捷键。",
};
export default zh;
