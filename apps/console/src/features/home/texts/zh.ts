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
  steps: {
    title: "新手上路：已完成 {done}/{all}",
    done: "已完成",
    dismiss: "不再显示",
    touch: { title: "摸一摸手机", text: "点一下，就能用鼠标和键盘操作真实的手机画面。" },
    run: {
      title: "跑一次测试",
      text: "任务会在手机上执行用例，一分钟后就有报告。",
      text_of: "“{task}”会在手机上执行，一分钟后就有报告。",
      action: "立即执行",
      make: "新建任务",
    },
    phone: { title: "接入你的手机", text: "把它插到运行代理的电脑上。", action: "接入" },
    colleague: { title: "邀请同事", text: "他们会看到同样的手机和报告。", action: "邀请" },
    library: { title: "导入你的测试", text: "直接来自 git 仓库，无需改动。", action: "导入" },
  },
  needs: {
    title: "需要你处理",
    all: "失败的测试",
    join_other: "{count} 人申请加入",
    accounts_other: "{count} 个账号等待审批",
    failed: "{total} 个用例中 {failed} 个失败 · {time}",
    devices_other: "{count} 台设备无法使用",
  },
  now: { title: "正在执行", all: "全部执行中", cases: "已完成 {done}/{total} 个用例", failed: "{count} 个失败" },
  next: { title: "即将自动开始" },
  projects: "我的项目",
  shortcuts: "按 {key} 查看键盘快捷键。",
};
export default zh;
