/** What is refused at script repositories: part of the texts of refusals. */
import type { SCRIPT_REFUSALS } from "./script-refusals.en.ts";

export const SCRIPT_REFUSALS_JA: Record<keyof typeof SCRIPT_REFUSALS, string> = {
  script_repository_not_found: "このスクリプトリポジトリは存在しません。",
  script_name_exists: "「{name}」という名前のスクリプトリポジトリがすでにあります。",
  script_repository_used:
    "「{name}」は次のケースライブラリの取得元です：{library_names}。先にそれらを削除するか、別のアドレスに変更してください。",
  script_repository_limit: "スクリプトリポジトリはプロジェクトごとに最大 {max} 個です。",
  script_push_open: "「{name}」へのプッシュが進行中です。しばらくしてからもう一度お試しください。",
  script_branch_not_found: "このリポジトリにブランチ {branch} はありません。",
  script_commit_not_found: "このリポジトリにコミット {commit_id} はありません。",
  script_file_not_found: "このブランチにファイル {path} はありません。",
  script_file_changed: "{path} は {author_name} によって変更されています。何も保存されていません。",
  script_path_taken: "{path} にファイルは置けません。そこか途中の場所に別のものがあります。",
  script_save_refused: "Git がこの変更を受け付けません：{why}",
  script_no_room: "スクリプトリポジトリがいっぱいです。上限は {limit_bytes} バイトです。",
  script_branch_exists: "ブランチ {branch} はすでにあります。ほかのブランチの名前の下にも作成できません。",
  script_branch_main: "メインブランチ {branch} は削除できません。",
  script_branch_moved:
    "その間に {branch} へプッシュがあったため、削除していません。先に新しいコミットを確認してください。",
  script_restore_conflict:
    "その後 {author_name} が {path} の同じ行を変更しています。このファイルだけを復元するか、エディターで変更してください。",
  script_restore_limit: "一度に復元できるファイルは最大 {max} 個です。",
  script_undo_limit: "その後も変更されたファイルを一度に取り消せるのは最大 {max} 個です。1 つずつ取り消してください。",
  script_restore_name: "名前が UTF-8 でないファイルが含まれています。そのファイルは Git でのみ復元できます。",
  script_search_pattern: "Git がこの検索を受け付けません：{why}",
  script_search_busy: "検索が混み合っています。しばらくしてからもう一度お試しください。",
  script_outside_refused: "リポジトリが受け付けませんでした：{reason}。何も保存されていません。",
  script_outside_large: "外部リポジトリが大きすぎるため、ここでは開けません。上限は {limit_bytes} バイトです。",
  script_fetch_cancelled: "取得は中止されました。",
  script_fetch_lost: "リポジトリを取得していたサーバーが停止しました。もう一度開いてください。",
  script_not_fetched: "先にケースライブラリの認証情報でリポジトリを取得する必要があります。もう一度開いてください。",
  script_git_failed: "サーバーの Git が応答しませんでした。原因は管理者がサーバーのログで確認できます。",
};
