import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "概要",
  lead: "テスト量とデバイスの利用状況です。",
  error: "統計を読み込めませんでした",
  scope: { label: "集計対象", all: "自分の全プロジェクト" },
  range: { label: "期間", days_other: "{count} 日間" },
  figures: {
    label_other: "{count} 日間",
    sessions: "デバッグセッション",
    runs: "自動テスト",
    minutes: "テスト時間",
    users: "利用者数",
    utilisation: "デバイス稼働率",
    utilisation_hint: "接続時間 {online} のうち {busy} を利用",
    more: "+{percent}",
    less: "−{percent}",
    before_hint: "その前の同じ日数との比較",
  },
  trend: {
    tests: "1 日のテスト数",
    minutes: "1 日のテスト時間",
    utilisation: "デバイス稼働率",
    at: "{day}：{value}",
    counted: "デバッグ {sessions} 件、自動テスト {runs} 件",
    none_yet: "デバイスの接続状況は数分ごとに記録されます。まだ記録はありません。",
    unknown: "記録なし",
  },
  busiest: {
    title: "よく使われたデバイス",
    kind: "{kind} {tests}",
    none: "この期間に使われたデバイスはありません。",
    of_online: "接続時間の {percent}",
  },
  mine: { title: "自分のテスト", error: "テストを読み込めませんでした", none: "自分のテストはここに表示されます。" },
  none: {
    title: "参加しているプロジェクトがありません",
    text: "参加しているプロジェクトのテストがここで集計されます。プロジェクトのオーナーに追加を依頼してください。",
    projects: "プロジェクトを見る",
  },
};
export default ja;
