import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  waiting: "外側のページを待っています",
  waiting_text: "外側のページがプロジェクトを指定すると、ここに表示されます。",
  alone: "このアドレスはほかのページへの埋め込み用です",
  alone_text:
    "ほかのプラットフォームのページ内にコンソールを表示し、プロジェクトはそのページが選びます。今は外側のページがありません。",
  home: "ホームへ",
};
export default ja;
