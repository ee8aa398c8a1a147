import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  outside: "網かけはこのケースの前後です。",
  nothing: "このデバイスでは動画、ログ、パフォーマンスデータのいずれも記録されていません。",
  mark: { good: "成功したステップ", bad: "失敗したステップ", failed: "失敗した時点" },
  no_video: "このデバイスでは動画が記録されていません。",
  video_off: "タスクで動画の記録が有効になっていません。",
  range: "表示範囲",
  whole: "デバイス全体",
  case_only: "このケースのみ",
  performance: {
    short: "テストが 30 秒未満のため、パフォーマンスデータはありません。",
    off: "タスクでパフォーマンスの記録が有効になっていません。",
    none: "このデバイスではパフォーマンスデータが記録されませんでした。",
    error: "パフォーマンスデータを読み込めませんでした。",
  },
};
export default ja;
