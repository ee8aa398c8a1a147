import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "基準との差",
  use: "基準にする",
  no_app:
    "トレースにアプリ名がないため、そのサンプルはアプリの基準にできません。トレースのタイトルの横で指定できます。",
  dialog: {
    title: "{app} の基準にする",
    lead: "{app} のすべてのサンプルのレポートに、このサンプルとの差が表示されます。ビルドの判定にも使えます。",
    branch: "ブランチ",
    branch_hint: "基準はブランチごとに 1 つです。",
    replaces: "{sample} と置き換わります。",
    done: "{app} のブランチ {branch} に新しい基準を設定しました",
  },
  is_this: "このサンプル",
  against: "{sample} に対して",
  other_measure: "測り方が異なります",
  compare: "比較",
  remove: "ブランチ {branch} の基準を解除",
  remove_ask: "{app} のブランチ {branch} の基準を解除しますか？",
  remove_goes: "サンプルは残ります。これで判定しているビルドは、次の基準を設定するまで失敗します。",
  remove_ok: "解除",
  error: "基準を読み取れませんでした",
  list: {
    app: "アプリ",
    branch: "ブランチ",
    sample: "サンプル",
    footprint: "使用量",
    user: "設定者",
    created_at: "設定日時",
    do: "解除",
    search: "アプリ、ブランチ、サンプル、設定者",
    count_other: "基準 {total} 件",
    none: "基準はまだありません",
    none_text: "アプリ名のあるトレースのサンプルを開いて基準にすると、そのアプリの他のサンプルがそれと比べられます。",
    none_text_guest: "このプロジェクトでは、まだサンプルが基準にされていません。",
    no_match: "一致するものがありません",
    no_match_text: "この検索に合う基準はありません。",
    clear: "検索をクリア",
  },
};
export default ja;
