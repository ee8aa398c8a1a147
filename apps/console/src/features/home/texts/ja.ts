import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  greeting: "{name} さん、こんにちは",
  running: {
    title: "自分のセッションとテスト",
    until: "遅くとも {time} まで",
    waiting: "{time} から待機中",
    report: "レポート",
  },
  free: {
    title: "すぐに使えるデバイス",
    all: "すべてのデバイス",
    none: "現在空いているデバイスはありません。",
    error: "デバイスを読み込めませんでした",
  },
  availability: "デバイス",
  recent: {
    title: "最近のセッションとテスト",
    all: "すべての記録",
    runs: "すべてのレポート",
    none: "デバッグセッションと自動テストはここに表示されます。",
  },
  recent_error: "セッションを読み込めませんでした",
  no_project: {
    title: "参加しているプロジェクトがありません",
    text: "デバイス、テスト、レポートはプロジェクトに属します。自分で作成するか、参加を申請するか、オーナーに追加を依頼してください。",
    create: "プロジェクトを作成",
    join: "プロジェクトを見る",
  },
  no_devices: {
    title: "デバイスはまだありません",
    text: "最初のデバイスを接続すると、ここからデバッグできます。",
    action: "デバイスの接続方法",
  },
  trend: {
    title_other: "直近 {count} 日間のテスト",
    all: "概要",
    at: "{day}：デバッグ {sessions} 件、自動テスト {runs} 件",
  },
  projects: "自分のプロジェクト",
  shortcuts: "{key} キーでショートカットを表示します。",
};
export default ja;
