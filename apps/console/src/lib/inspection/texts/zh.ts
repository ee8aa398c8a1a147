import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const of = {
  storage: "可用空间",
  lock_screen: "锁屏",
  network: "网络",
  latency: "响应时间",
  language: "语言",
  cleanup: "清理应用和文件",
  install_check: "安装应用",
  capture_check: "屏幕截图",
  recording_check: "屏幕视频",
  preinstall: "安装缺少的应用",
};

const zh: TextsLike<typeof en> = {
  of,
  step: { ...of, ready: "就绪", profile: "设备配置", restart: "重启" },
  level: { off: "关闭", warning: "警告", blocking: "阻断" },
  with_network: "检查网络时才检查。",
  limit: { storage: "至少 {free} GB", latency: "不超过 {ms} 毫秒", address: "代理指定的地址或网关" },
  before: {
    label: "使用前检查",
    hint: "交出设备前先执行阻断级的步骤。未通过的设备不会交出：任务会换一台设备，调试会话则结束并给出原因。",
    off: "不检查",
    debug: "远程调试前",
    run: "任务执行前",
    both: "远程调试和任务执行前",
  },
  after: {
    label: "阻断级步骤未通过时",
    hint: "有工单的设备不再分配给任务，直到该步骤在自检中通过；期间仍可远程调试。",
    first_failure: "立即产生工单",
    second_failure: "连续两次未通过后产生工单",
  },
  on: {
    label: "另在以下时机自检",
    first_seen: "首次出现时",
    first_seen_hint: "从未出现过的设备就绪后立即自检一次；已有的设备不会因此自检。",
    cleaned: "每次使用后",
    cleaned_hint:
      "调试会话或任务执行结束、设备清理完毕后立即自检。期间有人需要设备时，最多等待当前步骤。自检之后不会再引发自检。",
  },
  window: {
    label: "仅在一天中的某些时间",
    hint: "定时自检只在此时间段内开始。此间被占用的设备，在时间段内空闲后立即自检，否则在下一天的时间段内自检。",
    from: "开始",
    to: "结束",
    time_zone: "时区",
  },
  within: "{every}，{from} 至 {to}（{time_zone}）",
  language: { zh: "中文", en: "英文", ja: "日文" },
  line: "{of}：{told}",
  every_other: "每 {shown} 小时",
  by_hand: "手动",
};
export default zh;
