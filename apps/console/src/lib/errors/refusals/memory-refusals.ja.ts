import type { MEMORY_REFUSALS } from "./memory-refusals.en.ts";

/** メモリトレースで断られる理由。 */
export const MEMORY_REFUSALS_JA: Readonly<Record<keyof typeof MEMORY_REFUSALS, string>> = {
  memory_trace_not_found: "このメモリトレースはありません。削除された可能性があります。",
  memory_sample_not_found: "このメモリサンプルはありません。削除された可能性があります。",
  memory_sample_unread: "メモリサンプル {number} は読み取られていません。",
  memory_sample_not_failed: "メモリサンプル {number} に、いま読み取り直せるメモリグラフはありません。",
  memory_file_not_found: "このサンプルにそのファイルはありません。",
  memory_trace_limit:
    "プロジェクトのメモリトレースはすでに上限の {max} 件で、場所を譲れるものがありません。いくつか削除してください。",
  memory_sample_limit: "メモリトレースのサンプルはすでに上限の {max} 件です。",
  memory_no_room: "メモリトレースがいっぱいです。1 つのプロジェクトの上限は {limit_bytes} バイトです。",
  memory_not_own: "メモリトレース「{name}」は他の人のものです。削除できるのは作成者とプロジェクト管理者だけです。",
  memory_incomparable: "この 2 つのサンプルは比較できません：{reason}",
  memory_tree_unread: "このサンプルの呼び出しツリーは読み取れません：{reason}",
  memory_partitions_newer:
    "その間に {user_name} がルールのバージョン {version} を保存しました。変更内容は保存されていませんが、失われてもいません。",
  memory_partitions_not_found: "ルールのバージョン {version} はありません。古いため保存されていない可能性があります。",
  memory_unpartitioned: "サンプルをパーティションに分けられません：{reason}",
  memory_baseline_not_found: "この基準はもうありません。ほかの人が解除した可能性があります。",
  memory_baseline_no_app: "メモリトレース「{name}」にはアプリ名がないため、そのサンプルはアプリの基準にできません。",
  memory_baseline_limit: "1 つのプロジェクトの基準は {max} 件までです。不要なものを解除してください。",
  memory_is_baseline: "サンプル {number} は {app_name} のブランチ {branch} の基準です。先に基準を解除してください。",
  memory_recording_on: "このデバイスのメモリはすでに記録中です。先にその記録を停止してください。",
  memory_recording_over: "このデバイスのメモリは記録されていません：記録は終了しました。",
  memory_run_goes_on:
    "メモリトレース「{name}」を記録した実行はまだ終わっていません。判定に使われるため、実行が終わってから削除してください。",
  memory_sampling_busy: "サンプルを採取中で、もう 1 件が待っています。終わってからやり直してください。",
  memory_trace_kept: "メモリトレース「{name}」は保持する設定です。設定を解除するか、単独で削除してください。",
  memory_recording_goes_on: "メモリトレース「{name}」は記録中です。先に記録を停止してください。",
  memory_version_not_found: "{app_name} {app_version} には、読み取り済みのサンプルがあるメモリトレースがありません。",
};
