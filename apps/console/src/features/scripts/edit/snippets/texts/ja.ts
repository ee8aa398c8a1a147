import type { TextsLike } from "../../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  test: "テスト",
  step: "レポートに画像つきで表示されるステップ",
  tap_picture: "画像が示すものをタップ",
  expect: "値を確認",
  fixture: "フィクスチャ",
  fixture_use: "フィクスチャを使うテスト",
  action: {
    start_app: "アプリを起動",
    tap: "要素をタップ",
    long_press: "要素を長押し",
    swipe: "画面をスワイプ",
    input: "テキストを入力",
    key: "キーを押す",
    rotate: "画面を回転",
    wait: "要素または一定時間を待つ",
    assert: "要素が表示されなければ失敗",
    memory: "メモリーサンプルを取る",
    script: "リポジトリのプログラムを実行",
    call: "ブロックを実行",
    if: "条件でステップを分ける",
    loop: "ステップを繰り返す",
  },
};

export default ja;
