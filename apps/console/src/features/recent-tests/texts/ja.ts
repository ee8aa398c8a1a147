import type { TextsLike } from "../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "{device} の最近のテスト",
  title_unknown: "デバイスの最近のテスト",
  lead: "新しい順：このプロジェクトのデバッグとテスト、およびデバイスのセルフチェック。",
  lead_admin: "新しい順：すべてのプロジェクトのデバッグとテスト、およびデバイスのセルフチェック。",
  device: "デバイスの詳細",
  orders: "故障チケット",
  everything: "すべてのプロジェクト",
  count_one: "テスト {shown} 件",
  count_other: "テスト {shown} 件",
  kind: { debug: "デバッグ", job: "自動テスト", inspection: "点検" },
  filter: { kind: "種類", verdict: "結果" },
  column: {
    name: "テスト",
    kind: "種類",
    project: "プロジェクト",
    user: "利用者",
    since: "日時",
    took: "所要時間",
    verdict: "結果",
  },
  work: { restart: "再起動", clean: "クリーンアップ" },
  verdict: { running: "実行中", passed: "合格", failed: "不合格", broken_off: "中断", none: "判定なし" },
  with_warnings: "警告あり",
  error: "デバイスの最近のテストを読み込めませんでした",
  none: {
    title: "まだ何も実行されていません",
    text: "デバッグ、自動テスト、セルフチェックがデバイスを使うと、ここに表示されます。",
  },
  no_match: {
    title: "該当するテストはありません",
    text: "この絞り込みに合うテストはありません。",
    clear: "絞り込みを解除",
  },
};
export default ja;
