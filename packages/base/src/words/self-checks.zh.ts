import { PROFILE_WORDS_ZH } from "./device-profiles.zh.ts";
import type { CHECK_WORDS } from "./self-checks.en.ts";

/** What self-checks of devices find: part of the table of words. */
export const CHECK_WORDS_ZH: Readonly<Record<keyof typeof CHECK_WORDS, string>> = {
  check_free: "可用空间 {free}，共 {total}",
  check_disk_low: "可用空间仅 {free}（共 {total}），至少需要 {least}",
  check_lock_insecure: "屏幕处于锁屏状态",
  check_lock_secure: "屏幕已用密码锁定，平台无法解锁",
  check_answered: "{address} 在 {ms} 毫秒后响应",
  check_slow: "{address} 在 {ms} 毫秒后才响应，超过 {most} 毫秒视为缓慢",
  check_no_network: "设备未连接网络",
  check_no_answer: "{address} 对设备没有响应",
  check_language: "设备语言为 {language}",
  check_language_foreign: "设备语言为 {language}，不是中文、英文或日文",
  check_language_unwanted: "设备语言为 {language}，不在 {languages} 之中",
  check_app_missing: "应用已安装，但不在设备的应用列表中",
  check_app_refused: "设备无法安装应用",
  check_picture: "屏幕截图为 {width} × {height}",
  check_picture_dark: "屏幕截图有 {percent}% 为黑色",
  check_picture_size: "屏幕截图为 {width} × {height}，而屏幕为 {screen_width} × {screen_height}",
  check_frames: "屏幕视频在 {seconds} 秒内有 {count} 帧",
  check_frames_few: "屏幕视频在 {seconds} 秒内只有 {count} 帧，至少需要 {least} 帧",
  check_no_video: "屏幕只能逐张截图，没有视频",
  check_cannot: "这类设备无法检查此项",
  check_off: "标签已关闭此项",
  check_off_in: "标签“{tag}”已关闭此项",
  check_time_over: "未能在 {seconds} 秒内完成",
  check_never_free: "设备在限定时间内一直没有空闲",
  check_before_failed: "自检有步骤未通过",
  check_out_of_use: "开始前，{user} 已将设备停用：{why}",
  check_ran_out: "未在限定时间内完成",
  ...PROFILE_WORDS_ZH,
};
