import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";
const ja: TextsLike<typeof en> = {
  title: "スクリプトを修正",
  lead: "以後、{path} のステップ「{step}」はこの要素を探します。ファイルのほかの内容は変わりません。",
  change: "{path} への変更",
  variables: "元のロケーターは変数を使っていました。新しいロケーターはすべての行と繰り返しで同じです。",
  save: "スクリプトに保存",
  message: "ステップ {step} のロケーターを修正",
  saved: "コミット {commit} として保存しました。",
  open: "エディターで開く",
  refused: {
    unread: "スクリプト（実行時または最新のバージョン）をローコードのステップとして読めません。",
    gone: "スクリプトの最新のバージョンに、このステップはもうありません。",
    changed:
      "スクリプトの最新のバージョンでは、このステップは別の要素を探しています。すでに修正された可能性があります。",
    unwritten: "ロケーターだけをそこに書き込めません。エディターで変更してください。",
  },
};
export default ja;
