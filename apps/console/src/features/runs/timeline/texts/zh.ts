import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  outside: "灰色部分为该用例之前和之后。",
  nothing: "这台设备没有录制视频、日志或性能数据。",
  mark: { good: "步骤通过", bad: "步骤失败", failed: "失败时刻" },
  no_video: "这台设备没有录制视频。",
  video_off: "任务未开启录屏。",
  range: "显示范围",
  whole: "整台设备",
  case_only: "仅此用例",
  performance: {
    short: "测试时长不足 30 秒，没有性能数据。",
    off: "任务未开启性能采集。",
    none: "这台设备没有采集到性能数据。",
    error: "无法读取性能数据。",
  },
};
export default zh;
