import type { ALERT_WORDS } from "./alerts.en.ts";

/** Alerts of the installation, and what can be done: part of the table of words. */
export const ALERT_WORDS_JA: Readonly<Record<keyof typeof ALERT_WORDS, string>> = {
  alert_files_low: "ファイルのディスクの空きが {bound}% を下回っています：残り {free_gb} GB（{percent}%）",
  alert_database_low: "データベースのディスクの空きが {bound}% を下回っています：残り {free_gb} GB（{percent}%）",
  alert_files_unwritable: "ファイルを書き込めません",
  alert_files_silent: "ファイルのディスクが {seconds} 秒以内に応答しません",
  alert_queue_waits: "{count} 件のテストが待機中で、最も長いものは {minutes} 分待っています",
  alert_agent_away: "エージェント {agent_name} が {minutes} 分間オフラインです",
  alert_certificate_ends: "{address} の証明書はあと {days} 日で期限が切れます",
  alert_certificate_over: "{address} の証明書は期限切れです",
  alert_certificate_refused: "ブラウザーは {address} の証明書を受け入れません",
  alert_certificate_unseen: "このサーバーから {address} に https で接続できません",
  alert_remedy_disk: "ディスクの空きを増やすか、容量を拡張してください。多くを占めるのは古い記録とアプリパッケージです",
  alert_remedy_silent_disk:
    "ディスクとそのネットワークが正常か確認し、マウントし直してください。それでも応答しないサーバーは再起動してください",
  alert_remedy_unwritable_disk:
    "そのディスクがいっぱいでないか、読み取り専用でマウントされていないか、フォルダーがサーバーの実行ユーザーのものかを確認してください",
  alert_remedy_queue:
    "待機中のテストが求めるデバイスを確認し、デバイスを追加するか、占有しているテストを終了してください",
  alert_remedy_agents:
    "そのマシンが動作し、このサーバーに接続できるか確認し、エージェントのログを確認してください。使わなくなったエージェントは失効させてください",
  alert_remedy_certificate:
    "https の終端（多くはリバースプロキシ）で証明書を更新し、証明書チェーン全体が送られているか確認してください",
};
