import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "権限",
  lead: "一般メンバーができることを決めます。オーナーはすべての操作ができます。",
  error: "権限を読み込めませんでした",
  read_only: "変更できるのはプロジェクトのオーナーだけです。",
  locked:
    "プラットフォーム同期が有効です。権限は上位プラットフォームが設定し、ここではトークンの権限だけを変更できます。",
  discard: "変更を破棄",
  group: { project: "プロジェクト", members: "メンバー", tests: "デバイス・アプリ・テスト" },
  name: {
    project_edit: "プロジェクトの編集",
    project_token: "トークンの取得と再発行",
    member_invite: "メンバーの招待",
    member_edit: "メンバー種別の変更",
    member_remove: "メンバーの削除",
    debug_monitor: "ほかの人のセッションを見る",
    app_delete: "アップロード済みアプリの削除",
    job_delete: "タスクの削除",
    tag_delete: "タグの設定と削除",
  },
  hint: {
    project_edit: "名前、説明、公開範囲、種類、アイコン。",
    project_token: "API 用のプロジェクトトークンの確認と再発行。",
    member_invite: "メンバーの追加と参加申請の判断。招待制のプロジェクトではオーナーだけが招待できます。",
    member_edit: "ほかのメンバーをオーナーにできます。オーナーから外せるのはオーナーだけです。",
    member_remove: "削除された人は、アクセス権と利用中のセッションをすぐに失います。",
    debug_monitor: "ほかのメンバーがデバッグ中のデバイスを開いて見ます。",
    app_delete: "ほかの人がアップロードしたものも含みます。",
    job_delete: "タスクとそのトリガー。レポートは残ります。",
    tag_delete: "デバイスタグの名前、ルール、既定のタグ。",
  },
};
export default ja;
