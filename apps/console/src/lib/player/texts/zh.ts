import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  play: "播放",
  pause: "暂停",
  position: "位置",
  video_error: "当前浏览器无法播放该视频。",
  no_log: "没有录制日志。",
  log: "日志",
  log_error: "无法读取日志。",
  log_none: "此时段设备没有日志。",
  speed: "速度",
  download: "下载视频",
  video: "视频",
  unreadable: "无法读取此文件：{reason}",
  not_shown: "无法显示此文件。",
  recordings: "录屏",
  no_moment: "没有包含 {time} 的屏幕录像。",
  origin: { recorded: "录屏", recent: "事后保存的最近画面" },
  growing: { recorded: "正在录制", recent: "正在保存" },
  broken: "录制中断：与代理失去联系。可播放到中断处。",
  truncated: "不完整：部分内容未能保存。",
  play_label: "播放 {time} 的录屏",
  save: { video: "MP4", input: "触控", log: "日志" },
  save_label: {
    video: "下载 {time} 的 MP4 视频",
    input: "下载 {time} 的触控记录",
    log: "下载 {time} 的日志",
  },
  given: {
    tap: "点击",
    long_press: "长按",
    swipe: "滑动",
    scroll: "滚动",
    key: "按键",
    hidden: "一个字符（内容不记录）",
    text: "文本",
    characters_other: "{count} 个字符（内容不记录）",
    rotate: "旋转",
    wake: "唤醒",
  },
};
export default zh;
