import { ja as report } from "@udt/contract/report-words/ja";
import { ja as run } from "@udt/contract/run-words/ja";
import type { ReportTexts } from "./report-texts.ts";

export const ja: ReportTexts = {
  ...run,
  ...report,
  locale: "ja-JP",
  report: "テストレポート",
  tile: {
    passed: "ケース合格",
    new_failures: "新しい失敗",
    since: "#{number} との比較",
    alone: "単独実行のため比較なし",
    first: "初回の実行のため比較なし",
    devices: "デバイス合格",
    queue: "待機 {time}",
  },
  ratio_was: "{now}（前回 {before}）",
  fixed_flaky: "修正 {fixed}、不安定 {flaky}",
  environment: { title: "環境", ...report.environment },
  lost: "切断",
  time_went: "時間の内訳",
  cases: "ケース",
  column: { name: "ケース", result: "結果", device: "デバイス", time: "時間", error: "理由" },
  all: "すべて",
  search: "ケースを絞り込む",
  found: "{count} / {total}",
  nothing: "該当するケースがありません。",
  no_script: "このレポートは内蔵のスクリプトでケースを表示しますが、この閲覧環境では実行できません。",
  cut: "このファイルには最初の {count} 件の失敗の詳細が含まれます。残りはプラットフォームで確認できます。",
  made: "UDT が {time} に作成",
  picture: "スクリプトが最後に保存した画像",
  video: "このケースの実行中のデバイス画面",
  left_out:
    "ケースの実行中のデバイスは録画されています。録画はこのページには含まれず、プラットフォームで確認できます。",
  close: "閉じる",
  attempt: "{count} 回目",
  gone: {
    title: "このリンクではレポートを開けません",
    text: "期限切れか、取り消されたか、正しくコピーされていません。送信者に新しいリンクを依頼してください。",
  },
};
