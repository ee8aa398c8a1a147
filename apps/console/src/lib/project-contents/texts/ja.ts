import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  unknown: "削除される内容を読み込めませんでした",
  goes: "元に戻せません。次のものが削除されます：",
  running_tests_other: "進行中のデバッグや実行 {number} 件（すぐに終了します）",
  members_other: "メンバー {number} 人のアクセス権",
  orgs_other: "組織 {number} 件のアクセス権",
  join_requests_other: "未対応の参加申請 {number} 件",
  sessions_other: "デバッグ記録 {number} 件",
  runs_other: "テストレポート {number} 件とそのケース結果",
  files_other: "記録ファイル {number} 件（{size}）",
  order_files_other: "故障チケットの添付ファイル {number} 件（{size}）",
  jobs_other: "タスク {number} 件",
  schedules_other: "タスクのトリガー {number} 件",
  libraries_other: "ケースライブラリ {number} 件",
  script_repositories_other: "スクリプトリポジトリ {number} 件（{size}）",
  memory_traces_other: "メモリトレース {number} 件（{size}）",
  tags_other: "デバイスタグ {number} 個",
  ios_certificates_other: "iOS 証明書 {number} 個",
  apps_other: "アップロード済みアプリ {number} 件（{size}）",
  account_files_other: "テストアカウントのファイル {number} 件",
  credentials_other: "認証情報 {number} 件",
  channels_other: "通知チャンネル {number} 件",
  triggers_other: "通知ルール {number} 件",
  deliveries_other: "通知の送信履歴 {number} 件",
  shares_other: "共有レポートのリンク {number} 件",
  tokens_other: "プロジェクトトークン {number} 件（使用中のプログラムは拒否されます）",
  keys_other: "このプロジェクト専用の API キー {number} 件（使用中のプログラムは拒否されます）",
  agents_other: "このプロジェクト専用のエージェント {number} 台（失効します）",
};
export default ja;
