import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  debug: "调试会话",
  other_run: "其他项目的自动化测试",
  progress: {
    done: "已完成 {done}/{total}",
    shared: "本次执行已完成 {done}/{total}",
    own: "本次执行共 {total} 个用例，此设备完成 {own} 个",
    failed_other: "失败 {shown}",
    left: "约剩 {time}",
    soon: "即将结束",
  },
  take_over: {
    action: "接管",
    title: "从测试“{run}”接管 {model}？",
    lost: "将失去的内容",
    executing: "正在该设备上执行的用例“{name}”将记为由你取消，且不会重试。",
    idle: "该设备当前没有用例在执行。",
    waiting_other: "等待中的 {count} 个用例不再执行：尚未开始的将取消，等待重试的保留已有结果。",
    elsewhere: "等待中的用例将交给本次测试的其他设备。",
    kept: "该设备已录制的内容保留在报告中。",
    after: "设备先清理，然后由你使用 {minutes}，期间其他人无法占用。",
    unknown: "无法读取该设备上正在执行的内容：其用例无论为何都将取消。",
    failed: "未能接管设备：{reason}",
  },
};
export default zh;
