import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  instant: "プロジェクトに同じファイルがあるため、アップロード不要でした。",
  done: "アップロードしました。",
  icon_failed: "アイコンを取得できませんでした。",
  cancelled: "キャンセルしました。",
  failed: "アップロードに失敗しました：{reason}",
  retrying: "接続が切れました。回復すると自動で続行します…",
  retry: "続ける",
  cancel: "キャンセル",
  dismiss: "一覧から消す",
  step_of: "{number}/{count} {step}",
  step: {
    md5: "MD5 を計算中",
    upload_id: "アップロード ID を取得中",
    chunks: "アップロード中",
    synthesis: "結合してパッケージを読み取り中",
    icon: "アイコンを取得中",
  },
  refused: {
    not_an_app: "ファイル形式が違います。使えるのは {types} です。",
    other_platform: "ファイル形式が違います：{type} はこのデバイスにインストールできません。{types} を使ってください。",
    empty: "ファイルが空です。",
    too_large: "ファイルが 1 GB を超えています。",
    spaces: "ファイル名に空白は使えません。名前を変えてやり直してください。",
  },
};
export default ja;
