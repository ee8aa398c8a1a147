/** What is said where several traces are ticked. */
export const bulk = {
  one: "{name} を選択",
  all: "削除できるものをすべて選択",
  bar: "選択したメモリトレース",
  chosen_other: "{total} 件を選択中",
  clear: "選択を解除",
  delete: "削除",
  title_other: "メモリトレース {total} 件を削除しますか？",
  deleted_other: "{total} 件を削除しました",
  left_other: "{total} 件は残しました",
  hint: "ベースラインがあるもの、保持する設定のもの、記録中のものは削除せず、どれかを示します。",
};

/** And of a moment whose files are on the server in part. */
export const unfinished = {
  title: "アップロードが途中のサンプルがあります",
  title_of: "サンプル「{scene}」のアップロードは途中です",
  files: "ファイル：{names}。サーバーにある分は再送しません。",
  again: "続けるには、次のファイルをもう一度選択してください：{names}。サーバーにある分は再送しません。",
  go_on: "続ける",
  give_up: "中止",
};
