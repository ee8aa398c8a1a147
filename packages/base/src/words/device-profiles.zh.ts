import type { PROFILE_WORDS } from "./device-profiles.en.ts";

/** 设备恢复配置的结果。 */
export const PROFILE_WORDS_ZH: Readonly<Record<keyof typeof PROFILE_WORDS, string>> = {
  check_no_profile: "设备的标签均未指定要恢复的设备配置",
  check_profile_done: "设备配置已在会话开始时恢复",
  check_profile: "{count} 项设置均符合标签要求",
  check_profile_refused: "{total} 项设置中有 {count} 项未能生效",
  profile_cannot: "此类设备不支持该设置",
  profile_not_kept: "设备未报错，但设置仍与之前相同",
  profile_after_restart: "设备已保存该设置，重启后才会生效",
};
