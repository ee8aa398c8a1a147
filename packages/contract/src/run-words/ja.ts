import type { RunWords } from "./words.ts";

export const ja: RunWords = {
  verdict: { passed: "合格", failed: "失敗", incomplete: "未完了" },
  execution: {
    queuing: "待機中",
    testing: "実行中",
    timed_out: "タイムアウト",
    user_cancelled: "実行者が中止",
    cancelled: "中止",
    ended: "終了",
  },
};
