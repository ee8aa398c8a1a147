import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  debug: "デバッグセッション",
  other_run: "別のプロジェクトの自動テスト",
  progress: {
    done: "{total} 件中 {done} 件完了",
    shared: "実行全体の {total} 件中 {done} 件完了",
    own: "実行全体の {total} 件中 {own} 件をこのデバイスで完了",
    failed_other: "{shown} 件失敗",
    left: "残り約 {time}",
    soon: "まもなく終了",
  },
  take_over: {
    action: "引き継ぐ",
    title: "テスト「{run}」から {model} を引き継ぎますか？",
    lost: "失われるもの",
    executing: "実行中のケース「{name}」は、あなたによるキャンセルとなり、再試行されません。",
    idle: "このデバイスで実行中のケースはありません。",
    waiting_other:
      "待機中の {count} 件のケースは実行されません。未開始のものはキャンセルされ、再試行待ちのものは今の結果が残ります。",
    elsewhere: "待機中のケースは、このテストのほかのデバイスに回されます。",
    kept: "これまでの記録はレポートに残ります。",
    after: "デバイスはクリーンアップの後、{minutes}利用できます。その間にほかの人が使うことはできません。",
    unknown: "実行中の内容を読み込めませんでした。どのケースであってもキャンセルされます。",
    failed: "デバイスを引き継げませんでした：{reason}",
  },
};
export default ja;
