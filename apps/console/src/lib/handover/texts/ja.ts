import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "引き渡し",
  untold: "デバイスの引き渡し状態は記録されていません。",
  clean: "クリーンな状態",
  remained: "残っているものがあります",
  others_other: "セッション前とのその他の違い {shown} 件",
  more_other: "ほか {shown} 件",
  scope:
    "アプリ、共有ファイル、設定、アカウントを比較しました。以前からあったアプリが自分で保存しているデータは対象外です。",
  not_whole: "ファイルが多すぎるため、すべては比較していません。",
  change: {
    app_added: "残ったアプリ",
    app_removed: "なくなったアプリ",
    app_changed: "バージョンが変わったアプリ",
    file_added: "残ったファイル",
    file_removed: "なくなったファイル",
    setting_changed: "設定",
    account_added: "残ったアカウント",
    account_removed: "なくなったアカウント",
  },
};
export default ja;
