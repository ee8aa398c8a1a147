import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  opening: "上位プラットフォームのプロジェクト {id} を開いています…",
  error: "上位プラットフォームのプロジェクト {id} を開けませんでした",
  off: {
    title: "このサーバーではプラットフォーム同期が無効です",
    text: "上位プラットフォームのアドレスは、サーバーの運用者が有効にした場合だけ使えます。",
    action: "プロジェクト一覧へ",
  },
};
export default ja;
