import type { MEMORY_WORDS } from "./memory.en.ts";

/** メモリのファイルの問題と、比較の結論。 */
export const MEMORY_WORDS_JA: Readonly<Record<keyof typeof MEMORY_WORDS, string>> = {
  memory_no_file: "{file} を読み取れません",
  memory_empty: "{file} は空です",
  memory_no_files: "{folder} にファイルがありません",
  memory_many_files: "{folder} のファイルが {most} 個を超えています",
  memory_unknown: "{file} の {line} 行目：読み取れるどの形式（{formats}）でもありません",
  memory_unexpected: "{file} の {line} 行目：ここには {expected} が必要です",
  memory_cut: "{file} は途中で切れています：{line} 行目までに {expected} がありません",
  memory_not_text: "{file} の {line} 行目：UTF-8 のテキストではありません",
  memory_line_long: "{file} の {line} 行目：行が {most} を超えています",
  memory_number: "{file} の {line} 行目：数値が大きすぎてバイト数として扱えません",
  memory_deep: "{file} の {line} 行目：呼び出しのネストが {most} 段を超えています",
  memory_many: "{file} の {line} 行目：項目が {most} 個を超えています",
  memory_twice: "{file} と {other} はどちらも {format} です：1 つのサンプルには各形式 1 つだけです",
  memory_processes:
    "{file} はプロセス {pid}、{other} はプロセス {other_pid} のものです：1 つのサンプルは 1 つのプロセスのものです",
  memory_read_long: "読み取りに {minutes} 分以上かかりました",
  memory_read_large: "内容が多すぎて一度に読み取れません",
  memory_lost: "{file} は完全に届いていません。もう一度アップロードしてください",
  // 2 つのサンプルの比較の結論。
  memory_nothing_common: "2 つのサンプルには比較できる共通の内容がありません",
  memory_no_footprint: "2 つのサンプルに共通するフットプリントの計測値がありません",
  memory_no_growth: "同じプロセスの使用量を同じ方法で測ったサンプルが 2 件ありません",
  memory_given_up: "読み取り中にサーバーが 2 回終了したため、3 回目は試しません",
  memory_not_read: "読み取れませんでした。理由はサーバーのログにあります",
  memory_same: "差はありません",
  memory_steady: "{delta}（ノイズ {noise} の範囲内）",
  memory_moved: "{delta}（ノイズ {noise} の範囲内）。ただし内訳の {count} 件はそれを超えて変化しています",
  memory_grew: "{delta}。ノイズを超えて増えた内訳はありません",
  memory_grew_in: "{delta}、うち {part} は {name}",
  memory_grew_most: "{delta}、最も増えたのは {name}（{part}）",
  memory_shrank: "{delta}。ノイズを超えて減った内訳はありません",
  memory_shrank_in: "{delta}、うち {name} で {part} 減少",
  memory_shrank_most: "{delta}、最も減ったのは {name}（{part}）",
};
