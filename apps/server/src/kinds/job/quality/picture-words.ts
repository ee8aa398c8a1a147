import type { ReportLanguage } from "@udt/contract";

/** What a picture of a board says: whoever looks at it need not have an account here. Numbers come formatted. */
interface PictureWords {
  locale: string;
  days: (count: string) => string;
  pass_rate: string;
  runs: string;
  failed: string;
  new_failures: string;
  flaky: string;
  by_day: string;
  scale: (from: string, to: string) => string;
}

export const PICTURE_WORDS: Readonly<Record<ReportLanguage, PictureWords>> = {
  en: {
    locale: "en-GB",
    days: (count) => `Last ${count} days`,
    pass_rate: "Pass rate",
    runs: "Runs",
    failed: "Failed",
    new_failures: "New failures",
    flaky: "Flaky cases",
    by_day: "Pass rate by day",
    scale: (from, to) => `${from} to ${to}`,
  },
  zh: {
    locale: "zh-CN",
    days: (count) => `最近 ${count} 天`,
    pass_rate: "通过率",
    runs: "执行次数",
    failed: "失败",
    new_failures: "新增失败",
    flaky: "不稳定用例",
    by_day: "每日通过率",
    scale: (from, to) => `${from} 至 ${to}`,
  },
  ja: {
    locale: "ja-JP",
    days: (count) => `直近 ${count} 日間`,
    pass_rate: "合格率",
    runs: "実行",
    failed: "失敗",
    new_failures: "新しい失敗",
    flaky: "不安定なケース",
    by_day: "日別の合格率",
    scale: (from, to) => `${from}～${to}`,
  },
};
