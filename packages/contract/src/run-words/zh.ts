import type { RunWords } from "./words.ts";

export const zh: RunWords = {
  verdict: { passed: "通过", failed: "失败", incomplete: "未完成" },
  execution: {
    queuing: "排队中",
    testing: "执行中",
    timed_out: "超时",
    user_cancelled: "用户取消",
    cancelled: "已取消",
    ended: "已结束",
  },
};
