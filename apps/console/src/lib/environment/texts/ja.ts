import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "環境設定",
  hint: "このタグのデバイスに入れておくものと、クリーンアップで残すものを設定します。複数のタグがあるデバイスでは、項目ごとに、プロジェクトの順で最初にその項目を設定しているタグが適用されます。",
  of: {
    preinstalled: "プリインストールするアプリ",
    free_apps: "残すアプリ",
    free_paths: "残すファイルとフォルダー",
  },
  about: {
    preinstalled:
      "セルフチェックで、ないアプリや別のビルドのアプリを入れ直し、セッションで削除または置き換えられたアプリは終了後に戻します。",
    free_apps: "パッケージ名。* は任意の部分を表します：com.example.*",
    free_paths: "完全なパス：/sdcard/Download/keep",
  },
  add: "名前、パッケージ、ファイル",
  no_app: "デバイスにインストールできるアプリがありません",
  remove: "{package_name} を外す",
  version: "{package_name} のバージョン",
  newest: "最新",
  newest_of: "{package_name}（最新）",
  version_of: "{package_name}（指定のバージョン）",
  gone: "削除されたバージョン",
  none: "なし",
  line: "{of}：{told}",
  decided: "デバイスに入れておくもの",
  lead: "項目ごとに、プロジェクトのタグ順で最初にそれを設定しているタグが決めます。",
  setting: "項目",
  value: "内容",
  by: "決めるタグ",
  no_tag: "タグなし",
};
export default ja;
