import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "パスキー",
  text: "スマートフォン、パソコン、セキュリティキーのロックを解除するだけで、パスワードもコードもなしにサインインできます。",
  error: "パスキーを読み込めませんでした",
  none: "パスキーはありません。",
  count: "パスキーは {count} 個あります（最大 {max} 個）。",
  full: "パスキーは上限の {max} 個あります。追加するには 1 つ削除してください。",
  add: "パスキーを追加",
  add_title: "パスキーを追加",
  add_text:
    "ブラウザーが保存先をたずね、そのデバイスのロック解除を求めます。以後はパスワードでのサインインにも、パスキーかリカバリーコードによる 2 段階目の確認が必要になります。",
  added: "パスキーを追加しました",
  name: "名前",
  name_hint: "保存先がわかる名前にすると、削除するときに見分けられます。",
  made_at: "追加 {time}",
  used_at: "最終利用 {time}",
  never_used: "未使用",
  only_at: "{name} でのみ使えます",
  rename: "名前を変更",
  rename_label: "パスキー {name} の名前を変更",
  rename_title: "パスキーの名前を変更",
  remove: "削除",
  remove_label: "パスキー {name} を削除",
  remove_title: "パスキー {name} を削除しますか？",
  remove_text: "このパスキーではサインインできなくなります。デバイスに残ったものは、デバイスで削除してください。",
  remove_last:
    "2 段階目の確認方法はこれが最後です。以後は 1 段階だけでサインインでき、リカバリーコードも削除されます。",
  removed: "パスキーを削除しました",
};
export default ja;
