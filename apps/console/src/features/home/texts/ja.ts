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
  steps: {
    title: "はじめの一歩（{done}/{all} 完了）",
    done: "完了",
    dismiss: "表示しない",
    touch: { title: "デバイスに触れる", text: "ワンクリックで、マウスとキーボードに応える実機画面が開きます。" },
    run: {
      title: "テストを実行する",
      text: "タスクがデバイス上でケースを実行し、1 分後にはレポートができます。",
      text_of: "「{task}」をデバイス上で実行し、1 分後にはレポートができます。",
      action: "今すぐ実行",
      make: "タスクを作成",
    },
    phone: {
      title: "自分のデバイスを接続する",
      text: "エージェントが動くコンピューターに挿すだけです。",
      action: "接続",
    },
    colleague: { title: "同僚を招待する", text: "同じデバイスとレポートを共有できます。", action: "招待" },
    library: { title: "自分のテストを取り込む", text: "git リポジトリからそのまま取り込めます。", action: "取り込む" },
  },
  needs: {
    title: "対応が必要",
    all: "失敗したテスト",
    join_other: "参加申請 {count} 件",
    accounts_other: "{count} 件のアカウントが承認待ちです",
    failed: "{total} 件中 {failed} 件が失敗 · {time}",
    devices_other: "使用できないデバイス {count} 台",
  },
  now: { title: "実行中", all: "実行中をすべて表示", cases: "{total} 件中 {done} 件完了", failed: "失敗 {count} 件" },
  next: { title: "次に自動で始まるタスク" },
  projects: "自分のプロジェクト",
  shortcuts: "{key} キーでショートカットを表示します。",
};
export default ja;
